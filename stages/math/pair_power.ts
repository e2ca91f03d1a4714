import { root } from "./_root.ts";
import { square } from "./elementary.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import type { PowerOptions } from "./power.ts";
import { standardErrors } from "./wilson.ts";

/** How two models' answers to the same rows differ. */
export interface Discordance {
  /** Share of rows that only the first gets right. */
  readonly first: number;
  /** Share of rows that only the second gets right. */
  readonly second: number;
}

/**
 * Rows for a two-sided paired comparison of two models, (z sqrt(psi) + z' sqrt(psi - d^2))^2 / d^2, psi the share of
 * discordant rows and d the difference in accuracy (Connor 1987), rounded up after multiplying by the design effect.
 *
 * @returns null if the models are equally good: no number of rows will do.
 * @throws {RangeError} unless both shares are at least 0 and sum to at most 1, and the options are in range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairRowsNeeded } from "recall-guard/math";
 *
 * assert.equal(pairRowsNeeded({ first: 0.25, second: 0.18 }), 687);
 * ```
 */
export function pairRowsNeeded(
  { first, second }: Discordance,
  { alpha = 0.05, power = 0.8, deff = 1 }: PowerOptions = {},
): number | null {
  if (!(first >= 0 && second >= 0 && first + second <= 1)) {
    throw new RangeError(`Cannot compare models that differ on shares of ${first} and ${second} of the rows`);
  }
  const z = standardErrors({ confidence: 1 - alpha });
  const psi = first + second;
  const d = Math.abs(first - second);
  if (d === 0) return null;
  const n = square((z * Math.sqrt(psi) + normalQuantile(power) * Math.sqrt(psi - d * d)) / d);
  return Math.ceil(n * deff - 1e-9);
}

/** Two models on the same rows. */
export interface PairTest {
  /** Share of rows on which the models differ. */
  readonly psi: number;
  /** Two-sided; 0.05 unless given. */
  readonly alpha?: number;
  /** Design effect; 1 unless given. */
  readonly deff?: number;
}

/**
 * The probability that a paired comparison on `rows` rows finds a difference of `d` in accuracy, at the same
 * approximation as {@link pairRowsNeeded}: the chance that a place in a top three can be defended against the model
 * `d` behind.
 *
 * @throws {RangeError} unless 0 <= d <= psi <= 1.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairPower } from "recall-guard/math";
 *
 * assert.ok(Math.abs(pairPower(686.5, 0.07, { psi: 0.43 }) - 0.8) < 1e-4);
 * ```
 */
export function pairPower(rows: number, d: number, { psi, alpha = 0.05, deff = 1 }: PairTest): number {
  if (!(d >= 0 && d <= psi && psi <= 1))
    throw new RangeError(`Cannot find ${d} among ${psi} discordant rows`);
  const z = standardErrors({ confidence: 1 - alpha });
  const excess = d * Math.sqrt(rows / deff) - z * Math.sqrt(psi);
  const spread = Math.sqrt(psi - d * d);
  return spread === 0 ? Number(excess >= 0) : normalCdf(excess / spread);
}

/**
 * The smallest difference in accuracy that a paired comparison on `rows` rows finds with the power asked.
 *
 * @returns null if not even a difference on every discordant row is found.
 * @throws {RangeError} if `psi` is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairDetectable } from "recall-guard/math";
 *
 * assert.ok(Math.abs(pairDetectable(687, { psi: 0.43 })! - 0.07) < 1e-4);
 * assert.equal(pairDetectable(10, { psi: 0.1 }), null);
 * ```
 */
export function pairDetectable(rows: number, test: PairTest, power = 0.8): number | null {
  const missing = (d: number) => pairPower(rows, d, test) - power;
  return missing(test.psi) < 0 ? null : root(missing, 0, test.psi);
}
