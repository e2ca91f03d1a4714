import { square } from "./elementary.ts";
import { type IntervalOptions, standardErrors, wilsonInterval } from "./wilson.ts";

/** How many draws may be asked for. */
export interface CertifiableOptions extends IntervalOptions {
  /** 100,000 unless given. */
  readonly limit?: number;
}

/**
 * The smallest number of unanimous draws whose score interval lies at or above a target agreement: z^2 t / (1 - t),
 * rounded up.
 *
 * @param target An agreement in (0, 1).
 * @throws {RangeError} if `target` or `confidence` is outside (0, 1), or more than `limit` draws are needed.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { certifiableN } from "recall-guard/math";
 *
 * assert.equal(certifiableN(0.95), 73);
 * assert.equal(certifiableN(0.95, { tail: "one_sided" }), 52);
 * ```
 */
export function certifiableN(target: number, options: CertifiableOptions = {}): number {
  if (!(target > 0 && target < 1)) {
    throw new RangeError(`Cannot certify an agreement: expected a target in (0, 1), got ${target}`);
  }
  const { confidence = 0.95, tail = "two_sided", limit = 100_000 } = options;
  const isCertified = (n: number) => wilsonInterval(n, n, { confidence, tail })!.lo >= target;
  const estimate = (square(standardErrors({ confidence, tail })) * target) / (1 - target);
  let n = Math.max(1, Math.floor(estimate) - 1);
  while (n <= limit && !isCertified(n)) n++;
  if (n > limit) {
    throw new RangeError(
      `Cannot certify an agreement of ${target} within ${limit} draws at confidence ${confidence} (${tail})`,
    );
  }
  return n;
}

/** What a split must show. */
export interface SplitNeeds {
  /** Lattice positions that the draws occupy. */
  readonly positions: number;
  /** Draws below which no split is looked for. */
  readonly minDraws: number;
  /** Draws a position needs on average. */
  readonly minDensity: number;
}

/**
 * The smallest number of draws on which {@link detectMultimodal} can find a split.
 *
 * @throws {RangeError} if a number is not positive or `minDensity` is below 1.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { detectableSplitN } from "recall-guard/math";
 *
 * assert.equal(detectableSplitN({ positions: 6, minDraws: 8, minDensity: 1.5 }), 9);
 * ```
 */
export function detectableSplitN({ positions, minDraws, minDensity }: SplitNeeds): number {
  if (!(positions >= 1 && minDraws >= 1 && minDensity >= 1)) {
    throw new RangeError(
      `Cannot plan a split on ${positions} positions with ${minDraws} draws at ${minDensity} a position`,
    );
  }
  return Math.max(minDraws, Math.ceil(positions * minDensity));
}
