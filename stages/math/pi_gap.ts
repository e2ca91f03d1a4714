/** Accuracies before and after a model's cutoff. */
export interface AccuracyGap {
  /** Share of right answers before and after, in [0, 1]; null without rows. */
  readonly accBefore: number | null;
  readonly accAfter: number | null;
  /** Lower confidence bound of accBefore - accAfter; null where it could not be had. */
  readonly gapLo: number | null;
  /** Whether both periods hold the same tickers, questions and base rates: a change of regime looks like memory. */
  readonly strataMatch: boolean;
}

/** A share of memorised rows read from outcomes, or why it is not read. */
export interface PiGap {
  /** In (0, 1], or null with a `reason`. */
  readonly pi: number | null;
  readonly reason: string | null;
}

/**
 * The share of rows before the cutoff that must be memorised to explain the accuracy there, if memorised rows are
 * always right and the others as good as after it: (acc before - acc after) / (1 - acc after).
 *
 * @throws {RangeError} if an accuracy is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { piGap } from "recall-guard/math";
 *
 * const gap = { accBefore: 0.748, accAfter: 0.51, gapLo: 0.14, strataMatch: true };
 * assert.ok(Math.abs(piGap(gap).pi! - 0.4857142857142857) < 1e-15);
 * assert.equal(piGap({ ...gap, gapLo: -0.02 }).reason, "the gap's interval includes 0");
 * ```
 */
export function piGap({ accBefore, accAfter, gapLo, strataMatch }: AccuracyGap): PiGap {
  for (const acc of [accBefore, accAfter]) {
    if (acc !== null && !(acc >= 0 && acc <= 1))
      throw new RangeError(`Cannot read a gap from an accuracy of ${acc}`);
  }
  if (accBefore === null || accAfter === null) return missing("no rows on one side of the cutoff");
  if (!strataMatch) return missing("the periods differ in more than the cutoff");
  if (gapLo === null) return missing("the gap has no interval");
  if (!(gapLo > 0) || accBefore <= accAfter) return missing("the gap's interval includes 0");
  return { pi: (accBefore - accAfter) / (1 - accAfter), reason: null };
}

function missing(reason: string): PiGap {
  return { pi: null, reason };
}
