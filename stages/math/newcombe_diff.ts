import { differenceBound } from "./_difference_bound.ts";
import type { CiBound } from "./ci_bound.ts";
import { type IntervalOptions, wilsonInterval } from "./wilson.ts";

/** So many successes in so many trials. */
export interface Count {
  readonly k: number;
  readonly n: number;
}

/**
 * The difference of two independent shares, first minus second, with the interval made of the two score intervals
 * (Newcombe 1998, method 10).
 *
 * @returns null if a count has no trials.
 * @throws {RangeError} unless 0 <= k <= n in both and `confidence` is in (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { newcombeDiff } from "recall-guard/math";
 *
 * const gap = newcombeDiff({ k: 124, n: 253 }, { k: 37, n: 60 })!;
 * assert.ok(Math.abs(gap.lo + 0.2544730135229051) < 1e-12);
 * assert.ok(Math.abs(gap.hi - 0.014006838853119319) < 1e-12);
 * ```
 */
export function newcombeDiff(first: Count, second: Count, options: IntervalOptions = {}): CiBound | null {
  const a = wilsonInterval(first.k, first.n, options);
  const b = wilsonInterval(second.k, second.n, options);
  return a === null || b === null ? null : differenceBound(a, b);
}
