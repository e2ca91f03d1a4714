import type { EnsembleSpec } from "./ensemble_spec.ts";

/** Who is asked, and how slowly they answer. */
export interface CostOptions {
  /** Retries of a request at most. */
  readonly maxRetries: number;
  readonly hasReference: boolean;
  /** Usual time of one answer, or null where it is not known. */
  readonly secondsPerRequest?: number | null;
}

/** What an ensemble can cost. */
export interface EnsembleCost {
  /** Every draw and its reference answer, every retry used; the ensemble's own budget does not lower it. */
  readonly worstCaseRequests: number;
  /** Wave after wave without a retry; null where no time per answer is given. */
  readonly estimatedSeconds: number | null;
}

/**
 * The requests that an ensemble can send at most, and the time it takes when all goes well.
 *
 * @throws {RangeError} if `maxRetries` is no count or `secondsPerRequest` is negative.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ensembleSpec, estimateCost } from "recall-guard/math";
 *
 * const spec = ensembleSpec({ draws: 100 });
 * const cost = estimateCost(spec, { maxRetries: 2, hasReference: true, secondsPerRequest: 3 });
 * assert.deepEqual(cost, { worstCaseRequests: 600, estimatedSeconds: 78 });
 * ```
 */
export function estimateCost(
  { draws, maxWorkers }: EnsembleSpec,
  { maxRetries, hasReference, secondsPerRequest = null }: CostOptions,
): EnsembleCost {
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new RangeError(`Cannot plan for ${maxRetries} retries`);
  if (secondsPerRequest !== null && !(secondsPerRequest >= 0)) {
    throw new RangeError(`Cannot plan for answers that take ${secondsPerRequest} s`);
  }
  const answers = hasReference ? 2 : 1;
  const waves = Math.ceil(draws / maxWorkers);
  return {
    worstCaseRequests: draws * answers * (1 + maxRetries),
    estimatedSeconds: secondsPerRequest === null ? null : waves * answers * secondsPerRequest,
  };
}
