import { percentileBound } from "./_percentile_bound.ts";
import type { Bootstrap, BootstrapOptions } from "./ci_bound.ts";
import { integer } from "./random.ts";

/** How to resample a series. */
export interface BlockBootstrapOptions extends BootstrapOptions {
  /** Rows a block; the smallest L with L^3 >= n unless given. */
  readonly length?: number;
}

/**
 * Circular block bootstrap of a statistic of a series, such as a backtest's mean return: blocks of neighbouring rows,
 * the last row's neighbour being the first, until n rows are drawn (Politis & Romano 1992).
 *
 * @param n Rows of the series, in time order.
 * @param statistic The statistic of some rows, indices in [0, n), shape (n); NaN or infinite where it is undefined. The
 * array is reused between calls.
 * @throws {RangeError} if `n`, `length`, `resamples` or `confidence` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { blockBootstrap, random } from "recall-guard/math";
 *
 * const returns = [0.1, 0.2, -0.1, 0.3];
 * const last = (rows: Uint32Array) => returns[rows[3]!]!;
 * const { bound } = blockBootstrap(4, last, { length: 4, random: random(0, "backtest") });
 * assert.deepEqual([bound?.point, bound?.lo], [0.3, -0.1]);
 * ```
 */
export function blockBootstrap(
  n: number,
  statistic: (rows: Uint32Array) => number,
  options: BlockBootstrapOptions,
): Bootstrap {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`Cannot resample ${n} rows`);
  const { random, length = cubeRoot(n) } = options;
  if (!Number.isInteger(length) || length < 1) throw new RangeError(`Cannot take blocks of ${length} rows`);
  const rows = Uint32Array.from({ length: n }, (_, i) => i);
  const point = n === 0 ? Number.NaN : statistic(rows);
  return percentileBound(point, n, options, () => {
    let start = 0;
    for (let i = 0; i < n; i++) {
      if (i % length === 0) start = integer(random, n);
      rows[i] = (start + (i % length)) % n;
    }
    return statistic(rows);
  });
}

function cubeRoot(n: number): number {
  let length = 1;
  while (length * length * length < n) length++;
  return length;
}
