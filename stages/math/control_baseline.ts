import { gather, OWN_FEATURES, rowsWith } from "./_rows.ts";
import { square } from "./elementary.ts";
import type { FeatureTable } from "./feature_table.ts";
import type { FeatureName, Features } from "./features.ts";

/** A model's mean and spread of each feature over its control rows, the yardstick of its standardised features. */
export interface ControlBaseline {
  /** Means; null where no valid row has the feature. */
  readonly mean: Features;
  /** Population standard deviations, at least 1e-6; null where the mean is. */
  readonly std: Features;
  /** Control rows with every feature but perhaps `ref_delta`. */
  readonly nValid: number;
  /** Valid rows that a calibrated baseline needs. */
  readonly minValid: number;
  /** Whether `nValid` reaches `minValid`. */
  readonly isCalibrated: boolean;
}

/** A spread below this counts as this. */
const STD_FLOOR = 1e-6;

/**
 * The baseline of a model's control rows. Rows that lack a feature other than `ref_delta` are not valid and do not
 * count; a row without `ref_delta` counts for the others.
 *
 * @param controls Raw features of the control rows.
 * @param minValid Valid rows that make it calibrated; 50 unless given.
 * @throws {RangeError} if `minValid` is no count.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { controlBaseline, featureTable } from "recall-guard/math";
 *
 * const controls = featureTable(Float64Array.of(1, -2, -1, 0.5, NaN, 3, -4, -1, 0.5, NaN));
 * const { mean, std, isCalibrated } = controlBaseline(controls);
 * assert.deepEqual([mean.loss, std.loss, std.min_k_pp, mean.ref_delta], [2, 1, 1e-6, null]);
 * assert.equal(isCalibrated, false);
 * ```
 */
export function controlBaseline(controls: FeatureTable, minValid = 50): ControlBaseline {
  if (!Number.isInteger(minValid) || minValid < 0) {
    throw new RangeError(`Cannot make a baseline: expected a count of rows, got ${minValid}`);
  }
  const valid = rowsWith(controls, OWN_FEATURES);
  const column = (name: FeatureName) =>
    gather(controls, valid, [name]).filter((value) => !Number.isNaN(value));
  const mean = byFeature((name) => meanOf(column(name)));
  const std = byFeature((name) => stdOf(column(name)));
  return { mean, std, nValid: valid.length, minValid, isCalibrated: valid.length >= minValid };
}

function byFeature(of: (name: FeatureName) => number | null): Features {
  return {
    loss: of("loss"),
    min_k: of("min_k"),
    min_k_pp: of("min_k_pp"),
    zlib_ratio: of("zlib_ratio"),
    ref_delta: of("ref_delta"),
  };
}

function meanOf(values: Float64Array): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function stdOf(values: Float64Array): number | null {
  const mean = meanOf(values);
  if (mean === null) return null;
  let squares = 0;
  for (const value of values) squares += square(value - mean);
  return Math.max(Math.sqrt(squares / values.length), STD_FLOOR);
}
