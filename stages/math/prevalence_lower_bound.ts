import { type Count, newcombeDiff } from "./newcombe_diff.ts";

/** How large a share of the memorised corpus is memorised. */
export interface Prevalence {
  /** (TPR - FPR) / (1 - FPR), cut to [0, 1]. */
  readonly piHat: number;
  /** Lower confidence bound of it, at least 0. */
  readonly piLo: number;
}

/**
 * A lower bound of the share of memorised rows from one threshold that few control rows pass: memorised rows pass with
 * probability 1 at best, so that TPR <= pi + (1 - pi) FPR (after Blanchard, Lee & Scott 2010). It misses weak signals:
 * rows that are memorised but do not pass count as clean.
 *
 * @param members Rows of the memorised corpus above the threshold (k) of all (n).
 * @param controls The same for control rows.
 * @param confidence One-sided, of Newcombe's bound of TPR - FPR; 0.95 unless given.
 * @returns null if a corpus has no rows, or every control row passes.
 * @throws {RangeError} unless 0 <= k <= n in both and `confidence` is in (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { prevalenceLowerBound } from "recall-guard/math";
 *
 * const { piHat, piLo } = prevalenceLowerBound({ k: 96, n: 200 }, { k: 10, n: 200 })!;
 * assert.ok(Math.abs(piHat - 0.45263157894736844) < 1e-12);
 * assert.ok(Math.abs(piLo - 0.3834626520862993) < 1e-12);
 * ```
 */
export function prevalenceLowerBound(members: Count, controls: Count, confidence = 0.95): Prevalence | null {
  const gap = newcombeDiff(members, controls, { confidence, tail: "one_sided" });
  if (gap === null || controls.k === controls.n) return null;
  const room = 1 - controls.k / controls.n;
  return { piHat: cut(gap.point / room), piLo: cut(gap.lo / room) };
}

function cut(share: number): number {
  return Math.min(1, Math.max(0, share));
}
