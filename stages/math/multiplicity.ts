/**
 * Holm's step-down p-values: of any number of true null hypotheses, one or more is rejected at level a with probability
 * at most a (Holm 1979).
 *
 * @param ps P-values in [0, 1], shape (m).
 * @returns Adjusted p-values in the order of `ps`, shape (m).
 * @throws {RangeError} if a p-value is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { holm } from "recall-guard/math";
 *
 * assert.deepEqual(holm([0.01, 0.5, 0.02]), [0.03, 0.5, 0.04]);
 * ```
 */
export function holm(ps: ReadonlyArray<number>): ReadonlyArray<number> {
  const order = ascending(ps);
  const adjusted = new Array<number>(ps.length).fill(0);
  let worst = 0;
  order.forEach((row, rank) => {
    worst = Math.max(worst, Math.min(1, (ps.length - rank) * ps[row]!));
    adjusted[row] = worst;
  });
  return adjusted;
}

/**
 * Benjamini and Hochberg's p-values: rejecting those up to q keeps the expected share of false discoveries at most q
 * (Benjamini & Hochberg 1995). For exploration, not for claims.
 *
 * @param ps P-values in [0, 1], shape (m).
 * @returns Adjusted p-values in the order of `ps`, shape (m).
 * @throws {RangeError} if a p-value is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { benjaminiHochberg } from "recall-guard/math";
 *
 * assert.deepEqual(benjaminiHochberg([0.01, 0.5, 0.02]), [0.03, 0.5, 0.03]);
 * ```
 */
export function benjaminiHochberg(ps: ReadonlyArray<number>): ReadonlyArray<number> {
  const order = ascending(ps);
  const adjusted = new Array<number>(ps.length).fill(1);
  let best = 1;
  for (let rank = ps.length; rank > 0; rank--) {
    const row = order[rank - 1]!;
    best = Math.min(best, (ps[row]! * ps.length) / rank);
    adjusted[row] = best;
  }
  return adjusted;
}

function ascending(ps: ReadonlyArray<number>): ReadonlyArray<number> {
  const bad = ps.findIndex((p) => !(p >= 0 && p <= 1));
  if (bad >= 0) throw new RangeError(`Cannot adjust p-values: p-value ${bad} is ${ps[bad]}`);
  return ps.map((_, row) => row).sort((a, b) => ps[a]! - ps[b]!);
}
