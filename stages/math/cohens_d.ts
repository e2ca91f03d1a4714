import type { CiBound } from "./ci_bound.ts";
import { square } from "./elementary.ts";
import { normalCdf } from "./normal.ts";
import { standardErrors } from "./wilson.ts";

/** A standardised difference of two means. */
export interface CohensD extends CiBound {
  /** Large-sample standard error (Hedges & Olkin 1985, section 5.E). */
  readonly se: number;
}

/**
 * Cohen's d (1988): first mean minus second, in pooled sample standard deviations, with a normal interval.
 *
 * @param first A feature before the cutoff, finite, shape (n).
 * @param second The feature after it, finite, shape (m).
 * @returns null if a sample has fewer than two values or neither has a spread.
 * @throws {RangeError} if a value is not finite or `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { cohensD } from "recall-guard/math";
 *
 * assert.equal(cohensD(Float64Array.of(2, 4), Float64Array.of(1, 3))?.point.toFixed(6), "0.707107");
 * assert.equal(cohensD(Float64Array.of(1, 1), Float64Array.of(2, 2)), null);
 * ```
 */
export function cohensD(first: Float64Array, second: Float64Array, confidence = 0.95): CohensD | null {
  const bad = [...first, ...second].find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw new RangeError(`Cannot compare means: a value is ${bad}`);
  const [n, m] = [first.length, second.length];
  if (n < 2 || m < 2) return null;
  const a = moments(first);
  const b = moments(second);
  const spread = Math.sqrt((a.squares + b.squares) / (n + m - 2));
  if (spread <= ROUNDING * Math.max(Math.abs(a.mean), Math.abs(b.mean))) return null;
  const point = (a.mean - b.mean) / spread;
  const se = Math.sqrt(1 / n + 1 / m + square(point) / (2 * (n + m)));
  const half = standardErrors({ confidence }) * se;
  return { point, lo: point - half, hi: point + half, se };
}

/**
 * The area under the ROC curve of two normal samples with equal spreads whose means differ by d: the normal distribution
 * function at d / sqrt(2).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { aucOfD } from "recall-guard/math";
 *
 * assert.equal(aucOfD(0), 0.5);
 * assert.equal(aucOfD(0.67).toFixed(3), "0.682");
 * ```
 */
export function aucOfD(d: number): number {
  return normalCdf(d / Math.SQRT2);
}

/** A spread this small beside the means is what summing equal values leaves. */
const ROUNDING = 1e-12;

function moments(values: Float64Array): { readonly mean: number; readonly squares: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, squares: values.reduce((sum, value) => sum + square(value - mean), 0) };
}
