/**
 * The quantile of sorted values, linear between order statistics (type 7, Hyndman & Fan 1996), bit for bit as numpy
 * computes it.
 *
 * @param sorted Values in ascending order, shape (n), none of them NaN.
 * @param q A share in [0, 1]; numpy's percentile p is `p / 100`.
 * @throws {RangeError} if there is no value or `q` is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { quantile } from "recall-guard/math";
 *
 * assert.equal(quantile(Float64Array.of(1, 2, 4), 0.75), 3);
 * ```
 */
export function quantile(sorted: Float64Array, q: number): number {
  if (sorted.length === 0) throw new RangeError("Cannot take a quantile of no values");
  if (!(q >= 0 && q <= 1))
    throw new RangeError(`Cannot take a quantile: expected a share in [0, 1], got ${q}`);
  const position = (sorted.length - 1) * q;
  const i = Math.floor(position);
  const share = position - i;
  const low = sorted[i]!;
  const high = sorted[Math.min(i + 1, sorted.length - 1)]!;
  const step = high - low;
  return share >= 0.5 ? high - step * (1 - share) : low + step * share;
}
