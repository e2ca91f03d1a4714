import { alternativeMoments } from "./_alternative_moments.ts";
import { clippedLogprobs } from "./_clipped_logprobs.ts";
import { lowest, lowestCount } from "./_lowest.ts";
import type { TokenTrace } from "./token_trace.ts";

/** A spread of alternatives below this, in nats, counts as this. */
const SPREAD_FLOOR = 1e-6;

/** The feature `min_k_pp` of an answer, and whether it can be trusted. */
export interface MinKPlusPlus {
  /** Mean of the lowest z-scores, in standard deviations. */
  readonly value: number;
  /** Whether the lowest slice reaches a position whose alternatives have no spread, so that its z-score is arbitrary. */
  readonly degenerate: boolean;
}

/**
 * Min-K%++ over the top alternatives (after Zhang et al. 2024, section 4, which takes the whole vocabulary): the mean
 * of the lowest max(1, trunc(k n)) values z = (l - mean) / max(std, 1e-6), l clipped below at -30, mean and population
 * standard deviation unweighted over the position's alternatives. NaN sorts last.
 *
 * @param k The share of positions in the lowest slice.
 * @throws {RangeError} if there is no token, a position has no alternatives, or `k` is not finite.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { minKPlusPlus } from "recall-guard/math";
 *
 * const flat = { logprobs: Float64Array.of(-1), alternatives: Float64Array.of(-1, -1), ends: Uint32Array.of(2) };
 * assert.deepEqual(minKPlusPlus(flat, 0.2), { value: 0, degenerate: true });
 * ```
 */
export function minKPlusPlus(trace: TokenTrace, k: number): MinKPlusPlus {
  const z = clippedLogprobs(trace);
  const { means, spreads } = alternativeMoments(trace);
  let lowestWithoutSpread = Number.POSITIVE_INFINITY;
  for (let i = 0; i < z.length; i++) {
    const spread = spreads[i]!;
    const score = (z[i]! - means[i]!) / Math.max(spread, SPREAD_FLOOR);
    z[i] = score;
    if (spread <= SPREAD_FLOOR && score < lowestWithoutSpread) lowestWithoutSpread = score;
  }
  const { mean, highest } = lowest(z, lowestCount(z.length, k));
  return { value: mean, degenerate: lowestWithoutSpread <= highest };
}
