import { checkFinite } from "./_clusters.ts";
import { gapsOf, type Position } from "./_gaps.ts";
import { snapToGrid } from "./snap_to_grid.ts";

/** When two groups of values count as separated. */
export interface SplitOptions {
  /** Least share of the values on each side, in (0, 0.5]; 0.25 unless given. */
  readonly massMin?: number;
  /** Least number of grid positions between the sides; 3 unless given. */
  readonly troughSteps?: number;
  /** How many times the fullest position between the sides must fit into the fullest of either side; 10 unless given. */
  readonly densityRatio?: number;
  /** Values below which no split is looked for; 8 unless given. */
  readonly minDraws?: number;
  /** Values that an occupied position needs on average, at least 1; 1.5 unless given. */
  readonly minDensity?: number;
}

/** What was found; all masses 0 and no gap where the values form one group. */
export interface SplitVerdict {
  readonly separated: boolean;
  /** Shares of the values below, above and within the gap. */
  readonly lowerMass: number;
  readonly upperMass: number;
  readonly troughMass: number;
  /** The positions that bound the gap. */
  readonly gap: readonly [lower: number, upper: number] | null;
}

/**
 * Whether values on a grid fall into two groups with next to nothing between, so that no single location stands for
 * them. Of all gaps that qualify, the emptiest counts, then the lowest.
 *
 * @param values Snapped to the grid first, shape (n).
 * @param grid Distance of two grid points, or null where the values have none.
 * @returns null where the question was not asked: no grid, or fewer than `minDraws` values.
 * @throws {RangeError} if there is no value, an option or the grid is out of range, or a value is not finite.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { detectMultimodal } from "recall-guard/math";
 *
 * const values = [-0.9, -0.9, -0.9, -0.9, 0.9, 0.9, 0.9, 0.9];
 * assert.deepEqual(detectMultimodal(values, 0.1)?.gap, [-0.9, 0.9]);
 * assert.equal(detectMultimodal(values, null), null);
 * ```
 */
export function detectMultimodal(
  values: ReadonlyArray<number>,
  grid: number | null,
  options: SplitOptions = {},
): SplitVerdict | null {
  const { massMin = 0.25, troughSteps = 3, densityRatio = 10, minDraws = 8, minDensity = 1.5 } = options;
  if (values.length === 0) throw new RangeError("Cannot look for a split in no values");
  if (!(massMin > 0 && massMin <= 0.5)) {
    throw new RangeError(`Cannot look for a split: expected massMin in (0, 0.5], got ${massMin}`);
  }
  if (!(minDensity >= 1))
    throw new RangeError(`Cannot look for a split: expected minDensity >= 1, got ${minDensity}`);
  if (grid === null || values.length < minDraws) return null;
  checkFinite(values);
  const positions = histogram(values, grid);
  if (values.length < positions.length * minDensity) return UNSEPARATED;
  const found = gapsOf(positions).filter(
    (gap) =>
      Math.min(gap.lower, gap.upper) >= massMin * values.length &&
      stepsBetween(gap.from, gap.to, grid) >= troughSteps &&
      gap.troughPeak * densityRatio <= gap.sidePeak,
  );
  const [first] = found.sort((a, b) => a.trough - b.trough || a.from - b.from || a.to - b.to);
  if (first === undefined) return UNSEPARATED;
  const mass = (count: number) => count / values.length;
  return {
    separated: true,
    lowerMass: mass(first.lower),
    upperMass: mass(first.upper),
    troughMass: mass(first.trough),
    gap: [first.from, first.to],
  };
}

const UNSEPARATED: SplitVerdict = { separated: false, lowerMass: 0, upperMass: 0, troughMass: 0, gap: null };

/** Positions in ascending order; each distinct value is snapped once. */
function histogram(values: ReadonlyArray<number>, grid: number): ReadonlyArray<Position> {
  const counts = new Map<number, number>();
  for (const [value, count] of tally(values)) {
    const at = snapToGrid(value, grid) + 0;
    counts.set(at, (counts.get(at) ?? 0) + count);
  }
  return [...counts].map(([at, count]) => ({ at, count })).sort((a, b) => a.at - b.at);
}

function tally(values: ReadonlyArray<number>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Grid positions strictly between two, halves of a step rounded to even. */
function stepsBetween(from: number, to: number, grid: number): number {
  const steps = (to - from) / grid;
  const below = Math.floor(steps);
  const isUp = steps - below > 0.5 || (steps - below === 0.5 && below % 2 === 1);
  return (isUp ? below + 1 : below) - 1;
}
