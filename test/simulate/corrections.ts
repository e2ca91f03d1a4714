import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { checkInstrument } from "../../runtime/controls/mod.ts";
import { correctedProbability, correctionOf, type Period } from "../../stages/math/mod.ts";
import type { SimulatedRow } from "./ranking.ts";

/** How much to simulate. */
export interface CorrectionSimulation {
  /** Worlds; 50 unless given. */
  readonly runs?: number;
  /** The first seed; 1 unless given. */
  readonly seed?: number;
}

const PLATFORM = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer);

/**
 * How often a corrected probability is withheld: always where a clean model's memorised corpus is typed in another style,
 * always for rows without a date, never for dated rows of a model that has read the corpus.
 */
export async function simulateCorrections({
  runs = 50,
  seed = 1,
}: CorrectionSimulation = {}): Promise<ReadonlyArray<SimulatedRow>> {
  const counts = { restyled: 0, undated: 0, dated: 0 };
  for (let run = 0; run < runs; run++) {
    const { controls } = await Effect.runPromise(Effect.provide(checkInstrument(seed + run), PLATFORM));
    const verdictOf = (name: string) => controls.find(({ control }) => control === name)?.verdict.verdict;
    counts.restyled += Number(isWithheld(verdictOf("style-shift"), "before"));
    counts.undated += Number(isWithheld(verdictOf("strong"), "undated"));
    counts.dated += Number(isWithheld(verdictOf("strong"), "before"));
  }
  const row = (name: string, count: number, promised: SimulatedRow["promised"]): SimulatedRow => ({
    name: `corrected p withheld: ${name}`,
    value: count / runs,
    runs,
    promised,
  });
  return [
    row("style-shifted corpus", counts.restyled, [1, 1]),
    row("undated rows", counts.undated, [1, 1]),
    row("dated rows of a model that has read the corpus", counts.dated, [0, 0]),
  ];
}

/** Whether a row gets no corrected p under a verdict, however much of the corpus looks memorised. */
function isWithheld(verdict: string | undefined, period: Period): boolean {
  if (verdict === undefined) throw new Error("A control has no verdict");
  const found = correctionOf({ verdict, piHat: 1, piLo: 0.9, piGap: null, calibrationP: [0.9] });
  return correctedProbability(0.9, period, found).range === null;
}
