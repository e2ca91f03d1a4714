import {
  aucOfD,
  blind,
  type CalibratorFit,
  controlBaseline,
  type FeatureTable,
  featureTable,
  integer,
  normalQuantile,
  type Random,
  random,
  refitCalibrator,
  separation,
} from "../../stages/math/mod.ts";
import type { SimulatedRow } from "./ranking.ts";

/** How much to simulate. */
export interface SeparationSimulation {
  /** Worlds for each figure; 2,000 unless given. */
  readonly runs?: number;
  readonly seed?: number;
}

/** Every figure of the honest separation: coverage in each design, the test's size, false alarms of the blind baseline. */
export function simulateSeparation({
  runs = 2000,
  seed = 0,
}: SeparationSimulation = {}): ReadonlyArray<SimulatedRow> {
  return [
    ...COVERAGE_CELLS.map((cell) => coverage(cell, { runs, seed })),
    ...[25, 50].map((perClass) => permutationSize(perClass, { runs, seed })),
    blindFalseAlarms(50, { runs, seed }),
  ];
}

/** The designs of the coverage table. */
export const COVERAGE_CELLS = [25, 50, 100].flatMap((perClass) =>
  [0.5, 0.6, 0.7, 0.85, 0.95, 0.99].map((auc) => ({ perClass, auc })),
);

/** Permutations behind each inflation of the coverage table; only their spread counts. */
const PERMUTATIONS = 49;

/**
 * How often the printed interval holds the area that the model refitted on all rows has over the population. Features are
 * four independent normals, the first of which is shifted.
 */
export function coverage(
  { perClass, auc }: (typeof COVERAGE_CELLS)[number],
  { runs, seed }: Required<SeparationSimulation>,
): SimulatedRow {
  const draw = random(seed, `simulate/coverage/${perClass}/${auc}`);
  const shift = Math.SQRT2 * normalQuantile(auc);
  let held = 0;
  for (let run = 0; run < runs; run++) {
    const members = normalRows(perClass, shift, draw);
    const controls = normalRows(perClass, 0, draw);
    const { lo, hi } = judged(members, controls, PERMUTATIONS, draw).auc;
    const refit = refitCalibrator({ members, controls }, controlBaseline(controls, 0));
    if (!refit.ok) throw new Error(refit.reason);
    const population = populationAuc(refit.fit, controls, shift);
    if (lo <= population && population <= hi) held++;
  }
  return { name: `coverage ${perClass} per class, AUC ${auc}`, value: held / runs, runs, promised: [0.9, 1] };
}

/** How often the permutation test rejects at 5 % where the classes do not differ. */
export function permutationSize(
  perClass: number,
  { runs, seed }: Required<SeparationSimulation>,
): SimulatedRow {
  const draw = random(seed, `simulate/size/${perClass}`);
  let rejected = 0;
  for (let run = 0; run < runs; run++) {
    const found = judged(normalRows(perClass, 0, draw), normalRows(perClass, 0, draw), 199, draw);
    if (found.permutation.p <= 0.05) rejected++;
  }
  return {
    name: `permutation size ${perClass} per class`,
    value: rejected / runs,
    runs,
    promised: [0, 0.06],
  };
}

/** How often corpora of exchangeable prompts are called separable. */
export function blindFalseAlarms(
  perClass: number,
  { runs, seed }: Required<SeparationSimulation>,
): SimulatedRow {
  const draw = random(seed, `simulate/blind/${perClass}`);
  const ungrouped = Array<null>(perClass).fill(null);
  let alarms = 0;
  for (let run = 0; run < runs; run++) {
    const found = blind(
      {
        members: prompts(perClass, draw),
        controls: prompts(perClass, draw),
        memberGroups: ungrouped,
        controlGroups: ungrouped,
      },
      { random: draw },
    );
    if (!found.ok) throw new Error(found.reason);
    if (found.blind.isSeparable) alarms++;
  }
  return {
    name: `blind false alarms ${perClass} per class`,
    value: alarms / runs,
    runs,
    promised: [0, 0.05],
  };
}

function judged(members: FeatureTable, controls: FeatureTable, permutations: number, draw: Random) {
  const ungrouped = Array<null>(members.size).fill(null);
  const rows = { members, controls, memberGroups: ungrouped, controlGroups: ungrouped };
  const found = separation(rows, { permutations, random: draw });
  if (!found.ok) throw new Error(found.reason);
  return found.separation;
}

function normalRows(n: number, shift: number, draw: Random): FeatureTable {
  const rows = Array.from({ length: n }, () => [
    shift + normal(draw),
    normal(draw),
    normal(draw),
    normal(draw),
    Number.NaN,
  ]);
  return featureTable(Float64Array.from(rows.flat()));
}

function normal(draw: Random): number {
  return normalQuantile((integer(draw, 2 ** 32) + 0.5) / 2 ** 32);
}

/** The area of a linear score over two normal populations: its shift over the spread of a difference of scores. */
function populationAuc(fit: CalibratorFit, controls: FeatureTable, shift: number): number {
  const { std } = controlBaseline(controls, 0);
  const weights = fit.features.map((name, j) => fit.coefficients[j]! / std[name]!);
  const spread = Math.sqrt(weights.reduce((sum, weight) => sum + weight ** 2, 0));
  return aucOfD((weights[0]! * shift) / spread);
}

const WORDS = ["firm", "weak", "steady", "late", "broad", "thin", "early", "quiet"];

function prompts(n: number, draw: Random): ReadonlyArray<string> {
  const word = () => WORDS[integer(draw, WORDS.length)]!;
  const letter = () => String.fromCharCode(65 + integer(draw, 26));
  return Array.from(
    { length: n },
    () =>
      `Ticker ${letter()}${letter()}${letter()}: ${word()} close on ${word()} volume after ${integer(draw, 9000) / 100} points. Direction?`,
  );
}
