import {
  type CiBound,
  clusterBootstrap,
  clusterEffect,
  clusteredGreater,
  clusteredShare,
  holm,
  type Random,
  random,
  rankProbability,
  wilsonInterval,
} from "../../stages/math/mod.ts";

/** One line of a table: what was measured over how many runs, and where it should lie. */
export interface SimulatedRow {
  readonly name: string;
  readonly value: number;
  readonly runs: number;
  /** Bounds that the method promises, or null where the figure only describes. */
  readonly promised: readonly [lo: number, hi: number] | null;
}

/** How much to simulate. */
export interface RankingSimulation {
  /** Worlds of eight models, and worlds for each coverage setting; 2,000 unless given. */
  readonly runs?: number;
  /** Resamples of dates within a world; 200 unless given. */
  readonly resamples?: number;
  readonly seed?: number;
}

/** Every figure of the honest ranking: eight equal models, then the coverage of clustered intervals. */
export function simulateRanking({
  runs = 2000,
  resamples = 200,
  seed = 0,
}: RankingSimulation = {}): ReadonlyArray<SimulatedRow> {
  return [...equalModels({ runs, resamples, seed }), ...clusteredCoverage({ runs, resamples, seed })];
}

const MODELS = 8;
const DAYS = 60;
const ROWS_A_DAY = 5;
const ACCURACY = 0.53;

/** Days, answers of each model and of the baseline, all with the same chance of being right. */
interface World {
  readonly days: ReadonlyArray<number>;
  readonly models: ReadonlyArray<ReadonlyArray<number>>;
  readonly baseline: ReadonlyArray<number>;
}

/**
 * Eight models as good as a baseline whose chance a day is shared by all: what is claimed of them is chance. A claim is
 * a one-sided date-clustered t on the paired differences to the baseline, Holm-adjusted over models.
 */
export function equalModels({
  runs,
  resamples,
  seed,
}: Required<RankingSimulation>): ReadonlyArray<SimulatedRow> {
  const draw = random(seed, "simulate/equal models");
  const totals = { claimed: 0, topThree: 0, repeated: 0, curse: 0 };
  for (let run = 0; run < runs; run++) {
    const [world, again] = [equalWorld(draw), equalWorld(draw)];
    const { top, accuracy } = rankProbability(world.models, world.days, { resamples, random: draw });
    totals.claimed += Number(claims(world).some((p) => p <= 0.05));
    totals.topThree += meanOf(top!);
    totals.repeated += Number(topSet(world) === topSet(again));
    totals.curse += Math.max(...accuracy.map((share) => share!)) - ACCURACY;
  }
  const row = (name: string, value: number, promised: SimulatedRow["promised"]): SimulatedRow => ({
    name: `eight equal models: ${name}`,
    value: value / runs,
    runs,
    promised,
  });
  return [
    row("any claim of better than baseline", totals.claimed, [0, 0.05]),
    row("mean P(top 3)", totals.topThree, [0.374, 0.376]),
    row("the same top 3 in a second sample", totals.repeated, null),
    row("winner's accuracy above the truth", totals.curse, null),
  ];
}

function equalWorld(draw: Random): World {
  const chances = Array.from({ length: DAYS }, () => ACCURACY + (draw() < 0.5 ? 0.2 : -0.2));
  const days = chances.flatMap((_, day) => new Array<number>(ROWS_A_DAY).fill(day));
  const answers = () => days.map((day) => Number(draw() < chances[day]!));
  return { days, models: Array.from({ length: MODELS }, answers), baseline: answers() };
}

function claims({ days, models, baseline }: World): ReadonlyArray<number> {
  const ps = models.map(
    (hits) =>
      clusteredGreater(
        hits.map((hit, row) => hit - baseline[row]!),
        days,
      )!.p,
  );
  return holm(ps);
}

function topSet({ models }: World): string {
  const order = models
    .map((hits, model) => ({ model, share: meanOf(hits) }))
    .sort((a, b) => b.share - a.share);
  return order
    .slice(0, 3)
    .map(({ model }) => model)
    .sort()
    .join();
}

/** Clusters, rows in each, and how far a cluster's chance lies from the accuracy, up or down. */
const SETTINGS: ReadonlyArray<readonly [clusters: number, size: number, shift: number]> = [
  [30, 4, 0.2],
  [60, 5, 0.25],
  [93, 10, 0.2],
  [93, 50, 0.2],
  [120, 2, 0.3],
];

/** Coverage of the nominal 95 % intervals of an accuracy whose rows are clustered by date. */
export function clusteredCoverage({
  runs,
  resamples,
  seed,
}: Required<RankingSimulation>): ReadonlyArray<SimulatedRow> {
  return SETTINGS.flatMap(([clusters, size, shift]) => {
    const draw = random(seed, `simulate/coverage ${clusters}x${size}`);
    const covered = { independent: 0, "clustered t": 0, "Wilson at n_eff": 0, "cluster bootstrap": 0 };
    for (let run = 0; run < runs; run++) {
      const { hits, days } = clusteredRows(draw, [clusters, size, shift]);
      covered.independent += covers(wilsonInterval(countOf(hits), hits.length));
      covered["clustered t"] += covers(clusteredShare(hits, days));
      covered["Wilson at n_eff"] += covers(effectiveWilson(hits, days));
      covered["cluster bootstrap"] += covers(clusterBootstrap(hits, days, { resamples, random: draw }));
    }
    return Object.entries(covered).map(
      ([name, count]): SimulatedRow => ({
        name: `coverage ${clusters} x ${size}: ${name}`,
        value: count / runs,
        runs,
        promised: name === "clustered t" || name === "Wilson at n_eff" ? [0.93, 0.97] : null,
      }),
    );
  });
}

function clusteredRows(draw: Random, [clusters, size, shift]: (typeof SETTINGS)[number]) {
  const chances = Array.from({ length: clusters }, () => ACCURACY + (draw() < 0.5 ? shift : -shift));
  const days = chances.flatMap((_, day) => new Array<number>(size).fill(day));
  return { days, hits: days.map((day) => Number(draw() < chances[day]!)) };
}

function effectiveWilson(hits: ReadonlyArray<number>, days: ReadonlyArray<number>): CiBound | null {
  const nEff = clusterEffect(hits, days)?.nEff ?? null;
  return nEff === null ? null : wilsonInterval(meanOf(hits) * nEff, nEff);
}

function covers(bound: CiBound | null): number {
  return Number(bound !== null && bound.lo <= ACCURACY && bound.hi >= ACCURACY);
}

function countOf(hits: ReadonlyArray<number>): number {
  return hits.reduce((sum, hit) => sum + hit, 0);
}

function meanOf(values: ReadonlyArray<number>): number {
  return countOf(values) / values.length;
}
