import type { CiBound } from "./ci_bound.ts";
import { square } from "./elementary.ts";
import { standardErrors } from "./wilson.ts";

/** A mean of independent rows. */
export interface GroupMean {
  readonly mean: number;
  /** Standard deviation of the rows, in the unit of the mean. */
  readonly sd: number;
  readonly n: number;
}

/** A difference of means. */
export interface MeanDifference {
  readonly bound: CiBound;
  readonly se: number;
}

/**
 * Difference in differences: how much a paired premium, such as that of identified over anonymised prompts, falls from
 * before the cutoff to after it, with a normal interval.
 *
 * @param before The premium on rows before the cutoff.
 * @param after The premium on rows after it.
 * @returns null if a side has fewer than two rows or neither varies.
 * @throws {RangeError} if a mean is not finite, a deviation is negative or `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { differenceInDifferences } from "recall-guard/math";
 *
 * const premium = { mean: 0.5, sd: 0.3, n: 100 };
 * const { bound } = differenceInDifferences(premium, { mean: 0.2, sd: 0.4, n: 100 })!;
 * assert.ok(Math.abs(bound.lo - (0.3 - 1.959963984540054 * 0.05)) < 1e-12);
 * ```
 */
export function differenceInDifferences(
  before: GroupMean,
  after: GroupMean,
  confidence = 0.95,
): MeanDifference | null {
  const z = standardErrors({ confidence });
  for (const { mean, sd } of [before, after]) {
    if (!(Number.isFinite(mean) && sd >= 0))
      throw new RangeError(`Cannot compare a mean of ${mean} with sd ${sd}`);
  }
  if (before.n < 2 || after.n < 2) return null;
  const se = Math.sqrt(square(before.sd) / before.n + square(after.sd) / after.n);
  if (se === 0) return null;
  const point = before.mean - after.mean;
  return { bound: { point, lo: point - z * se, hi: point + z * se }, se };
}
