import type { CiBound } from "./ci_bound.ts";
import { square } from "./elementary.ts";
import type { Count } from "./newcombe_diff.ts";
import { normalCdf } from "./normal.ts";
import { standardErrors } from "./wilson.ts";

/** A difference of shares common to all strata. */
export interface StratifiedDiff {
  /** First minus second. */
  readonly bound: CiBound;
  readonly se: number;
  /** Cochran-Mantel-Haenszel statistic without continuity correction, chi-squared with 1 degree of freedom; null where
   * no stratum has both outcomes. */
  readonly cmh: number | null;
  /** Two-sided, of `cmh`. */
  readonly p: number | null;
}

/** The same two groups within one ticker, one model, ... */
export type Stratum = readonly [first: Count, second: Count];

/**
 * The Mantel-Haenszel difference of two shares over strata (Greenland & Robins 1985), with Sato's variance, which holds
 * for few large and for many sparse strata (Sato 1989), and the CMH test.
 *
 * @param strata Strata in which a group has no trials say nothing and count for nothing.
 * @returns null if no stratum has trials in both groups, or none of those has any spread.
 * @throws {RangeError} if `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mantelHaenszelDiff } from "recall-guard/math";
 *
 * const one = mantelHaenszelDiff([[{ k: 30, n: 60 }, { k: 20, n: 60 }]])!;
 * assert.ok(Math.abs(one.bound.point - 1 / 6) < 1e-15);
 * ```
 */
export function mantelHaenszelDiff(strata: ReadonlyArray<Stratum>, confidence = 0.95): StratifiedDiff | null {
  const z = standardErrors({ confidence });
  const usable = strata.filter(([a, b]) => a.n > 0 && b.n > 0);
  const weight = total(usable, ([a, b]) => (a.n * b.n) / (a.n + b.n));
  if (weight === 0) return null;
  const point = total(usable, ([a, b]) => (a.k * b.n - b.k * a.n) / (a.n + b.n)) / weight;
  const variance = (point * total(usable, satoSlope) + total(usable, satoConstant)) / square(weight);
  if (!(variance > 0)) return null;
  const se = Math.sqrt(variance);
  return { bound: { point, lo: point - z * se, hi: point + z * se }, se, ...cmhTest(usable) };
}

function satoSlope([a, b]: Stratum): number {
  return (b.k * square(a.n) - a.k * square(b.n) + (a.n * b.n * (b.n - a.n)) / 2) / square(a.n + b.n);
}

function satoConstant([a, b]: Stratum): number {
  return (a.k * (b.n - b.k) + b.k * (a.n - a.k)) / (2 * (a.n + b.n));
}

function cmhTest(strata: ReadonlyArray<Stratum>): Pick<StratifiedDiff, "cmh" | "p"> {
  const excess = total(strata, ([a, b]) => a.k - (a.n * (a.k + b.k)) / (a.n + b.n));
  const variance = total(strata, ([a, b]) => {
    const [n, hits] = [a.n + b.n, a.k + b.k];
    return n < 2 ? 0 : (a.n * b.n * hits * (n - hits)) / (n * n * (n - 1));
  });
  if (variance === 0) return { cmh: null, p: null };
  const cmh = square(excess) / variance;
  return { cmh, p: 2 * normalCdf(-Math.sqrt(cmh)) };
}

function total(strata: ReadonlyArray<Stratum>, of: (stratum: Stratum) => number): number {
  return strata.reduce((sum, stratum) => sum + of(stratum), 0);
}
