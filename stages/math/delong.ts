import { checkScores } from "./_check_scores.ts";
import { square } from "./elementary.ts";

/** An area under the ROC curve with the components of its variance (DeLong, DeLong & Clarke-Pearson 1988). */
export interface DeLong {
  readonly auc: number;
  /** Standard error of the area for scores taken as fixed; null where a class has a single row. */
  readonly se: number | null;
  /** Each member's share of controls below it, ties half, in the order of the rows, shape (members). */
  readonly v10: Float64Array;
  /** Each control's share of members above it, ties half, in the order of the rows, shape (controls). */
  readonly v01: Float64Array;
}

/**
 * DeLong's variance of the area under the ROC curve, in n log n by counting ties in sorted order (after Sun & Xu 2014):
 * se^2 = var(V10) / members + var(V01) / controls, sample variances.
 *
 * @param scores Higher is more member-like, shape (n).
 * @param labels 1 for members, 0 for controls, shape (n).
 * @returns null if a class has no row.
 * @throws {RangeError} if a score is NaN, a label is neither 0 nor 1, or the lengths differ.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { delong } from "recall-guard/math";
 *
 * const found = delong(Float64Array.of(0.9, 0.4, 0.4, 0.1), Uint8Array.of(1, 1, 0, 0));
 * assert.deepEqual([found?.auc, found?.v10], [0.875, Float64Array.of(1, 0.75)]);
 * ```
 */
export function delong(scores: Float64Array, labels: Uint8Array): DeLong | null {
  checkScores(scores, labels);
  const members = scores.filter((_, i) => labels[i] === 1);
  const controls = scores.filter((_, i) => labels[i] === 0);
  if (members.length === 0 || controls.length === 0) return null;
  const v10 = sharesBelow(members, controls.toSorted());
  const v01 = sharesBelow(controls, members.toSorted()).map((share) => 1 - share);
  return { auc: mean(v10), se: standardError(v10, v01), v10, v01 };
}

function standardError(v10: Float64Array, v01: Float64Array): number | null {
  if (v10.length < 2 || v01.length < 2) return null;
  return Math.sqrt(sampleVariance(v10) / v10.length + sampleVariance(v01) / v01.length);
}

function sharesBelow(scores: Float64Array, sorted: Float64Array): Float64Array {
  const n = sorted.length;
  return scores.map(
    (score) => (countBelow(sorted, score, false) + countBelow(sorted, score, true)) / (2 * n),
  );
}

/** How many sorted values are below `score`, or with `orEqual` not above it. */
function countBelow(sorted: Float64Array, score: number, orEqual: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = sorted[middle]!;
    if (value < score || (orEqual && value === score)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function sampleVariance(values: Float64Array): number {
  const centre = mean(values);
  let squares = 0;
  for (const value of values) squares += square(value - centre);
  return squares / (values.length - 1);
}
