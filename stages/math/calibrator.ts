import type { FeatureName, Features } from "./features.ts";
import { probability } from "./logistic.ts";

/** A fitted logistic regression on standardised features. */
export interface CalibratorFit {
  /** The columns, in the order of the coefficients. */
  readonly features: ReadonlyArray<FeatureName>;
  /** Log-odds of memorised per control standard deviation, one a feature. */
  readonly coefficients: ReadonlyArray<number>;
  /** Log-odds of memorised at the control means. */
  readonly intercept: number;
  /** Sampling covariance of the coefficients, then the intercept: the lower triangle, row by row. */
  readonly covariance?: ReadonlyArray<number>;
}

/** Judged on a part of each class that the deployed fit has not seen. */
export interface HoldoutValidation {
  readonly kind: "holdout";
  /** Share of each class held out. */
  readonly share: number;
  /** Rows the deployed fit rests on. */
  readonly nTrain: number;
  readonly nHeldOut: number;
  /** Area under the ROC curve over the held-out rows; null if undefined. */
  readonly auc: number | null;
}

/** Judged out of fold; the deployed fit has seen all rows. */
export interface CrossfitValidation {
  readonly kind: "crossfit";
  readonly folds: number;
  /** Whether rows of one group, such as one date, share a fold. */
  readonly isGrouped: boolean;
  /** Whether there are dates, but too few to fold by. */
  readonly fewDates: boolean;
  readonly nMembers: number;
  readonly nControls: number;
  /** Out-of-fold area under the ROC curve. */
  readonly auc: number;
  /** The ends of its interval, with what refitting adds. */
  readonly lo: number;
  readonly hi: number;
}

/** How a calibrator was judged. */
export type Validation = HoldoutValidation | CrossfitValidation;

/**
 * A model's memorisation score (MCS): what turns an answer's standardised features into `p_memorized`. Plain data that
 * JSON saves and loads bit for bit.
 */
export interface Calibrator {
  /** Serves every row that has its features. */
  readonly fit: CalibratorFit;
  /** Serves the rows without `ref_delta`; null unless `fit` needs it. */
  readonly withoutReference: CalibratorFit | null;
  readonly validation: Validation;
  /** The area under the ROC curve that a calibrator needs in order not to be weak. */
  readonly minAuc: number;
  /** Whether the validation's area is undefined or below `minAuc`. */
  readonly isWeak: boolean;
}

/** The probability that an answer was memorised. */
export interface MemorisedProbability {
  /** `p_memorized`, in [0, 1]. */
  readonly p: number;
  /** Whether the row lacks `ref_delta` and was served by the fit that does without. */
  readonly withoutReference: boolean;
}

/**
 * The probability that an answer was memorised, from its standardised features.
 *
 * @returns null if the row lacks a feature other than `ref_delta`.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { memorisedProbability } from "recall-guard/math";
 *
 * const validation = { kind: "holdout", share: 0.25, nTrain: 150, nHeldOut: 50, auc: 0.9 } as const;
 * const fit = { features: ["loss"], coefficients: [-2], intercept: 1 } as const;
 * const calibrator = { fit, withoutReference: null, validation, minAuc: 0.6, isWeak: false };
 * const row = { loss: 0.5, min_k: 0, min_k_pp: 0, zlib_ratio: 0, ref_delta: null };
 * assert.deepEqual(memorisedProbability(calibrator, row), { p: 0.5, withoutReference: false });
 * ```
 */
export function memorisedProbability(
  { fit, withoutReference }: Calibrator,
  standardised: Features,
): MemorisedProbability | null {
  const p = score(fit, standardised);
  if (p !== null) return { p, withoutReference: false };
  const second = withoutReference === null ? null : score(withoutReference, standardised);
  return second === null ? null : { p: second, withoutReference: true };
}

function score(fit: CalibratorFit, standardised: Features): number | null {
  const row = fit.features.map((name) => standardised[name] ?? Number.NaN);
  return row.some(Number.isNaN) ? null : probability(fit, row);
}
