import { type ClusterLabels, type Clusters, checkFinite, clustersOf, sumOf, sumsBy } from "./_clusters.ts";
import type { CiBound } from "./ci_bound.ts";
import { square } from "./elementary.ts";
import { studentTQuantile } from "./student_t.ts";
import { standardErrors } from "./wilson.ts";

/** Clusters of each kind below which {@link twoWayMean} is not to be trusted. */
export const MIN_TWO_WAY_CLUSTERS = 10;

/** A mean whose rows come in clusters of two kinds. */
export interface TwoWayMean {
  readonly bound: CiBound;
  readonly se: number;
  readonly df: number;
}

/**
 * The mean of rows clustered two ways, such as by date and by ticker (Cameron, Gelbach & Miller 2011): the variance is
 * the largest of V_a + V_b - V_ab, V_a and V_b, since the first can be too small or negative; min(G) - 1 degrees of
 * freedom.
 *
 * @param values Finite numbers, shape (n).
 * @param labels Each row's cluster of the first and of the second kind, shape (n) both.
 * @returns null with fewer than two clusters of a kind, or where nothing varies between them.
 * @throws {RangeError} if a value is not finite, lengths differ or `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { twoWayMean } from "recall-guard/math";
 *
 * const days = ["mon", "mon", "tue", "tue", "wed", "wed"];
 * const tickers = ["SPY", "QQQ", "SPY", "QQQ", "SPY", "QQQ"];
 * const { bound, df } = twoWayMean([1, 1, 0, 0, 1, 0], [days, tickers])!;
 * assert.deepEqual([bound.point, df], [0.5, 1]);
 * ```
 */
export function twoWayMean(
  values: ArrayLike<number>,
  labels: readonly [ClusterLabels, ClusterLabels],
  confidence = 0.95,
): TwoWayMean | null {
  standardErrors({ confidence });
  const a = clustersOf(labels[0], values.length);
  const b = clustersOf(labels[1], values.length);
  checkFinite(values);
  const df = Math.min(a.count, b.count) - 1;
  if (df < 1) return null;
  const point = sumOf(values) / values.length;
  const variance = (clusters: Clusters) => meanVariance(values, point, clusters);
  const both = variance(crossed(a, b));
  const se = Math.sqrt(Math.max(variance(a) + variance(b) - both, variance(a), variance(b)));
  if (se === 0) return null;
  const reach = studentTQuantile(1 - (1 - confidence) / 2, df) * se;
  return { bound: { point, lo: point - reach, hi: point + reach }, se, df };
}

function meanVariance(values: ArrayLike<number>, mean: number, clusters: Clusters): number {
  const residuals = sumsBy(clusters, (row) => values[row]! - mean);
  const squares = sumOf(residuals.map((residual) => residual * residual));
  return ((clusters.count / (clusters.count - 1)) * squares) / square(values.length);
}

function crossed(a: Clusters, b: Clusters): Clusters {
  const pairs = Array.from(a.codes, (code, row) => code * b.count + b.codes[row]!);
  return clustersOf(pairs, pairs.length);
}
