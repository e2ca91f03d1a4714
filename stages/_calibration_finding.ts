import type { CalibrationFinding, JudgedScores, Known } from "../plugins/contract/mod.ts";
import {
  type CalibrationQuality,
  calibrationQuality,
  type Fitted,
  type Random,
  type Recalibration,
  standardErrors,
} from "./math/mod.ts";

/** Whether out-of-fold probabilities mean what they say. */
export function calibrationFinding(
  { scores, labels }: JudgedScores,
  options: { readonly resamples: number; readonly random: Random },
): Known<CalibrationFinding> {
  const found = calibrationQuality(scores, labels, options);
  return found === null ? { ok: false, reason: "no rows" } : { ok: true, value: findingOf(found) };
}

function findingOf(quality: CalibrationQuality): CalibrationFinding {
  const { rows, brier, logLoss, recalibration, inTheLarge, binned, hasSignal } = quality;
  return {
    rows,
    brier,
    logLoss,
    slope: mapped(recalibration, slopeOf),
    intercept: mapped(recalibration, ({ intercept }) => intercept),
    inTheLarge,
    ece: mapped(binned, ({ ece }) => ece),
    debiasedSquaredError: debiased(binned),
    bins: binned.ok ? binned.value.bins : [],
    hasSignal,
  };
}

function slopeOf({ slope, slopeSe }: Recalibration) {
  const half = standardErrors() * slopeSe;
  return { point: slope, lo: slope - half, hi: slope + half };
}

function debiased(binned: CalibrationQuality["binned"]): Known<number> {
  if (!binned.ok) return binned;
  const { debiasedSquaredError: value } = binned.value;
  return value === null ? { ok: false, reason: "a bin has a single row" } : { ok: true, value };
}

function mapped<A, B>(fitted: Fitted<A>, of: (value: A) => B): Known<B> {
  return fitted.ok ? { ok: true, value: of(fitted.value) } : fitted;
}
