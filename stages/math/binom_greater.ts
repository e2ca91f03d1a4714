import { betaCdf } from "./_beta_distribution.ts";
import { checkShare } from "./_check_confidence.ts";

/**
 * P(X >= k) of Binomial(n, p): the exact one-sided p-value of k successes against a known share. Against an *observed*
 * majority its size is about twice its level; use {@link clusteredGreater} on paired differences there.
 *
 * @throws {RangeError} unless 0 <= k <= n and `p` is in [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { binomialGreater } from "recall-guard/math";
 *
 * assert.ok(Math.abs(binomialGreater(2, 2, 0.5) - 0.25) < 1e-15);
 * assert.equal(binomialGreater(0, 2, 0.5), 1);
 * ```
 */
export function binomialGreater(k: number, n: number, p: number): number {
  checkShare(k, n);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`Cannot test a share against ${p}`);
  return k === 0 ? 1 : betaCdf(p, k, n - k + 1);
}
