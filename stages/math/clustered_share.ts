import type { ClusterLabels } from "./_clusters.ts";
import type { CiBound } from "./ci_bound.ts";
import { clusteredMean } from "./clustered_mean.ts";
import { type IntervalOptions, wilsonInterval } from "./wilson.ts";

/**
 * {@link clusteredMean} of right (1) and wrong (0) answers, its interval cut to [0, 1]. Where nothing varies between
 * clusters, it is Wilson's at one answer a cluster, so that a perfect record keeps a width.
 *
 * @param hits 0 or 1, shape (n).
 * @param labels Each row's cluster, shape (n).
 * @returns null with fewer than two clusters.
 * @throws {RangeError} if a value is neither 0 nor 1, the lengths differ or `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusteredShare, wilsonInterval } from "recall-guard/math";
 *
 * const perfect = clusteredShare([1, 1, 1, 1], ["mon", "mon", "tue", "tue"]);
 * assert.deepEqual(perfect, wilsonInterval(2, 2));
 * ```
 */
export function clusteredShare(
  hits: ArrayLike<number>,
  labels: ClusterLabels,
  options: IntervalOptions = {},
): CiBound | null {
  for (let i = 0; i < hits.length; i++) {
    if (hits[i] !== 0 && hits[i] !== 1) throw new RangeError(`Cannot take a share: value ${i} is ${hits[i]}`);
  }
  const found = clusteredMean(hits, labels, options);
  if (found === null) return null;
  const { bound, mean, clusters } = found;
  if (bound === null) return wilsonInterval(mean * clusters, clusters, options);
  return { point: mean, lo: Math.max(0, bound.lo), hi: Math.min(1, bound.hi) };
}
