import { checkGrid } from "./_check_grid.ts";
import { checkFinite } from "./_clusters.ts";
import { exactSum } from "./_exact_sum.ts";

/** What stands for many values: their mean, their lower median, or the mean of what is left between the extremes. */
export type LocationMode = "mean" | "median" | "trimmed";

const MODES: ReadonlyArray<string> = ["mean", "median", "trimmed"] satisfies ReadonlyArray<LocationMode>;

/**
 * One number for many. Sums are rounded once, so that the order of the values changes no bit; the median of an even
 * number is the lower of the two, an observed value; a negative zero counts as zero.
 *
 * @param values Finite, at least one, shape (n).
 * @param trim Share cut from each end under `trimmed`, in [0, 0.5); 0.25 unless given.
 * @throws {RangeError} if there is no value, one is not finite, or `mode` or `trim` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { robustLocation } from "recall-guard/math";
 *
 * assert.equal(robustLocation(new Array(10).fill(0.1), "mean"), 0.1);
 * assert.equal(robustLocation([4, 1, 3, 2], "median"), 2);
 * assert.equal(robustLocation([0, 1, 2, 99], "trimmed"), 1.5);
 * ```
 */
export function robustLocation(values: ReadonlyArray<number>, mode: LocationMode, trim = 0.25): number {
  const sorted = sortedValues(values);
  if (!MODES.includes(mode)) {
    throw new RangeError(`Cannot locate values by "${mode}": expected ${MODES.join(", ")}`);
  }
  if (mode === "median") return lowerMedian(sorted);
  if (mode === "mean") return mean(sorted);
  if (!(trim >= 0 && trim < 0.5)) {
    throw new RangeError(`Cannot trim values: expected a share in [0, 0.5), got ${trim}`);
  }
  const cut = Math.floor(trim * sorted.length);
  return mean(sorted.slice(cut, sorted.length - cut));
}

/** Makes the median absolute deviation of normal values their standard deviation. */
const NORMAL_MAD = 1.4826;

/**
 * The spread that values cannot be trusted beyond: 1.4826 times the median absolute deviation from the median, but at
 * least the deviation that rounding to the grid alone brings, grid / sqrt(12).
 *
 * @param values Finite, at least one, shape (n).
 * @param grid Distance of two grid points, or null where the values have none.
 * @throws {RangeError} if there is no value, one is not finite, or `grid` is not positive.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { scaleFloor } from "recall-guard/math";
 *
 * assert.equal(scaleFloor([1, 2, 3], null), 1.4826);
 * assert.equal(scaleFloor([1, 1, 1], 0.1), 0.1 / Math.sqrt(12));
 * ```
 */
export function scaleFloor(values: ReadonlyArray<number>, grid: number | null): number {
  const sorted = sortedValues(values);
  if (grid !== null) checkGrid(grid);
  const median = lowerMedian(sorted);
  const deviations = sorted.map((value) => Math.abs(value - median)).sort((a, b) => a - b);
  return Math.max(NORMAL_MAD * lowerMedian(deviations), grid === null ? 0 : grid / Math.sqrt(12));
}

function sortedValues(values: ReadonlyArray<number>): ReadonlyArray<number> {
  if (values.length === 0) throw new RangeError("Cannot locate no values");
  checkFinite(values);
  return values.map((value) => value + 0).sort((a, b) => a - b);
}

function lowerMedian(sorted: ReadonlyArray<number>): number {
  return sorted[(sorted.length - 1) >> 1]!;
}

function mean(values: ReadonlyArray<number>): number {
  return exactSum(values) / values.length;
}
