import { betaCdf, betaQuantile } from "./_beta_distribution.ts";

/**
 * Student's t distribution function, through the incomplete beta function (Abramowitz & Stegun 26.7.1).
 *
 * @param t Any number.
 * @param df Degrees of freedom, positive.
 * @throws {RangeError} if `df` is not positive or `t` is NaN.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { studentTCdf } from "recall-guard/math";
 *
 * assert.equal(studentTCdf(0, 5), 0.5);
 * assert.ok(Math.abs(studentTCdf(1, 1) - 0.75) < 1e-14);
 * ```
 */
export function studentTCdf(t: number, df: number): number {
  checkDegrees(df);
  if (Number.isNaN(t)) throw new RangeError("Cannot take a t probability of NaN");
  const beyond = t * t < df ? 0.5 - inner(t, df) : outer(t, df);
  return t < 0 ? beyond : 1 - beyond;
}

/** P(0 < T < |t|), precise where t is small. */
function inner(t: number, df: number): number {
  return betaCdf((t * t) / (df + t * t), 0.5, df / 2) / 2;
}

/** P(T > |t|), precise where t is large. */
function outer(t: number, df: number): number {
  return betaCdf(df / (df + t * t), df / 2, 0.5) / 2;
}

/**
 * Student's t quantile.
 *
 * @param p A probability in (0, 1).
 * @param df Degrees of freedom, positive.
 * @throws {RangeError} if `p` is outside (0, 1) or `df` is not positive.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { studentTQuantile } from "recall-guard/math";
 *
 * assert.ok(Math.abs(studentTQuantile(0.975, 29) - 2.045229642132703) < 1e-12);
 * ```
 */
export function studentTQuantile(p: number, df: number): number {
  checkDegrees(df);
  if (!(p > 0 && p < 1)) {
    throw new RangeError(`Cannot take a t quantile: expected a probability in (0, 1), got ${p}`);
  }
  const size = halfWidth(p, df);
  return p < 0.5 ? -size : size;
}

/** The t that p lies from the middle, from whichever of its tails and its centre is small. */
function halfWidth(p: number, df: number): number {
  const inside = 2 * Math.abs(p - 0.5);
  if (inside < 0.5) {
    const share = betaQuantile(inside, 0.5, df / 2);
    return Math.sqrt((df * share) / (1 - share));
  }
  const share = betaQuantile(2 * Math.min(p, 1 - p), df / 2, 0.5);
  return Math.sqrt((df * (1 - share)) / share);
}

function checkDegrees(df: number): void {
  if (!(df > 0))
    throw new RangeError(`Cannot use a t distribution: expected degrees of freedom > 0, got ${df}`);
}
