import type { ClusterLabels } from "./_clusters.ts";
import { differenceBound } from "./_difference_bound.ts";
import type { CiBound } from "./ci_bound.ts";
import { clusteredMean } from "./clustered_mean.ts";
import { type IntervalOptions, wilsonInterval } from "./wilson.ts";

/** Right (1) and wrong (0) answers of two models to the same rows, with each row's cluster, shape (n) each. */
export interface PairedHits {
  readonly hits: ArrayLike<number>;
  readonly others: ArrayLike<number>;
  readonly labels: ClusterLabels;
}

/**
 * How much further one model's accuracy falls than another's between two sets of rows, such as before and after a cutoff:
 * the difference of the two gaps, paired by row and clustered. A change of regime moves both models and cancels. The two
 * sides' t intervals are joined as by {@link clusteredGap}; where a side does not vary, its interval is Wilson's at one
 * row a cluster, which is wide.
 *
 * @param first The rows before.
 * @param second The rows after.
 * @returns null if a side has fewer than two clusters.
 * @throws {RangeError} if a value is not finite, lengths differ or `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { gapDifference } from "recall-guard/math";
 *
 * const before = { hits: [1, 1, 1, 0], others: [0, 1, 0, 0], labels: ["a", "b", "c", "d"] };
 * const after = { hits: [1, 0, 0, 1], others: [0, 1, 0, 1], labels: ["e", "f", "g", "h"] };
 * assert.equal(gapDifference(before, after)?.point, 0.5);
 * ```
 */
export function gapDifference(
  first: PairedHits,
  second: PairedHits,
  options: IntervalOptions = {},
): CiBound | null {
  const a = advantage(first, options);
  const b = advantage(second, options);
  return a === null || b === null ? null : differenceBound(a, b);
}

/** The mean of hits minus the other's hits, in [-1, 1]. */
function advantage({ hits, others, labels }: PairedHits, options: IntervalOptions): CiBound | null {
  if (others.length !== hits.length) {
    throw new RangeError(`Cannot pair ${hits.length} answers with ${others.length}`);
  }
  const differences = Float64Array.from(hits, (hit, row) => hit - others[row]!);
  const found = clusteredMean(differences, labels, options);
  if (found === null) return null;
  const { mean, clusters } = found;
  const { lo, hi } =
    found.bound ?? stretched(wilsonInterval(((mean + 1) / 2) * clusters, clusters, options)!);
  return { point: mean, lo: Math.max(-1, lo), hi: Math.min(1, hi) };
}

/** From [0, 1] to [-1, 1]. */
function stretched({ lo, hi }: CiBound): Pick<CiBound, "lo" | "hi"> {
  return { lo: 2 * lo - 1, hi: 2 * hi - 1 };
}
