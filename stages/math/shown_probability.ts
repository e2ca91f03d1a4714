/** A probability as it is printed: `= 0.013`, `< 0.001` or `> 0.999`. */
export interface ShownProbability {
  readonly relation: "=" | "<" | ">";
  readonly number: string;
}

/** How a probability may be printed. */
export interface ShownProbabilityOptions {
  /** Whether a value of 1 is meant as it stands, as that of a p can be; an estimate's is not. */
  readonly canBeCertain?: boolean;
}

/**
 * A probability in so many decimals, never as impossible or certain: one that all zeros or nines would be printed for
 * lies below the smallest or above the largest that the decimals can tell.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { shownProbability } from "recall-guard/math";
 *
 * assert.deepEqual(shownProbability(0.0131, 3), { relation: "=", number: "0.013" });
 * assert.deepEqual(shownProbability(2e-7, 4), { relation: "<", number: "0.0001" });
 * assert.deepEqual(shownProbability(1, 3), { relation: ">", number: "0.999" });
 * ```
 */
export function shownProbability(
  value: number,
  digits: number,
  { canBeCertain = false }: ShownProbabilityOptions = {},
): ShownProbability {
  const least = Number(`1e-${digits}`);
  const most = Number((1 - least).toFixed(digits));
  if (value < least) return { relation: "<", number: least.toFixed(digits) };
  const isCertain = value === 1 && canBeCertain;
  if (value > most && !isCertain) return { relation: ">", number: most.toFixed(digits) };
  return { relation: "=", number: value.toFixed(digits) };
}

/**
 * The same as the text of a cell, without the sign of equality.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { probabilityText } from "recall-guard/math";
 *
 * assert.equal(probabilityText(0.0131, 3), "0.013");
 * assert.equal(probabilityText(2e-7, 4), "<0.0001");
 * ```
 */
export function probabilityText(value: number, digits: number, options?: ShownProbabilityOptions): string {
  const { relation, number } = shownProbability(value, digits, options);
  return relation === "=" ? number : `${relation}${number}`;
}
