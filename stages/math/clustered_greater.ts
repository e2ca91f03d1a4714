import { clusterMoments } from "./_cluster_moments.ts";
import type { ClusterLabels } from "./_clusters.ts";
import { studentTCdf } from "./student_t.ts";

/** A one-sided test of a mean against 0. */
export interface ClusteredTest {
  readonly mean: number;
  readonly se: number;
  /** null where the standard error is 0. */
  readonly t: number | null;
  readonly df: number;
  /** P(at least this large if the mean were 0). */
  readonly p: number;
}

/**
 * One-sided t test that the mean of clustered values, such as paired differences, is above 0. Where nothing varies
 * between clusters, it is the sign test over clusters: 2^-G for a positive mean, 1 otherwise.
 *
 * @param values Finite numbers, shape (n).
 * @param labels Each row's cluster, shape (n).
 * @returns null with fewer than two clusters.
 * @throws {RangeError} if a value is not finite or the lengths differ.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusteredGreater } from "recall-guard/math";
 *
 * const days = ["mon", "tue", "wed"];
 * assert.ok(Math.abs(clusteredGreater([1, 0, -1], days)!.p - 0.5) < 1e-15);
 * assert.equal(clusteredGreater([1, 1, 1], days)!.p, 1 / 8);
 * ```
 */
export function clusteredGreater(values: ArrayLike<number>, labels: ClusterLabels): ClusteredTest | null {
  const found = clusterMoments(values, labels);
  if (found === null) return null;
  const { mean, se, clusters } = found;
  const df = clusters - 1;
  if (se === 0) return { mean, se, t: null, df, p: mean > 0 ? 2 ** -clusters : 1 };
  return { mean, se, t: mean / se, df, p: studentTCdf(-mean / se, df) };
}
