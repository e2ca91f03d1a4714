import { binomialGreater } from "./binom_greater.ts";
import { square } from "./elementary.ts";
import { normalQuantile } from "./normal.ts";

/** What a test must do. */
export interface PowerOptions {
  /** Probability of a false claim; 0.05 unless given. */
  readonly alpha?: number;
  /** Probability of a true one; 0.8 unless given. */
  readonly power?: number;
  /** Rows that cost as much as one independent row (design effect), at least 1; 1 unless given. */
  readonly deff?: number;
}

/** Rows that a claim needs. */
export interface RowsNeeded {
  /** By the exact test: from here on the power never falls below what is asked. */
  readonly exact: number;
  /** By the normal approximation. */
  readonly normal: number;
}

/**
 * Rows for the one-sided claim that an accuracy beats a known share: `exact` for the binomial test, whose power rises in
 * a saw-tooth (Chernick & Liu 2002), `normal` by (z_a sqrt(p0 q0) + z_b sqrt(p1 q1))^2 / (p1 - p0)^2; both rounded up
 * after multiplying by the design effect.
 *
 * @param accuracy The true accuracy, in (0, 1).
 * @param baseline The share to beat, in (0, 1).
 * @returns null if the accuracy does not exceed the baseline: no number of rows will do.
 * @throws {RangeError} if a number is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { rowsNeeded } from "recall-guard/math";
 *
 * assert.deepEqual(rowsNeeded(0.55, 0.5), { exact: 654, normal: 617 });
 * assert.equal(rowsNeeded(0.5, 0.55), null);
 * ```
 */
export function rowsNeeded(
  accuracy: number,
  baseline: number,
  options: PowerOptions = {},
): RowsNeeded | null {
  const { alpha, power, deff } = checked(options);
  for (const share of [accuracy, baseline]) {
    if (!(share > 0 && share < 1)) throw new RangeError(`Cannot plan for a share of ${share}`);
  }
  const step = accuracy - baseline;
  if (step <= 0) return null;
  const spread = (share: number) => Math.sqrt(share * (1 - share));
  const reach = normalQuantile(1 - alpha) * spread(baseline) + normalQuantile(power) * spread(accuracy);
  const normal = square(reach / step);
  // The last tooth below the power wanted stands about 2 / step rows above the normal figure.
  let exact = Math.ceil(normal + 6 / step + 30);
  while (exact > 1 && accuracyPower(exact - 1, accuracy, { baseline, alpha }) >= power) exact--;
  return { exact: inflated(exact, deff), normal: inflated(normal, deff) };
}

/** The share to beat, and how surely. */
export interface AccuracyTest {
  readonly baseline: number;
  /** 0.05 unless given. */
  readonly alpha?: number;
  /** Design effect; 1 unless given. */
  readonly deff?: number;
}

/**
 * The probability that the exact one-sided test on `rows` rows (of which floor(rows / deff) count) finds an accuracy
 * above the baseline.
 *
 * @throws {RangeError} if a number is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { accuracyPower } from "recall-guard/math";
 *
 * assert.ok(accuracyPower(654, 0.55, { baseline: 0.5 }) >= 0.8);
 * assert.ok(accuracyPower(653, 0.55, { baseline: 0.5 }) < 0.8);
 * ```
 */
export function accuracyPower(rows: number, accuracy: number, test: AccuracyTest): number {
  const { alpha, deff } = checked(test);
  const n = Math.floor(rows / deff);
  if (!(n >= 0)) throw new RangeError(`Cannot test ${rows} rows`);
  let [low, high] = [0, n + 1];
  while (low < high) {
    const k = (low + high) >>> 1;
    if (binomialGreater(Math.min(k, n), n, test.baseline) <= alpha) high = k;
    else low = k + 1;
  }
  return low > n ? 0 : binomialGreater(low, n, accuracy);
}

/** Throws a RangeError unless the options are in range. */
function checked({ alpha = 0.05, power = 0.8, deff = 1 }: PowerOptions): Required<PowerOptions> {
  if (!(alpha > 0 && alpha < 1 && power > 0 && power < 1 && deff >= 1 && Number.isFinite(deff))) {
    throw new RangeError(`Cannot plan with alpha ${alpha}, power ${power} and design effect ${deff}`);
  }
  return { alpha, power, deff };
}

/** Rounded up, a product that only rounding lifts above an integer excepted. */
function inflated(rows: number, deff: number): number {
  return Math.ceil(rows * deff - 1e-9);
}
