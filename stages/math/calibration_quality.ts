import { checkProbabilities } from "./_check_probabilities.ts";
import type { CiBound } from "./ci_bound.ts";
import { log, square } from "./elementary.ts";
import type { Random } from "./random.ts";
import { calibrationInTheLarge, type Fitted, type Recalibration, recalibration } from "./recalibration.ts";
import {
  debiasedSquaredError,
  expectedCalibrationError,
  type ReliabilityBin,
  reliabilityBins,
} from "./reliability.ts";
import { standardErrors } from "./wilson.ts";

/** The error over reliability bins. */
export interface BinnedError {
  readonly bins: ReadonlyArray<ReliabilityBin>;
  /** The plain expected calibration error with its bootstrap interval; noise alone makes it positive. */
  readonly ece: CiBound;
  /** The squared error less what noise alone puts there; null if a bin has a single row. */
  readonly debiasedSquaredError: number | null;
}

/** Whether probabilities mean what they say. */
export interface CalibrationQuality {
  readonly rows: number;
  /** Mean squared error (Brier 1950). */
  readonly brier: number;
  /** Mean -log of the probability given to what was so, in nats, probabilities clipped at 1e-12. */
  readonly logLoss: number;
  readonly recalibration: Fitted<Recalibration>;
  readonly inTheLarge: Fitted<number>;
  readonly binned: Fitted<BinnedError>;
  /** False where the slope's interval reaches 0 or below: then there is no signal to calibrate. */
  readonly hasSignal: boolean;
}

/** How to bin and resample. */
export interface CalibrationQualityOptions {
  /** min(10, floor(n / 20)) unless given. */
  readonly bins?: number;
  /** 1000 unless given. */
  readonly resamples?: number;
  readonly random: Random;
}

/**
 * The calibration of out-of-fold probabilities.
 *
 * @param probabilities In [0, 1], shape (n).
 * @param labels 0 or 1, shape (n).
 * @returns null for no rows; each part that is undefined says why.
 * @throws {RangeError} if the shapes disagree, a value is out of range, or there are more bins than rows.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { calibrationQuality, random } from "recall-guard/math";
 *
 * const found = calibrationQuality(Float64Array.of(0.75, 0.25), Uint8Array.of(1, 0), { random: random(0, "ece") });
 * assert.equal(found?.brier, 0.0625);
 * assert.deepEqual(found?.binned, { ok: false, reason: "2 rows are too few to bin: 20 are needed" });
 * ```
 */
export function calibrationQuality(
  probabilities: Float64Array,
  labels: Uint8Array,
  options: CalibrationQualityOptions,
): CalibrationQuality | null {
  checkProbabilities(probabilities, labels);
  const rows = labels.length;
  if (rows === 0) return null;
  const fit = recalibration(probabilities, labels);
  return {
    rows,
    brier: mean(probabilities.map((p, row) => square(p - labels[row]!))),
    logLoss: mean(probabilities.map((p, row) => -log(clipped(labels[row] === 1 ? p : 1 - p)))),
    recalibration: fit,
    inTheLarge: calibrationInTheLarge(probabilities, labels),
    binned: binnedError(probabilities, labels, options),
    hasSignal: fit.ok
      ? fit.value.slope - standardErrors() * fit.value.slopeSe > 0
      : separates(probabilities, labels),
  };
}

const ROWS_PER_BIN = 20;
const MOST_BINS = 10;
const CLIP = 1e-12;

function binnedError(
  probabilities: Float64Array,
  labels: Uint8Array,
  { bins, resamples = 1000, random }: CalibrationQualityOptions,
): Fitted<BinnedError> {
  const n = labels.length;
  const count = bins ?? Math.min(MOST_BINS, Math.floor(n / ROWS_PER_BIN));
  if (count === 0) return { ok: false, reason: `${n} rows are too few to bin: ${ROWS_PER_BIN} are needed` };
  const found = reliabilityBins(probabilities, labels, count);
  const ece = expectedCalibrationError(probabilities, labels, count, { resamples, random }).bound!;
  return { ok: true, value: { bins: found, ece, debiasedSquaredError: debiasedSquaredError(found) } };
}

/** Whether every row of label 1 has a higher probability than every row of label 0. */
function separates(probabilities: Float64Array, labels: Uint8Array): boolean {
  let lowestOne = Number.POSITIVE_INFINITY;
  let highestZero = Number.NEGATIVE_INFINITY;
  probabilities.forEach((p, row) => {
    if (labels[row] === 1) lowestOne = Math.min(lowestOne, p);
    else highestZero = Math.max(highestZero, p);
  });
  return labels.includes(0) && labels.includes(1) && lowestOne > highestZero;
}

function clipped(p: number): number {
  return Math.max(CLIP, p);
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
