import { binomialSampler } from "./_binomial.ts";
import { percentileBound } from "./_percentile_bound.ts";
import type { BootstrapOptions, CiBound } from "./ci_bound.ts";
import { integer, type Random } from "./random.ts";

/**
 * Percentile bootstrap of a mean. Of 0/1 values, such as right and wrong answers, the number of ones in a resample is
 * Binomial(n, share of ones) and is drawn directly, which has the same law as drawing the rows.
 *
 * @param values Finite numbers, shape (n).
 * @returns null for no values; lo = hi = point for one.
 * @throws {RangeError} if a value is not finite, or `resamples` or `confidence` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bootstrapMean, random } from "recall-guard/math";
 *
 * const right = Float64Array.of(1, 1, 0, 1);
 * assert.equal(bootstrapMean(right, { random: random(0, "bootstrap/raw") })?.point, 0.75);
 * assert.equal(bootstrapMean(new Float64Array(0), { random: random(0, "bootstrap/raw") }), null);
 * ```
 */
export function bootstrapMean(values: Float64Array, options: BootstrapOptions): CiBound | null {
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`Cannot take a mean: value ${bad} is ${values[bad]}`);
  const n = values.length;
  const drawSum = sumSampler(values);
  return percentileBound(total(values) / n, n, options, () => drawSum(options.random) / n).bound;
}

/** Draws the sum of a resample. */
function sumSampler(values: Float64Array): (random: Random) => number {
  const ones = total(values);
  if (values.some((value) => value !== 0 && value !== 1)) return (random) => resampledSum(values, random);
  return ones === 0 || ones === values.length ? () => ones : binomialSampler(values.length, ones);
}

function resampledSum(values: Float64Array, random: Random): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[integer(random, values.length)]!;
  return sum;
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
