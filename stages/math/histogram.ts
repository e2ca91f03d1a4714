/** Bins of one width over a range. */
export interface HistogramRange {
  readonly lo: number;
  readonly hi: number;
  /** How many; 1 or more. */
  readonly bins: number;
}

/**
 * How many values lie in each bin of a range; the outer bins hold what lies beyond it, and a value on an edge belongs to
 * the bin that it begins.
 *
 * @param values In the unit of the range, shape (n), none of them NaN.
 * @returns Counts, shape (bins).
 * @throws {RangeError} if the range is empty or has no bin.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { histogram } from "recall-guard/math";
 *
 * assert.deepEqual(histogram([-9, 0, 0.5, 1, 7], { lo: 0, hi: 2, bins: 2 }), [3, 2]);
 * ```
 */
export function histogram(values: Iterable<number>, { lo, hi, bins }: HistogramRange): Array<number> {
  if (!(lo < hi && Number.isInteger(bins) && bins >= 1))
    throw new RangeError(`Cannot count in ${bins} bins from ${lo} to ${hi}`);
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.floor(((value - lo) / (hi - lo)) * bins);
    const held = Math.min(Math.max(bin, 0), bins - 1);
    counts[held] = (counts[held] ?? 0) + 1;
  }
  return counts;
}
