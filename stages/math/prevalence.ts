import { checkScores } from "./_check_scores.ts";
import type { Count } from "./newcombe_diff.ts";
import { type Prevalence, prevalenceLowerBound } from "./prevalence_lower_bound.ts";
import { quantile } from "./quantile.ts";

/** Out-of-fold scores, shape (n) each. */
export interface ScoredFolds {
  /** Higher is more member-like; a row's score comes from a fit that did not see it. */
  readonly scores: Float64Array;
  /** 1 for the memorised corpus, 0 for controls. */
  readonly labels: Uint8Array;
  /** A row's fold. */
  readonly folds: ArrayLike<number>;
}

/** How to look for memorised rows. */
export interface PrevalenceOptions {
  /** Share of the other folds' control rows below the threshold, in (0, 1); 0.95 unless given. */
  readonly level?: number;
  /** One-sided confidence of the bound, in (0, 1); 0.95 unless given. */
  readonly confidence?: number;
}

/**
 * {@link prevalenceLowerBound} at thresholds that no row had a part in: a row passes if it scores above the 95th
 * percentile of the control rows of the *other* folds.
 *
 * @returns null if a corpus is empty or all control rows lie in one fold.
 * @throws {RangeError} if lengths differ, a score is NaN, a label is neither 0 nor 1 or an option is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { prevalence } from "recall-guard/math";
 *
 * const scores = Float64Array.from({ length: 80 }, (_, row) => (row < 40 ? 1 : 0) + (row % 8) / 100);
 * const labels = Uint8Array.from(scores, (_, row) => (row < 40 ? 1 : 0));
 * const folds = Array.from(scores, (_, row) => row % 5);
 * const { piHat, piLo } = prevalence({ scores, labels, folds })!;
 * assert.ok(piHat > 0.99 && piLo > 0.9);
 * ```
 */
export function prevalence(
  { scores, labels, folds }: ScoredFolds,
  { level = 0.95, confidence = 0.95 }: PrevalenceOptions = {},
): Prevalence | null {
  checkScores(scores, labels);
  if (folds.length !== scores.length) {
    throw new RangeError(`Cannot score: ${scores.length} scores but ${folds.length} folds`);
  }
  const thresholds = new Map<number, number>();
  for (const fold of new Set(Array.from(folds))) {
    const others = scores.filter((_, row) => labels[row] === 0 && folds[row] !== fold).sort();
    if (others.length === 0) return null;
    thresholds.set(fold, quantile(others, level));
  }
  const passing = (label: number): Count => {
    const rows = [...scores.keys()].filter((row) => labels[row] === label);
    return { k: rows.filter((row) => scores[row]! > thresholds.get(folds[row]!)!).length, n: rows.length };
  };
  return prevalenceLowerBound(passing(1), passing(0), confidence);
}
