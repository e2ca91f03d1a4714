import type {
  AccuracyFinding,
  BlindFinding,
  CalibrationFinding,
  CiBound,
  DecisionFindings,
  ModelAnalysis,
  OutcomeFindings,
  PrevalenceFindings,
  SelectiveRisk,
  SeparationFinding,
} from "../contract/mod.ts";
import { absent, type Maybe, numberOr, ofKnown, valueOr } from "./_maybe.ts";
import type { Statistics } from "./_statistics_schema.ts";

const UNDETECTABLE = "so few rows would not show even an AUC of 1";
const NO_ROWS = "no row was read and scored";

/** What the prompts alone give away. */
export function blindPart(found: BlindFinding) {
  return { ...separated(found), is_separable: found.isSeparable, clues: found.clues };
}

/** All statistics of a model. */
export function statisticsPart(found: ModelAnalysis): Statistics {
  return {
    separation: ofKnown(found.separation, separation),
    overlap: ofKnown(found.overlap, ({ auc, essMembers, essControls, resamples }) => ({
      ...{ auc, ess_members: essMembers, ess_controls: essControls, resamples },
    })),
    holdout_auc: ofKnown(found.holdoutAuc, (auc) => auc),
    calibration: ofKnown(found.calibration, calibration),
    transfer: ofKnown(found.transfer, ({ rows, outside, share, isFlagged }) => ({
      ...{ rows, outside, share, is_flagged: isFlagged },
    })),
    p_after: ofKnown(found.pAfter, (value) => value),
    outcomes: outcomes(found.outcomes),
    effects: found.effects.map(({ feature, d }) => ({ feature, d: ofKnown(d, (bound) => bound) })),
    decisions: decisions(found.decisions),
    prevalence: prevalence(found.prevalence),
  };
}

function separated(found: SeparationFinding | BlindFinding) {
  return {
    auc: found.auc,
    min_detectable_auc: numberOr(found.minDetectable, UNDETECTABLE),
    members: found.members,
    controls: found.controls,
    folds: found.folds,
    grouped_by_date: found.isGrouped,
    permutations: found.permutations,
    inflation: found.inflation,
  };
}

function separation(found: SeparationFinding) {
  return {
    ...separated(found),
    interval_method: found.method,
    se: numberOr(found.se, "Newcombe's interval rests on no standard error"),
    permutation_p: found.p,
    features: found.features,
    few_dates: found.fewDates,
  };
}

function calibration(found: CalibrationFinding) {
  return {
    rows: found.rows,
    brier: found.brier,
    log_loss: found.logLoss,
    has_signal: found.hasSignal,
    slope: ofKnown(found.slope, (bound) => bound),
    intercept: ofKnown(found.intercept, (value) => value),
    in_the_large: ofKnown(found.inTheLarge, (value) => value),
    ece: ofKnown(found.ece, (bound) => bound),
    debiased_squared_error: ofKnown(found.debiasedSquaredError, (value) => value),
    bins: found.bins,
  };
}

function outcomes({ cutoff, before, after, gap, difference }: OutcomeFindings) {
  return {
    cutoff,
    before: ofKnown(before, side),
    after: ofKnown(after, side),
    gap: ofKnown(gap, (bound) => bound),
    difference: ofKnown(difference, (value) => value),
  };
}

function side({ rows, dates, accuracy, clusters }: AccuracyFinding) {
  const why = clusters.reason ?? "it is not defined here";
  return {
    ...{ rows, dates, accuracy },
    icc: numberOr(clusters.icc, why),
    design_effect: numberOr(clusters.designEffect, why),
    n_eff: numberOr(clusters.nEff, why),
  };
}

function decisions(found: DecisionFindings) {
  return {
    rows: found.rows,
    clean_accuracy: ofKnown(found.clean, ({ accuracy }) => accuracy),
    clean_interval: cleanInterval(found.clean),
    clean_share: numberOr(found.cleanShare, NO_ROWS),
    n_eff: found.nEff,
    risk_by_confidence: risk(found.byConfidence),
    risk_by_penalized_confidence: risk(found.byPenalizedConfidence),
    accuracy_by_p: found.byP,
  };
}

function cleanInterval(clean: DecisionFindings["clean"]): Maybe<CiBound> {
  if (!clean.ok) return absent(clean.reason);
  return valueOr(clean.value.interval, "nothing varies between dates", (bound) => bound);
}

function risk(found: SelectiveRisk | null) {
  return valueOr(found, NO_ROWS, ({ aurc, eAurc, curve }) => ({
    aurc,
    e_aurc: eAurc,
    curve: curve.map(([coverage, risk]) => ({ coverage, risk })),
  }));
}

function prevalence({ scores, outcomes, correction }: PrevalenceFindings) {
  return {
    pi_hat: ofKnown(scores, ({ piHat }) => piHat),
    pi_lo: ofKnown(scores, ({ piLo }) => piLo),
    pi_gap: ofKnown(outcomes, (pi) => pi),
    correction: ofKnown(correction, (value) => value),
  };
}
