import type { ClusterLabels } from "./_clusters.ts";
import { differenceBound } from "./_difference_bound.ts";
import type { CiBound } from "./ci_bound.ts";
import { clusteredShare } from "./clustered_share.ts";
import type { IntervalOptions } from "./wilson.ts";

/** Right (1) and wrong (0) answers with each row's cluster, shape (n) both. */
export interface ClusteredHits {
  readonly hits: ArrayLike<number>;
  readonly labels: ClusterLabels;
}

/**
 * The difference of two shares over disjoint clusters, first minus second, such as accuracy before and after a model's
 * cutoff: the two {@link clusteredShare} intervals joined as Newcombe joins two score intervals (Zou & Donner 2008), so
 * that a perfect first half keeps its width.
 *
 * @returns null if a side has fewer than two clusters.
 * @throws {RangeError} if a value is neither 0 nor 1, lengths differ or `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusteredGap } from "recall-guard/math";
 *
 * const before = { hits: [1, 1, 1, 0], labels: ["a", "a", "b", "c"] };
 * const after = { hits: [1, 0, 0, 0], labels: ["d", "d", "e", "f"] };
 * const gap = clusteredGap(before, after)!;
 * assert.equal(gap.point, 0.5);
 * assert.ok(gap.lo < 0 && gap.hi > 0.5);
 * ```
 */
export function clusteredGap(
  first: ClusteredHits,
  second: ClusteredHits,
  options: IntervalOptions = {},
): CiBound | null {
  const a = clusteredShare(first.hits, first.labels, options);
  const b = clusteredShare(second.hits, second.labels, options);
  return a === null || b === null ? null : differenceBound(a, b);
}
