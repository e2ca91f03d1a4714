import { sigmoid } from "./_sigmoid.ts";
import type { Calibrator, CalibratorFit } from "./calibrator.ts";
import type { Features } from "./features.ts";
import { type IntervalOptions, standardErrors } from "./wilson.ts";

/** The ends of an interval of a probability. */
export interface ProbabilityInterval {
  readonly lo: number;
  readonly hi: number;
}

/**
 * The interval of a `p_memorized` by the delta method on the log-odds: what other calibration rows from the same corpora
 * would have made of the same answer. It covers the fit's sampling error only, with the control baseline and the ridge
 * penalty as they stand; it says nothing of whether the corpora are what they should be.
 *
 * @returns null if the row lacks a feature other than `ref_delta`, or the calibrator was saved without its covariance.
 * @throws {RangeError} if `confidence` is outside (0, 1) or the covariance has not (d + 1)(d + 2) / 2 entries.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { memorisedInterval } from "recall-guard/math";
 *
 * const validation = { kind: "holdout", share: 0.25, nTrain: 150, nHeldOut: 50, auc: 0.9 } as const;
 * const fit = { features: ["loss"], coefficients: [-2], intercept: 1, covariance: [0.04, 0, 0.03] } as const;
 * const calibrator = { fit, withoutReference: null, validation, minAuc: 0.6, isWeak: false };
 * const row = { loss: 0.5, min_k: 0, min_k_pp: 0, zlib_ratio: 0, ref_delta: null };
 * const { lo, hi } = memorisedInterval(calibrator, row)!;
 * assert.ok(Math.abs(lo - 0.4032) < 1e-4 && Math.abs(hi - 0.5968) < 1e-4);
 * ```
 */
export function memorisedInterval(
  { fit, withoutReference }: Calibrator,
  standardised: Features,
  options: IntervalOptions = {},
): ProbabilityInterval | null {
  const reach = standardErrors(options);
  const hasAll = (of: CalibratorFit) => of.features.every((name) => standardised[name] !== null);
  const serves = hasAll(fit)
    ? fit
    : withoutReference !== null && hasAll(withoutReference)
      ? withoutReference
      : null;
  if (serves === null || serves.covariance === undefined) return null;
  const row = [...serves.features.map((name) => standardised[name] ?? Number.NaN), 1];
  const margin = row.reduce(
    (sum, value, j) => sum + value * (j < row.length - 1 ? serves.coefficients[j]! : serves.intercept),
    0,
  );
  const se = Math.sqrt(Math.max(0, quadratic(serves.covariance, row)));
  return { lo: sigmoid(margin - reach * se), hi: sigmoid(margin + reach * se) };
}

/** row' V row, V by its lower triangle. */
function quadratic(covariance: ReadonlyArray<number>, row: ReadonlyArray<number>): number {
  if (covariance.length !== (row.length * (row.length + 1)) / 2) {
    throw new RangeError(
      `Cannot make an interval of ${row.length} numbers with ${covariance.length} covariances`,
    );
  }
  let sum = 0;
  for (let j = 0, at = 0; j < row.length; j++) {
    for (let k = 0; k <= j; k++, at++) sum += (j === k ? 1 : 2) * covariance[at]! * row[j]! * row[k]!;
  }
  return sum;
}
