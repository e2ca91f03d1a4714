import type { CiBound } from "./ci_bound.ts";

/** Whether a model knows outcomes from before its cutoff. */
export type OutcomeRecall = "yes" | "no" | "unknown";

/** The accuracy gaps, as shares in [-1, 1] with clustered intervals. */
export interface OutcomeGaps {
  /** Accuracy before the model's cutoff minus accuracy after it; null where either side has no rows. */
  readonly gap: CiBound | null;
  /**
   * The gap minus that of a model with an earlier cutoff over the same rows, which a change of regime moves alike; null
   * where there is no such model.
   */
  readonly difference: CiBound | null;
}

/** A finding and the sentence that says it, with the number that decided it. */
export interface OutcomeFinding {
  readonly recall: OutcomeRecall;
  readonly sentence: string;
}

/** A gap that an interval has to exclude before recall is denied. */
const MARGIN = 0.1;

/**
 * Whether a model recalls outcomes: `yes` if the gap's interval, and the difference's where there is one, lie above 0;
 * `no` if the gap's interval reaches 0 and excludes a gap of `margin`; else `unknown`.
 *
 * @param margin 0.1 unless given.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { outcomeRecall } from "recall-guard/math";
 *
 * const gap = { point: 0.37, lo: 0.27, hi: 0.44 };
 * assert.deepEqual(outcomeRecall({ gap, difference: null }), {
 *   recall: "yes",
 *   sentence: "Accuracy is 37 points [27, 44] higher before the cutoff than after it",
 * });
 * ```
 */
export function outcomeRecall({ gap, difference }: OutcomeGaps, margin = MARGIN): OutcomeFinding {
  if (gap === null)
    return { recall: "unknown", sentence: "There are no judged rows on both sides of the cutoff" };
  if (gap.lo > 0) {
    if (difference === null || difference.lo > 0) return { recall: "yes", sentence: says(gap, difference) };
    return {
      recall: "unknown",
      sentence: `${says(gap, difference)}: a change of regime explains the gap as well`,
    };
  }
  if (gap.hi <= margin) return { recall: "no", sentence: says(gap, difference) };
  return {
    recall: "unknown",
    sentence: `${says(gap, difference)}: neither no gap nor one of ${points(margin)} points is excluded`,
  };
}

function says(gap: CiBound, difference: CiBound | null): string {
  const [size, lo, hi] = [points(Math.abs(gap.point)), points(gap.lo), points(gap.hi)];
  const own =
    gap.point < 0
      ? `Accuracy is ${size} points lower before the cutoff than after it, a gap of ${points(gap.point)} [${lo}, ${hi}]`
      : `Accuracy is ${size} points [${lo}, ${hi}] higher before the cutoff than after it`;
  if (difference === null) return own;
  const { point, lo: low, hi: high } = difference;
  return `${own}, and the gap exceeds that of a model with an earlier cutoff on the same rows by ${points(point)} [${points(low)}, ${points(high)}]`;
}

/** A share in whole percentage points, never -0. */
function points(share: number): string {
  return String(Math.round(100 * share) + 0);
}
