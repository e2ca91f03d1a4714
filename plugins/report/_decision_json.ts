import type { DecisionFindings, Known, PrevalenceFindings, SelectiveRisk } from "../contract/mod.ts";

/** How the numbers of this file are made. */
export const DECISION_METHODS = {
  decisions:
    "over rows that were read and scored: sum c (1 - p) ok / sum c (1 - p), c the stated confidence, p p_memorized, with the mean of 1 - p and Kish's effective rows, and no number below 0.05 or 30; its interval by linearisation, clustered by date; error rates of the most confident rows (AURC averages over rows in random order within ties, E-AURC subtracts the best order), by stated and by penalized confidence; accuracy by fifths of p",
  prevalence:
    "scores: share of the memorised corpus above the 95th percentile of the other folds' control rows, less what control rows show, with Newcombe's one-sided 95 % bound; outcomes: (accuracy before - accuracy after) / (1 - accuracy after), where the gap's interval lies above 0 and no direction is more frequent on one side; correction: 1 - (1 - pi)(1 - p) / p for rows before the cutoff, scaled so that the memorised corpus averages pi, 0 after the cutoff, beside the raw p and never in its place",
  p_interval:
    "95 %, by the delta method on the log-odds of the deployed fit, sandwich covariance around class means: what other calibration rows from the same corpora would have made of the same answer",
} as const;

/** What is left when memory is discounted, as `analysis.json` has it. */
export function decisionsJson(found: DecisionFindings) {
  const { rows, clean, cleanShare, nEff, byConfidence, byPenalizedConfidence, byP } = found;
  return {
    rows,
    clean_weighted_accuracy: clean.ok ? clean.value.accuracy : null,
    clean_weighted_interval: clean.ok ? clean.value.interval : null,
    clean_weighted_reason: clean.ok ? null : clean.reason,
    clean_share: cleanShare,
    n_eff: nEff,
    risk_by_confidence: risk(byConfidence),
    risk_by_penalized_confidence: risk(byPenalizedConfidence),
    accuracy_by_p: byP,
  };
}

/** The prevalences and the correction, as `analysis.json` has them. */
export function prevalenceJson({ scores, outcomes, correction }: PrevalenceFindings) {
  return {
    pi_hat: numberOf(scores, ({ piHat }) => piHat),
    pi_lo: numberOf(scores, ({ piLo }) => piLo),
    scores_reason: reasonOf(scores),
    pi_gap: numberOf(outcomes, (pi) => pi),
    outcomes_reason: reasonOf(outcomes),
    correction: numberOf(correction, (value) => value),
    correction_reason: reasonOf(correction),
  };
}

function risk(found: SelectiveRisk | null) {
  return found === null ? null : { aurc: found.aurc, e_aurc: found.eAurc, curve: found.curve };
}

function numberOf<A, B>(known: Known<A>, of: (value: A) => B): B | null {
  return known.ok ? of(known.value) : null;
}

function reasonOf(known: Known<unknown>): string | null {
  return known.ok ? null : known.reason;
}
