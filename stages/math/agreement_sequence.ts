import { betaSurvival } from "./_beta_distribution.ts";
import { checkConfidence, checkShare } from "./_check_confidence.ts";
import { logBeta } from "./_gamma.ts";
import { root } from "./_root.ts";
import type { CiBound } from "./ci_bound.ts";
import { log, log1p } from "./elementary.ts";

/** Both parameters of Jeffreys' prior. */
const PRIOR = 0.5;

/**
 * A confidence sequence of a share: however often it is looked at while draws arrive, the probability that it ever
 * misses the true share is at most 1 - confidence. It holds the p at which a Beta(1/2, 1/2) mixture bets less than
 * 1 / (1 - confidence) to 1 against p (Robbins 1970; Ville 1939).
 *
 * @param k Draws that agree so far.
 * @param n Draws so far, independent.
 * @returns null for no draws.
 * @throws {RangeError} unless 0 <= k <= n and `confidence` is in (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { agreementSequence } from "recall-guard/math";
 *
 * const { lo, hi } = agreementSequence(58, 64)!;
 * assert.ok(Math.abs(lo - 0.7459272649508226) < 1e-12);
 * assert.ok(Math.abs(hi - 0.9822328555488995) < 1e-12);
 * ```
 */
export function agreementSequence(k: number, n: number, confidence = 0.95): CiBound | null {
  checkConfidence(confidence);
  checkShare(k, n);
  if (n === 0) return null;
  const mixture = logBeta(PRIOR + k, PRIOR + n - k) - logBeta(PRIOR, PRIOR) + log(1 - confidence);
  const room = (p: number) => logLikelihood(p, k, n) - mixture;
  const point = k / n;
  const lo = k === 0 ? 0 : root(room, 0, point);
  const hi = k === n ? 1 : 1 - root((q) => room(1 - q), 0, 1 - point);
  return { point, lo: Math.min(point, lo), hi: Math.max(point, hi) };
}

/**
 * The log of the evidence (e-value) that a share is at least `target` against the share `target` itself, by a Beta(1/2,
 * 1/2) mixture cut to [target, 1]: at log(20) a claim errs with 5 % at most, however often it was looked at.
 *
 * @param k Draws that agree so far.
 * @param n Draws so far, independent.
 * @param target In (0, 1).
 * @throws {RangeError} unless 0 <= k <= n and `target` is in (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { agreementEvidence } from "recall-guard/math";
 *
 * assert.ok(Math.abs(agreementEvidence(58, 64, 0.8) - 1.5813335399720003) < 1e-12);
 * ```
 */
export function agreementEvidence(k: number, n: number, target: number): number {
  checkConfidence(target);
  checkShare(k, n);
  const logMass = (a: number, b: number) => logBeta(a, b) + log(betaSurvival(target, a, b));
  const mixture = logMass(PRIOR + k, PRIOR + n - k) - logMass(PRIOR, PRIOR);
  return mixture - logLikelihood(target, k, n);
}

function logLikelihood(p: number, k: number, n: number): number {
  return (k === 0 ? 0 : k * log(p)) + (k === n ? 0 : (n - k) * log1p(-p));
}
