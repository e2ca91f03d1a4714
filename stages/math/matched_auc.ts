import { checkScores } from "./_check_scores.ts";
import type { CiBound } from "./ci_bound.ts";
import { square } from "./elementary.ts";
import { wilsonInterval } from "./wilson.ts";

/** The share of matched pairs that the member wins. */
export interface MatchedAuc {
  /** (member row, control row) of each pair. */
  readonly pairs: ReadonlyArray<readonly [number, number]>;
  /** Share of pairs in which the member scores higher, ties half, with a score interval (Wilson 1927). */
  readonly auc: CiBound;
}

/**
 * One-to-one matching without replacement: each member in turn takes the nearest free control within a caliper (after
 * Austin 2011). For description only: as a test of memory it errs in 10.8 % of clean models at nominal 2.5 %; use
 * `overlapWeightedAuc()`.
 *
 * @param scores Higher is more member-like, shape (n).
 * @param labels 1 for members, 0 for controls, shape (n).
 * @param logits Log-odds of being a member given what the prompt looks like, finite, shape (n).
 * @param caliper Largest distance of a pair, in pooled standard deviations of the logits; 0.2 unless given.
 * @returns null if no pair lies within the caliper.
 * @throws {RangeError} if the shapes disagree, a score is NaN or a logit is not finite.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { matchedAuc } from "recall-guard/math";
 *
 * const labels = Uint8Array.of(1, 1, 0, 0);
 * const found = matchedAuc(Float64Array.of(4, 1, 2, 3), labels, Float64Array.of(0, 5, 0.1, 1));
 * assert.deepEqual([found?.pairs, found?.auc.point], [[[0, 2]], 1]);
 * ```
 */
export function matchedAuc(
  scores: Float64Array,
  labels: Uint8Array,
  logits: Float64Array,
  caliper = 0.2,
): MatchedAuc | null {
  checkScores(scores, labels);
  if (logits.length !== labels.length || !logits.every(Number.isFinite)) {
    throw new RangeError(`Cannot match ${labels.length} rows: expected as many finite logits`);
  }
  const rowsOf = (label: number) => [...labels.keys()].filter((row) => labels[row] === label);
  const reach = caliper * pooledSd(logits, rowsOf(1), rowsOf(0));
  const free = new Set(rowsOf(0));
  const pairs: Array<readonly [number, number]> = [];
  for (const member of rowsOf(1)) {
    const control = nearest(logits, member, free);
    if (control === null || Math.abs(logits[member]! - logits[control]!) > reach) continue;
    free.delete(control);
    pairs.push([member, control]);
  }
  const wins = pairs.reduce((sum, [a, b]) => sum + (1 + Math.sign(scores[a]! - scores[b]!)) / 2, 0);
  const bound = wilsonInterval(wins, pairs.length);
  return bound === null ? null : { pairs, auc: bound };
}

function nearest(logits: Float64Array, member: number, free: ReadonlySet<number>): number | null {
  let best: number | null = null;
  const distance = (control: number) => Math.abs(logits[member]! - logits[control]!);
  for (const control of free) {
    if (best === null || distance(control) < distance(best)) best = control;
  }
  return best;
}

/** sqrt of the mean of the classes' sample variances; a class of one row has none. */
function pooledSd(values: Float64Array, ...classes: ReadonlyArray<ReadonlyArray<number>>): number {
  const variances = classes.map((rows) => {
    const mean = rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;
    return rows.length < 2
      ? 0
      : rows.reduce((sum, row) => sum + square(values[row]! - mean), 0) / (rows.length - 1);
  });
  return Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0) / classes.length);
}
