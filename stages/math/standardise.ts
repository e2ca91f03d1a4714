import type { ControlBaseline } from "./control_baseline.ts";
import { type FeatureTable, featureTable } from "./feature_table.ts";
import { FEATURES, type FeatureName, type Features } from "./features.ts";

/**
 * Features in standard deviations from the model's control baseline; null where the features or the baseline lack one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { controlBaseline, featureTable, standardise } from "recall-guard/math";
 *
 * const controls = featureTable(Float64Array.of(1, -2, -1, 0.5, NaN, 3, -4, -1, 0.5, NaN));
 * const row = { loss: 5, min_k: -3, min_k_pp: -1, zlib_ratio: 0.5, ref_delta: 0.1 };
 * const { loss, min_k, ref_delta } = standardise(row, controlBaseline(controls));
 * assert.deepEqual([loss, min_k, ref_delta], [3, 0, null]);
 * ```
 */
export function standardise(features: Features, baseline: ControlBaseline): Features {
  const score = (name: FeatureName) => scoreOf(features[name], baseline.mean[name], baseline.std[name]);
  return {
    loss: score("loss"),
    min_k: score("min_k"),
    min_k_pp: score("min_k_pp"),
    zlib_ratio: score("zlib_ratio"),
    ref_delta: score("ref_delta"),
  };
}

/**
 * {@link standardise} of every row of a table, as a new table.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { controlBaseline, featureTable, standardiseTable } from "recall-guard/math";
 *
 * const controls = featureTable(Float64Array.of(1, -2, -1, 0.5, NaN, 3, -4, -1, 0.5, NaN));
 * assert.equal(standardiseTable(controls, controlBaseline(controls)).row(0).loss, -1);
 * ```
 */
export function standardiseTable(table: FeatureTable, baseline: ControlBaseline): FeatureTable {
  const values = table.values.map((value, i) => {
    const name = FEATURES[i % FEATURES.length]!;
    return scoreOf(value, baseline.mean[name], baseline.std[name]) ?? Number.NaN;
  });
  return featureTable(values);
}

function scoreOf(value: number | null, mean: number | null, std: number | null): number | null {
  return value === null || mean === null || std === null ? null : (value - mean) / std;
}
