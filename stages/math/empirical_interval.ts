import { checkConfidence } from "./_check_confidence.ts";

/**
 * The range that holds the middle of the values, its ends observed values and never inside the exact quantiles. It
 * describes the draws; it is no confidence interval of their mean.
 *
 * @param values None of them NaN, in any order, shape (n).
 * @param confidence Share of the values to hold, in (0, 1).
 * @throws {RangeError} if there is no value or `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { empiricalInterval } from "recall-guard/math";
 *
 * assert.deepEqual(empiricalInterval([5, 1, 2, 3, 4], 0.5), { lo: 2, hi: 4 });
 * ```
 */
export function empiricalInterval(
  values: ReadonlyArray<number>,
  confidence: number,
): { readonly lo: number; readonly hi: number } {
  checkConfidence(confidence);
  if (values.length === 0) throw new RangeError("Cannot take the range of no values");
  const sorted = Float64Array.from(values).sort();
  const last = sorted.length - 1;
  const outside = (1 - confidence) / 2;
  return { lo: sorted[Math.floor(outside * last)]!, hi: sorted[Math.ceil((1 - outside) * last)]! };
}
