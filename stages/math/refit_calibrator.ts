import { fitRows, type Sample, sampleOf, shortage } from "./_calibration_sample.ts";
import { OWN_FEATURES } from "./_rows.ts";
import type { CalibratorFit } from "./calibrator.ts";
import type { ControlBaseline } from "./control_baseline.ts";
import { FEATURES } from "./features.ts";
import type { CalibrationRows } from "./fit_calibrator.ts";
import { standardiseTable } from "./standardise.ts";

/** The fits that are deployed where cross-fitting judges them, or why there are none. */
export type Refit =
  | {
      readonly ok: true;
      /** Serves every row that has its features. */
      readonly fit: CalibratorFit;
      /** Serves the rows without `ref_delta`; null unless `fit` needs it. */
      readonly withoutReference: CalibratorFit | null;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Fits all rows for deployment as `separation()` fits its folds: ridge logistic regression with balanced class weights and
 * a free intercept on features in standard deviations of the control baseline.
 *
 * @returns Not ok if a class has fewer than two valid rows.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { controlBaseline, featureTable, refitCalibrator } from "recall-guard/math";
 *
 * const members = featureTable(Float64Array.of(0.1, -1, 1, 0.1, NaN, 0.2, -2, 1, 0.1, NaN));
 * const controls = featureTable(Float64Array.of(0.8, -4, 0, 0.4, NaN, 0.9, -5, 0, 0.5, NaN));
 * const refit = refitCalibrator({ members, controls }, controlBaseline(controls, 2));
 * assert.deepEqual(refit.ok && refit.fit.features, ["loss", "min_k", "min_k_pp", "zlib_ratio"]);
 * ```
 */
export function refitCalibrator({ members, controls }: CalibrationRows, baseline: ControlBaseline): Refit {
  const tables = [standardiseTable(members, baseline), standardiseTable(controls, baseline)] as const;
  const own = sampleOf(tables, OWN_FEATURES);
  const reason = shortage(own);
  if (reason !== null) return { ok: false, reason };
  const full = sampleOf(tables, FEATURES);
  const usesReference = shortage(full) === null;
  return {
    ok: true,
    fit: fitAll(usesReference ? full : own),
    withoutReference: usesReference ? fitAll(own) : null,
  };
}

function fitAll(sample: Sample): CalibratorFit {
  return fitRows(sample, Uint32Array.from(sample.labels.keys()), { penaliseIntercept: false });
}
