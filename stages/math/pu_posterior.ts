/**
 * The probability that a row dated before the cutoff is memorised, given that a share pi of such rows is: clip(1 - (1 -
 * pi)(1 - p) / p, 0, 1), p from a calibrator with balanced classes (learning from positive and unlabelled rows, Elkan
 * & Noto 2008).
 *
 * @param p The calibrator's probability, in [0, 1].
 * @param pi Share of memorised rows in the memorised corpus, in [0, 1].
 * @throws {RangeError} if a number is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { puPosterior } from "recall-guard/math";
 *
 * assert.equal(puPosterior(0.5, 0.25), 0.25);
 * assert.equal(puPosterior(0.3, 0.5), 0);
 * assert.equal(puPosterior(0.3, 1), 1);
 * ```
 */
export function puPosterior(p: number, pi: number): number {
  for (const share of [p, pi]) {
    if (!(share >= 0 && share <= 1))
      throw new RangeError(`Cannot correct a probability: ${share} is outside [0, 1]`);
  }
  if (pi === 1) return 1;
  return p === 0 ? 0 : Math.max(0, 1 - ((1 - pi) * (1 - p)) / p);
}
