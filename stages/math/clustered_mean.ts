import { type ClusterMoments, clusterMoments } from "./_cluster_moments.ts";
import type { ClusterLabels } from "./_clusters.ts";
import type { CiBound } from "./ci_bound.ts";
import { studentTQuantile } from "./student_t.ts";
import { type IntervalOptions, standardErrors } from "./wilson.ts";

/** A mean whose rows come in clusters. */
export interface ClusteredMean {
  /** null where nothing varies between clusters, so that no width can be told. */
  readonly bound: CiBound | null;
  readonly mean: number;
  /** Cluster-robust standard error. */
  readonly se: number;
  /** Degrees of freedom of its t. */
  readonly df: number;
  readonly clusters: number;
}

/**
 * The mean of clustered rows with its t interval: variance G/(G-1) sum_c (sum of residuals in c)^2 / n^2, G - 1 degrees
 * of freedom (Liang & Zeger 1986; Cameron & Miller 2015, section III).
 *
 * @param values Finite numbers, shape (n).
 * @param labels Each row's cluster, such as its date, shape (n).
 * @returns null with fewer than two clusters.
 * @throws {RangeError} if a value is not finite, the lengths differ or `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusteredMean } from "recall-guard/math";
 *
 * const days = ["mon", "mon", "tue", "tue", "wed", "wed"];
 * const { bound, df } = clusteredMean([1, 1, 0, 0, 1, 0], days)!;
 * assert.deepEqual([bound?.point, df], [0.5, 2]);
 * assert.equal(clusteredMean([1, 1], ["mon", "mon"]), null);
 * ```
 */
export function clusteredMean(
  values: ArrayLike<number>,
  labels: ClusterLabels,
  options: IntervalOptions = {},
): ClusteredMean | null {
  standardErrors(options);
  const found = clusterMoments(values, labels);
  if (found === null) return null;
  const df = found.clusters - 1;
  return { bound: tInterval(found, df, options), df, ...found };
}

function tInterval({ mean, se }: ClusterMoments, df: number, options: IntervalOptions): CiBound | null {
  if (se === 0) return null;
  const { confidence = 0.95, tail = "two_sided" } = options;
  const outside = tail === "one_sided" ? 1 - confidence : (1 - confidence) / 2;
  const reach = studentTQuantile(1 - outside, df) * se;
  return { point: mean, lo: mean - reach, hi: mean + reach };
}
