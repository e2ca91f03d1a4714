import { auc } from "./auc.ts";

/** Areas closer than this count as equal. */
const TIE = 1e-12;
/** Beyond it the number of labellings is no double. */
const MAX_ROWS = 500;

/** Exact permutation p-values of an area under the ROC curve for fixed scores. */
export interface ExactPermutation {
  /** Share of the labellings whose area is at least the observed one. */
  readonly pGreater: number;
  /** Share of the labellings whose area is at least as far from 1/2. */
  readonly pTwoSided: number;
  /** Number of labellings with the same class sizes. */
  readonly arrangements: number;
}

/**
 * The exact permutation test of the area under the ROC curve: all labellings of fixed scores with the same class sizes,
 * counted by their rank sums (Mann & Whitney 1947, with ties by midranks). Counts above 2^53 are rounded.
 *
 * @param scores Higher is more member-like, shape (n).
 * @param labels 1 for members, 0 for controls, shape (n).
 * @returns null if a class has no row.
 * @throws {RangeError} where {@link auc} does, or for more than 500 rows.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { aucPermutationExact } from "recall-guard/math";
 *
 * const exact = aucPermutationExact(Float64Array.of(4, 3, 2, 1), Uint8Array.of(1, 1, 0, 0));
 * assert.deepEqual(exact, { pGreater: 1 / 6, pTwoSided: 2 / 6, arrangements: 6 });
 * ```
 */
export function aucPermutationExact(scores: Float64Array, labels: Uint8Array): ExactPermutation | null {
  if (scores.length > MAX_ROWS) throw new RangeError(`Cannot count the labellings of ${scores.length} rows`);
  const observed = auc(scores, labels);
  if (observed === null) return null;
  const members = labels.reduce((count, label) => count + label, 0);
  const controls = labels.length - members;
  const counts = countsByRankSum(doubledMidranks(scores), members);
  const lowest = members * (members + 1);
  let total = 0;
  let greater = 0;
  let extreme = 0;
  counts.forEach((count, doubledSum) => {
    const area = (doubledSum - lowest) / (2 * members * controls);
    total += count;
    if (area >= observed - TIE) greater += count;
    if (Math.abs(area - 0.5) >= Math.abs(observed - 0.5) - TIE) extreme += count;
  });
  return { pGreater: greater / total, pTwoSided: extreme / total, arrangements: total };
}

/** Twice the rank of each score, ties sharing their mean rank. */
function doubledMidranks(scores: Float64Array): Uint32Array {
  const sorted = scores.toSorted();
  return Uint32Array.from(scores, (score) => {
    const first = sorted.indexOf(score);
    const last = sorted.lastIndexOf(score);
    return first + last + 2;
  });
}

/** How many choices of `size` ranks have each sum. */
function countsByRankSum(ranks: Uint32Array, size: number): Float64Array {
  const width = ranks
    .toSorted()
    .subarray(ranks.length - size)
    .reduce((sum, rank) => sum + rank, 1);
  const counts = Array.from({ length: size + 1 }, () => new Float64Array(width));
  counts[0]![0] = 1;
  ranks.forEach((rank, met) => {
    for (let k = Math.min(size, met + 1); k > 0; k--) {
      for (let sum = rank; sum < width; sum++) counts[k]![sum]! += counts[k - 1]![sum - rank]!;
    }
  });
  return counts[size]!;
}
