import { fitRows, type Sample, sampleOf, shortage } from "./_calibration_sample.ts";
import { OWN_FEATURES } from "./_rows.ts";
import { auc } from "./auc.ts";
import type { Calibrator, CalibratorFit } from "./calibrator.ts";
import type { ControlBaseline } from "./control_baseline.ts";
import type { FeatureTable } from "./feature_table.ts";
import { FEATURES } from "./features.ts";
import { holdoutSplit } from "./holdout_split.ts";
import { probability } from "./logistic.ts";
import type { Random } from "./random.ts";
import { standardiseTable } from "./standardise.ts";

/** Raw features of the two calibration corpora. */
export interface CalibrationRows {
  /** Rows of the memorised corpus, label 1. */
  readonly members: FeatureTable;
  /** Rows of the control corpus, label 0. */
  readonly controls: FeatureTable;
}

/** How to calibrate. */
export interface CalibrationOptions {
  readonly baseline: ControlBaseline;
  /** Where the split comes from. */
  readonly random: Random;
  /** Below this held-out area the calibrator is weak; 0.6 unless given. */
  readonly minAuc?: number;
  /** Share of each class held out, in (0, 1); 0.25 unless given. */
  readonly holdoutShare?: number;
}

/** A calibrator with the scores it was judged by, or why there is none. */
export type Calibration =
  | {
      readonly ok: true;
      readonly calibrator: Calibrator;
      /** Scores and labels of the held-out rows, members first, for an interval of the area. */
      readonly judged: { readonly scores: Float64Array; readonly labels: Uint8Array };
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Calibrates a model's memorisation score: a stratified share of the rows is held out, liblinear's balanced logistic
 * regression on the standardised features of the rest is deployed, and the held-out rows judge it. `ref_delta` is used
 * if the baseline and at least two rows of each class have it; a second fit without it, which sees no held-out row
 * either, then serves the rows that lack it.
 *
 * @returns Not ok if the baseline is not calibrated or a class has fewer than two valid rows.
 * @throws {RangeError} if `holdoutShare` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { controlBaseline, featureTable, fitCalibrator, random } from "recall-guard/math";
 *
 * const members = featureTable(Float64Array.of(0.1, -1, 1, 0.1, NaN, 0.2, -2, 1, 0.1, NaN));
 * const controls = featureTable(Float64Array.of(0.8, -4, 0, 0.4, NaN, 0.9, -5, 0, 0.5, NaN));
 * const options = { baseline: controlBaseline(controls, 2), random: random(0, "calibrate") };
 * const calibration = fitCalibrator({ members, controls }, options);
 * assert.equal(calibration.ok && calibration.calibrator.validation.auc, 1);
 * ```
 */
export function fitCalibrator(
  { members, controls }: CalibrationRows,
  { baseline, random, minAuc = 0.6, holdoutShare = 0.25 }: CalibrationOptions,
): Calibration {
  if (!baseline.isCalibrated) {
    return {
      ok: false,
      reason: `Too few valid control rows for a baseline: ${baseline.nValid} of ${baseline.minValid}`,
    };
  }
  const tables = [standardiseTable(members, baseline), standardiseTable(controls, baseline)] as const;
  const own = sampleOf(tables, OWN_FEATURES);
  const reason = shortage(own);
  if (reason !== null) return { ok: false, reason };
  const full = sampleOf(tables, FEATURES);
  const sample = shortage(full) === null ? full : own;
  const { train, heldOut } = holdoutSplit(sample.labels, { share: holdoutShare, random });
  const fit = fitRows(sample, train);
  const judged = judge(fit, sample, heldOut);
  const area = auc(judged.scores, judged.labels);
  const calibrator: Calibrator = {
    fit,
    withoutReference: sample === full ? fitRows(own, unseen(own, sample, heldOut)) : null,
    validation: {
      kind: "holdout",
      share: holdoutShare,
      nTrain: train.length,
      nHeldOut: heldOut.length,
      auc: area,
    },
    minAuc,
    isWeak: area === null || area < minAuc,
  };
  return { ok: true, calibrator, judged };
}

function judge(fit: CalibratorFit, { x, labels, names }: Sample, rows: Uint32Array) {
  const d = names.length;
  return {
    scores: Float64Array.from(rows, (row) => probability(fit, x.subarray(row * d, (row + 1) * d))),
    labels: Uint8Array.from(rows, (row) => labels[row]!),
  };
}

/** The rows of `own` that are not among the held-out rows of `sample`. */
function unseen(own: Sample, sample: Sample, heldOut: Uint32Array): Uint32Array {
  const held = new Set(Array.from(heldOut, (row) => sample.ids[row]!));
  return Uint32Array.from(own.ids.keys()).filter((row) => !held.has(own.ids[row]!));
}
