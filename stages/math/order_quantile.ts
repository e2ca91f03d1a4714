/**
 * The quantile that is one of the values: the one at rank ceil(q (n - 1)), counted from 0, so that a high quantile errs
 * upwards.
 *
 * @param values None of them NaN, in any order, shape (n).
 * @param q A share in [0, 1].
 * @throws {RangeError} if there is no value or `q` is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { orderQuantile } from "recall-guard/math";
 *
 * assert.equal(orderQuantile([0.3, 0.1, 0.2], 0.6), 0.3);
 * ```
 */
export function orderQuantile(values: ReadonlyArray<number>, q: number): number {
  if (values.length === 0) throw new RangeError("Cannot take a quantile of no values");
  if (!(q >= 0 && q <= 1)) {
    throw new RangeError(`Cannot take a quantile: expected a share in [0, 1], got ${q}`);
  }
  const last = values.length - 1;
  return Float64Array.from(values).sort()[Math.min(last, Math.ceil(q * last))]!;
}
