import { betaCdf } from "./_beta_distribution.ts";
import { logBeta } from "./_gamma.ts";
import { exp, log } from "./elementary.ts";

/** Two-sided p-values of paired yes/no answers. */
export interface McNemar {
  readonly exact: number;
  readonly midP: number;
}

/**
 * McNemar's test on the discordant pairs, exact and as mid-p (Fagerland, Lydersen & Laake 2013). Holds its size only
 * where pairs are independent: one row a date.
 *
 * @param b Pairs that only the first got right.
 * @param c Pairs that only the second got right.
 * @returns 1 for both where no pair is discordant.
 * @throws {RangeError} unless both are counts.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mcnemar } from "recall-guard/math";
 *
 * const { exact, midP } = mcnemar(9, 1);
 * assert.ok(Math.abs(exact - 0.021484375) < 1e-15);
 * assert.ok(Math.abs(midP - 0.01171875) < 1e-15);
 * ```
 */
export function mcnemar(b: number, c: number): McNemar {
  for (const count of [b, c]) {
    if (!Number.isInteger(count) || count < 0)
      throw new RangeError(`Cannot test pairs: ${count} is no count`);
  }
  const n = b + c;
  if (n === 0) return { exact: 1, midP: 1 };
  const fewer = Math.min(b, c);
  const upTo = betaCdf(0.5, n - fewer, fewer + 1);
  const exact = Math.min(1, 2 * upTo);
  const atFewer = exp(-n * Math.LN2 - logBeta(fewer + 1, n - fewer + 1) - log(n + 1));
  return { exact, midP: exact - atFewer };
}
