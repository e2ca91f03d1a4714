import { betaQuantile } from "./_beta_distribution.ts";
import { checkConfidence, checkShare } from "./_check_confidence.ts";
import type { CiBound } from "./ci_bound.ts";

/**
 * The equal-tailed Jeffreys interval of a share, Beta(k + 1/2, n - k + 1/2), with the end at 0 or 1 where no or all
 * trials succeed (Brown, Cai & DasGupta 2001).
 *
 * @param k Successes.
 * @param n Trials.
 * @returns null for no trials.
 * @throws {RangeError} unless 0 <= k <= n and `confidence` is in (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { jeffreysInterval } from "recall-guard/math";
 *
 * assert.ok(Math.abs(jeffreysInterval(60, 64)!.lo - 0.8582329572672873) < 1e-12);
 * ```
 */
export function jeffreysInterval(k: number, n: number, confidence = 0.95): CiBound | null {
  return betaInterval(k, n, confidence, [0.5, 0.5]);
}

/**
 * The exact interval of a share (Clopper & Pearson 1934): never covers less than `confidence`.
 *
 * @param k Successes.
 * @param n Trials.
 * @returns null for no trials.
 * @throws {RangeError} unless 0 <= k <= n and `confidence` is in (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clopperPearsonInterval } from "recall-guard/math";
 *
 * assert.ok(Math.abs(clopperPearsonInterval(0, 20)!.hi - 0.1684334709830853) < 1e-12);
 * ```
 */
export function clopperPearsonInterval(k: number, n: number, confidence = 0.95): CiBound | null {
  return betaInterval(k, n, confidence, [0, 1]);
}

/** Quantiles of Beta(k + low, n - k + high) below and of Beta(k + high, n - k + low) above. */
function betaInterval(
  k: number,
  n: number,
  confidence: number,
  [low, high]: readonly [number, number],
): CiBound | null {
  checkConfidence(confidence);
  checkShare(k, n);
  if (n === 0) return null;
  const outside = (1 - confidence) / 2;
  const lo = k === 0 ? 0 : betaQuantile(outside, k + low, n - k + high);
  const hi = k === n ? 1 : 1 - betaQuantile(outside, n - k + low, k + high);
  return { point: k / n, lo: Math.min(k / n, lo), hi: Math.max(k / n, hi) };
}
