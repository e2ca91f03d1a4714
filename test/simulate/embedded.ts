import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { checkInstrument } from "../../runtime/controls/mod.ts";
import type { SimulatedRow } from "./ranking.ts";

/** How many embedded worlds to make. */
export interface EmbeddedSimulation {
  /** 200 unless given. */
  readonly runs?: number;
  /** The first seed; 1 unless given. */
  readonly seed?: number;
}

const PLATFORM = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer);

/** How often each control of the instrument is called `detected`, over worlds of different seeds. */
export async function simulateEmbedded({
  runs = 200,
  seed = 1,
}: EmbeddedSimulation = {}): Promise<ReadonlyArray<SimulatedRow>> {
  const detected = new Map<string, number>();
  let failed = 0;
  for (let run = 0; run < runs; run++) {
    const found = await Effect.runPromise(Effect.provide(checkInstrument(seed + run), PLATFORM));
    if (found.ok !== true) failed++;
    for (const { control, verdict } of found.controls) {
      const isFound = verdict.verdict === "detected" || verdict.verdict === "detected-adjusted";
      detected.set(control, (detected.get(control) ?? 0) + Number(isFound));
    }
  }
  const row = (control: string, promised: readonly [number, number]): SimulatedRow => ({
    name: `embedded ${control} detected`,
    value: (detected.get(control) ?? Number.NaN) / runs,
    runs,
    promised,
  });
  return [
    row("strong", [1, 1]),
    row("clean", [0, 0.08]),
    row("style-shift", [0, 0]),
    { name: "instrument refused by its own controls", value: failed / runs, runs, promised: [0, 0.03] },
  ];
}
