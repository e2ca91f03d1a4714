import { clippedLogprobs } from "./_clipped_logprobs.ts";
import { lowest, lowestCount } from "./_lowest.ts";
import { minKPlusPlus } from "./min_k_plus_plus.ts";
import type { TokenTrace } from "./token_trace.ts";
import { zlibLength } from "./zlib_length.ts";

/** The names of the feature set `classic`, in the order of a feature table's columns. */
export const FEATURES = ["loss", "min_k", "min_k_pp", "zlib_ratio", "ref_delta"] as const;

/** One of the five membership features. */
export type FeatureName = (typeof FEATURES)[number];

/** The membership features of one answer, in nats; null is a feature that this answer does not have. */
export type Features = { readonly [F in FeatureName]: number | null };

/**
 * The five membership features of one answer: `loss`, `min_k` (Shi et al. 2024, Min-K%), `min_k_pp` (after Zhang et
 * al. 2024, Min-K%++, over the top alternatives instead of the vocabulary), `zlib_ratio` (Carlini et al. 2021) and
 * `ref_delta`. Sampled log-probabilities are clipped below at -30, alternatives are not; NaN counts as -30.
 *
 * @param text The answer's text, which `zlib_ratio` compresses.
 * @param referenceLoss {@link loss} of the reference model's answer to the same prompt, or null without one.
 * @param k The share of tokens in the lowest slice, which holds max(1, trunc(k n)) of n.
 * @throws {RangeError} if there is no token, a position has no alternatives, `k` or `referenceLoss` is not finite,
 * or the text has a lone surrogate.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { features } from "recall-guard/math";
 *
 * const trace = {
 *   logprobs: Float64Array.of(-0.5, -1),
 *   alternatives: Float64Array.of(-0.5, -2.5, -1, -2),
 *   ends: Uint32Array.of(2, 4),
 * };
 * const { loss, min_k, min_k_pp, ref_delta } = features("up", trace, 0.5);
 * assert.deepEqual([loss, min_k, min_k_pp, ref_delta], [0.75, -1, 1, 0.25]);
 * ```
 */
export function features(text: string, trace: TokenTrace, referenceLoss: number | null, k = 0.2): Features {
  if (referenceLoss !== null && !Number.isFinite(referenceLoss)) {
    throw new RangeError(`Cannot compare with the reference: its loss is ${referenceLoss}`);
  }
  const logprobs = clippedLogprobs(trace);
  const n = logprobs.length;
  const total = sum(logprobs);
  const ownLoss = -(total / n);
  return {
    loss: ownLoss,
    min_k: lowest(logprobs, lowestCount(n, k)).mean,
    min_k_pp: minKPlusPlus(trace, k).value,
    zlib_ratio: text === "" ? 0 : -total / zlibLength(text),
    ref_delta: referenceLoss === null ? null : ownLoss - referenceLoss,
  };
}

/**
 * Mean negative log-probability of an answer's tokens, in nats, each clipped at 30; the alternatives do not count.
 *
 * @throws {RangeError} if there is no token.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loss } from "recall-guard/math";
 *
 * const none = { alternatives: new Float64Array(0), ends: new Uint32Array(2) };
 * assert.equal(loss({ logprobs: Float64Array.of(-0.5, -99), ...none }), 15.25);
 * ```
 */
export function loss(trace: TokenTrace): number {
  const logprobs = clippedLogprobs(trace);
  return -(sum(logprobs) / logprobs.length);
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
}
