import type {
  AccuracyFinding,
  CalibrationFinding,
  OutcomeFindings,
  OverlapFinding,
  SeparationFinding,
} from "../contract/mod.ts";
import { block, named } from "./_known_json.ts";

/** How each number is made, for a machine that has only the file. */
export const SEPARATION_METHODS = {
  separation:
    "5-fold cross-fitted ridge logistic regression, whole dates in a fold where there are enough; interval: DeLong on the logit scale, Newcombe's method 5 where that is undefined, widened by what refitting adds; p: permutation of labels within folds, refitting every fold",
  blind:
    "the same on the prompts alone: log length, words, shares of digits, upper case and punctuation, latest year, trailing ellipsis, hashed character 3- to 5-grams",
  overlap:
    "overlap-weighted Mann-Whitney area of the out-of-fold probabilities, propensities from the prompts' looks, bootstrap within classes; asked for only where the blind area's interval lies above 1/2",
  calibration:
    "of the out-of-fold probabilities: Brier score, log loss in nats, slope and intercept of log-odds, expected calibration error over bins of equal mass, and its square less what noise alone puts there",
  distributions:
    "features of the calibration rows in standard deviations from the mean of the control corpus: rows in bins of one width from lo to hi, the central 98 % of the rows of all features rounded outwards and held within 20; what lies beyond is in the outer bins",
  outcomes:
    "accuracy of readable rows before and after the cutoff; intervals clustered by date, joined for the gap as Newcombe joins two; the difference is paired by row with the model whose cutoff is the earliest before, over rows after that cutoff",
  transfer: "share of evaluation rows with a feature outside the central 98 % of the calibration rows",
  effects: "Cohen's d of a feature, before minus after the cutoff, pooled sample deviations, normal interval",
  holdout_auc: "the classic number: the area over one held-out quarter",
  p_after: "mean p_memorized of rows after the cutoff, where nothing can be memorised",
} as const;

/** How far the answers tell the corpora apart. */
export function separationJson(found: SeparationFinding) {
  return {
    auc: found.auc,
    interval_method: found.method,
    se: found.se,
    p: found.p,
    permutations: found.permutations,
    inflation: found.inflation,
    min_detectable_auc: found.minDetectable,
    members: found.members,
    controls: found.controls,
    features: found.features,
    folds: found.folds,
    grouped_by_date: found.isGrouped,
    few_dates: found.fewDates,
  };
}

/** The area among prompts that look alike. */
export function overlapJson({ auc, essMembers, essControls, resamples }: OverlapFinding) {
  return { auc, ess_members: essMembers, ess_controls: essControls, resamples };
}

/** Whether the probabilities mean what they say. */
export function calibrationJson(found: CalibrationFinding) {
  return {
    rows: found.rows,
    brier: found.brier,
    log_loss: found.logLoss,
    has_signal: found.hasSignal,
    ...named("slope", found.slope),
    ...named("intercept", found.intercept),
    ...named("in_the_large", found.inTheLarge),
    ...named("ece", found.ece),
    ...named("debiased_squared_error", found.debiasedSquaredError),
    bins: found.bins,
  };
}

/** Accuracy around the cutoff. */
export function outcomesJson({ cutoff, before, after, gap, difference }: OutcomeFindings) {
  return {
    cutoff,
    before: block(before, accuracyJson),
    after: block(after, accuracyJson),
    ...named("gap", gap),
    difference: block(difference, ({ against, rows, difference: bound }) => ({
      against,
      rows,
      difference: bound,
    })),
  };
}

function accuracyJson({ rows, dates, accuracy, clusters }: AccuracyFinding) {
  const { icc, designEffect, nEff, reason } = clusters;
  return { rows, dates, accuracy, icc, design_effect: designEffect, n_eff: nEff, icc_reason: reason };
}
