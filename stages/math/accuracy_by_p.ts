import { type TieBlocks, tieBlocks } from "./_tie_blocks.ts";

/** Accuracy of one part of the rows. */
export interface AccuracyBin {
  readonly rows: number;
  readonly accuracy: number;
}

/**
 * Accuracy of equally large parts of the rows, from the least to the most memorised: what memory lends shows as a rise.
 * Rows of equal p count as in random order, so that the order of the rows says nothing.
 *
 * @param pMemorized Probabilities of memorisation, shape (n).
 * @param correct 1 right, 0 wrong, shape (n).
 * @param bins Number of parts; 5 (quintiles) unless given. Parts without a row are left out.
 * @throws {RangeError} if lengths differ, a p is NaN, an answer is neither 0 nor 1, or `bins` is no positive integer.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { accuracyByP } from "recall-guard/math";
 *
 * const halves = accuracyByP([0.1, 0.2, 0.8, 0.9], [0, 1, 1, 1], 2);
 * assert.deepEqual(halves, [{ rows: 2, accuracy: 0.5 }, { rows: 2, accuracy: 1 }]);
 * ```
 */
export function accuracyByP(
  pMemorized: ArrayLike<number>,
  correct: ArrayLike<number>,
  bins = 5,
): ReadonlyArray<AccuracyBin> {
  if (!Number.isInteger(bins) || bins < 1) throw new RangeError(`Cannot make ${bins} parts`);
  const blocks = tieBlocks(pMemorized, correct, "ascending");
  const edges = Array.from({ length: bins + 1 }, (_, i) => Math.floor((i * correct.length) / bins));
  return edges.slice(1).flatMap((to, i) => {
    const from = edges[i]!;
    const right = rightAmong(blocks, to) - rightAmong(blocks, from);
    return to === from ? [] : [{ rows: to - from, accuracy: right / (to - from) }];
  });
}

/** Right answers expected among the first `rows`. */
function rightAmong({ count, sizes, right }: TieBlocks, rows: number): number {
  let [left, sum] = [rows, 0];
  for (let i = 0; i < count && left > 0; i++) {
    const taken = Math.min(left, sizes[i]!);
    sum += (right[i]! * taken) / sizes[i]!;
    left -= taken;
  }
  return sum;
}
