import { percentileBound } from "./_percentile_bound.ts";
import type { Bootstrap, BootstrapOptions } from "./ci_bound.ts";
import { integer } from "./random.ts";

/**
 * Percentile bootstrap over rows (Efron 1979; Efron & Tibshirani 1993, chapter 13): linear percentiles of the statistic
 * over resamples of n rows with replacement, clamped so that lo <= point <= hi.
 *
 * @param n Number of rows; one row gives lo = hi = point.
 * @param statistic The statistic of some rows, indices in [0, n), shape (n); NaN or infinite where it is undefined. The
 * array is reused between calls.
 * @throws {RangeError} if `n`, `resamples` or `confidence` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bootstrap, random } from "recall-guard/math";
 *
 * const gains = [0.1, -0.2, 0.4, 0.3];
 * const worst = (rows: Uint32Array) => Math.min(...Array.from(rows, (row) => gains[row]!));
 * const { bound } = bootstrap(gains.length, worst, { random: random(0, "bootstrap/worst") });
 * assert.deepEqual(bound, { point: -0.2, lo: -0.2, hi: 0.3 });
 * ```
 */
export function bootstrap(
  n: number,
  statistic: (rows: Uint32Array) => number,
  options: BootstrapOptions,
): Bootstrap {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`Cannot resample ${n} rows`);
  const rows = Uint32Array.from({ length: n }, (_, i) => i);
  const point = n === 0 ? Number.NaN : statistic(rows);
  return percentileBound(point, n, options, () => {
    for (let i = 0; i < n; i++) rows[i] = integer(options.random, n);
    return statistic(rows);
  });
}
