import { checkFinite, sumOf } from "./_clusters.ts";
import { square } from "./elementary.ts";

/** Answers with what memory leaves of them, in the order of the rows, shape (n) each. */
export interface DiscountedAnswers {
  /** Stated confidences in [0, 1]. */
  readonly confidence: ArrayLike<number>;
  /** Probabilities of memorisation in [0, 1]. */
  readonly pMemorized: ArrayLike<number>;
  /** 1 right, 0 wrong. */
  readonly correct: ArrayLike<number>;
}

/** How much must be left for a number. */
export interface CleanLimits {
  /** Least effective rows; 30 unless given. */
  readonly minNEff?: number;
  /** Least mean clean weight; 0.05 unless given. */
  readonly minShare?: number;
}

/** The accuracy of what is left when memory is discounted. */
export interface MemguardAccuracy {
  /** null with a `reason`. */
  readonly accuracy: number | null;
  /** mean(1 - p), the clean-weight share; null for no rows. */
  readonly cleanShare: number | null;
  /** Kish's effective number of rows, (sum w)^2 / sum w^2, w = confidence (1 - p). */
  readonly nEff: number;
  readonly reason: string | null;
}

/**
 * Accuracy with each row weighted by its confidence and the probability that it is not memorised: sum c (1 - p) ok /
 * sum c (1 - p), the effective rows after Kish 1965. Where too little is left, there is no number.
 *
 * @throws {RangeError} if lengths differ or a number is not finite.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { memguardAccuracy } from "recall-guard/math";
 *
 * const answers = { confidence: [1, 1], pMemorized: [0, 0.5], correct: [0, 1] };
 * assert.equal(memguardAccuracy(answers, { minNEff: 1 }).accuracy, 1 / 3);
 * assert.equal(memguardAccuracy(answers).accuracy, null);
 * ```
 */
export function memguardAccuracy(
  { confidence, pMemorized, correct }: DiscountedAnswers,
  { minNEff = 30, minShare = 0.05 }: CleanLimits = {},
): MemguardAccuracy {
  const n = correct.length;
  if (confidence.length !== n || pMemorized.length !== n) {
    throw new RangeError(
      `Cannot weight ${n} rows by ${confidence.length} confidences and ${pMemorized.length} p`,
    );
  }
  for (const numbers of [confidence, pMemorized, correct]) checkFinite(numbers);
  if (n === 0) return { accuracy: null, cleanShare: null, nEff: 0, reason: "no rows" };
  const weight = (row: number) => confidence[row]! * (1 - pMemorized[row]!);
  const total = sumBy(n, weight);
  const nEff = total === 0 ? 0 : square(total) / sumBy(n, (row) => square(weight(row)));
  const cleanShare = 1 - sumOf(pMemorized) / n;
  const reason = shortage(nEff, cleanShare, { minNEff, minShare });
  if (reason !== null) return { accuracy: null, cleanShare, nEff, reason };
  return {
    accuracy: sumBy(n, (row) => weight(row) * correct[row]!) / total,
    cleanShare,
    nEff,
    reason,
  };
}

function sumBy(rows: number, value: (row: number) => number): number {
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += value(row);
  return sum;
}

function shortage(nEff: number, cleanShare: number, limits: Required<CleanLimits>): string | null {
  const left = "nothing left to score";
  if (nEff === 0) return `${left}: no row has weight`;
  if (cleanShare < limits.minShare) {
    return `${left}: clean share ${cleanShare.toFixed(3)} below ${limits.minShare}`;
  }
  if (nEff < limits.minNEff) return `${left}: ${nEff.toFixed(1)} effective rows of ${limits.minNEff}`;
  return null;
}
