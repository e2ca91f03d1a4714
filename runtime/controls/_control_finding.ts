import type { ControlFinding, Expectation, ModelCalibration } from "../../plugins/contract/mod.ts";

/** Thresholds of the controls: memory this plain shows, and a clean model is not found by any seed worth keeping. */
const STRONG_AUC = 0.95;
const STRONG_P = 0.05;
const CLEAN_P = 0.01;

const WORDS: Readonly<Record<Expectation, string>> = {
  memory: `memory (AUC of at least ${STRONG_AUC}, p of at most ${STRONG_P})`,
  nothing: `nothing (p above ${CLEAN_P})`,
  confounding: "that looks give its corpora away (confounded or not-identifiable)",
};

/** Whether a control shows what it had to. */
export function controlFinding(
  control: string,
  expects: Expectation,
  calibration: ModelCalibration | undefined,
): ControlFinding {
  if (calibration === undefined || !calibration.ok) {
    const none = { verdict: "not-calibrated", sentence: "it was not calibrated" };
    const verdict = calibration?.verdict ?? none;
    return { control, expects: WORDS[expects], passed: false, auc: null, p: null, verdict };
  }
  const { auc, p } = calibration.findings.separation;
  const { verdict } = calibration;
  const shows: Readonly<Record<Expectation, boolean>> = {
    memory: auc.point >= STRONG_AUC && p <= STRONG_P,
    nothing: p > CLEAN_P,
    confounding: verdict.verdict === "confounded" || verdict.verdict === "not-identifiable",
  };
  return { control, expects: WORDS[expects], passed: shows[expects], auc, p, verdict };
}
