import { checkScores } from "./_check_scores.ts";

/**
 * Area under the ROC curve: the share of (member, control) pairs in which the member scores higher, ties counting half
 * (Hanley & McNeil 1982). Exact up to one division.
 *
 * @param scores Higher is more member-like, shape (n).
 * @param labels 1 for members, 0 for controls, shape (n).
 * @returns null if a class has no row.
 * @throws {RangeError} if a score is NaN, a label is neither 0 nor 1, or the lengths differ.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { auc } from "recall-guard/math";
 *
 * assert.equal(auc(Float64Array.of(0.9, 0.4, 0.4, 0.1), Uint8Array.of(1, 1, 0, 0)), 0.875);
 * ```
 */
export function auc(scores: Float64Array, labels: Uint8Array): number | null {
  checkScores(scores, labels);
  const members = scores.filter((_, i) => labels[i] === 1).sort();
  const controls = scores.filter((_, i) => labels[i] === 0).sort();
  if (members.length === 0 || controls.length === 0) return null;
  let wins = 0;
  let below = 0;
  let upTo = 0;
  for (const score of members) {
    while (below < controls.length && controls[below]! < score) below++;
    while (upTo < controls.length && controls[upTo]! <= score) upTo++;
    wins += (below + upTo) / 2;
  }
  return wins / (members.length * controls.length);
}
