import { type Item, type World, world } from "../../plugins/provider/embedded/world.ts";
import { prevalence, random, type ScoredFolds, separation, shuffle } from "../../stages/math/mod.ts";
import { measured, reader } from "../plugins/provider/embedded/_reader.ts";
import type { SimulatedRow } from "./ranking.ts";

/** How much to simulate. */
export interface PrevalenceSimulation {
  /** Worlds for each planted share; 50 unless given. */
  readonly runs?: number;
  readonly seed?: number;
  /** Shares of the memorised corpus that are really read. */
  readonly planted?: ReadonlyArray<number>;
}

const SIZES = { evaluation: 2, corpus: 400, library: 300, news: 300 };
const COPIES = 2;

/**
 * Embedded models that have read a planted share of 200 memorised questions, twice each, and other items in place of the
 * rest: how far the prevalence from out-of-fold scores lies from the plant, and how often its bound lies below it.
 */
export function simulatePrevalence({
  runs = 50,
  seed = 0,
  planted = [0, 0.25, 0.5, 1],
}: PrevalenceSimulation = {}): ReadonlyArray<SimulatedRow> {
  return planted.flatMap((share) => {
    const found = Array.from({ length: runs }, (_, run) => plantedRun(share, seed + run));
    const mean = (value: (of: (typeof found)[number]) => number) =>
      found.reduce((sum, one) => sum + value(one), 0) / runs;
    const row = (name: string, value: number, promised: SimulatedRow["promised"]): SimulatedRow => ({
      name: `planted ${share}: ${name}`,
      value,
      runs,
      promised,
    });
    return [
      row(
        "mean distance of pi_hat from pi",
        mean(({ piHat }) => Math.abs(piHat - share)),
        [0, 0.05],
      ),
      row(
        "mean pi_hat",
        mean(({ piHat }) => piHat),
        null,
      ),
      row(
        "mean pi_lo",
        mean(({ piLo }) => piLo),
        null,
      ),
      row(
        "pi_lo <= pi",
        mean(({ piLo }) => Number(piLo <= share)),
        [0.93, 1],
      ),
    ];
  });
}

function plantedRun(share: number, seed: number) {
  const made = world(seed, SIZES);
  const model = reader(made, readItems(made, share, seed), COPIES);
  const prompts = (items: ReadonlyArray<Item>) => items.map(({ prompt }) => prompt);
  const scores = outOfFold(
    measured(model, prompts(made.corpus.members)),
    measured(model, prompts(made.corpus.others)),
    seed,
  );
  const found = prevalence(scores);
  if (found === null) throw new Error("There is no prevalence to find");
  return found;
}

/** A seeded share of the members, and as many decoys as members are left out. */
function readItems({ corpus, decoys }: World, share: number, seed: number): ReadonlyArray<Item> {
  const members = shuffle([...corpus.members], random(seed, "simulate/planted"));
  const count = Math.round(share * members.length);
  return [...members.slice(0, count), ...decoys.slice(0, members.length - count)];
}

function outOfFold(
  members: ReturnType<typeof measured>,
  controls: ReturnType<typeof measured>,
  seed: number,
): ScoredFolds {
  const undated = (rows: number) => new Array<null>(rows).fill(null);
  const found = separation(
    { members, controls, memberGroups: undated(members.size), controlGroups: undated(controls.size) },
    { permutations: 2, random: random(seed, "simulate/folds") },
  );
  if (!found.ok) throw new Error(found.reason);
  const { probabilities, labels, plan } = found.separation;
  return { scores: probabilities, labels, folds: plan.fold };
}
