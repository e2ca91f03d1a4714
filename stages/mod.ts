import { type AnyStage, pipeline } from "../plugins/contract/mod.ts";
import { baseline } from "./baseline.ts";
import { calibrate } from "./calibrate.ts";
import { cutoffGuard } from "./cutoff_guard.ts";
import { evaluate } from "./evaluate.ts";
import { load } from "./load.ts";
import { rank } from "./rank.ts";
import { report } from "./report.ts";
import { smoke } from "./smoke.ts";

export { type BaselineOptions, buildBaseline } from "./baseline.ts";
export {
  type CalibrateOptions,
  type CalibrationOutcome,
  type CorpusFeatures,
  calibrateModel,
  measureCorpus,
  savedCalibrator,
} from "./calibrate.ts";
export { assertCutoffSafe, type GuardOptions } from "./cutoff_guard.ts";
export { computeMajorityBaseline, type EvaluateOptions, evaluateModel } from "./evaluate.ts";
export { loadCorpus, loadCutoffs, loadEvalSet } from "./load.ts";
export { loadHeader } from "./load_header.ts";
export { type PromptRow, promptRows } from "./prompt_rows.ts";
export { miscounted, notANumber, reasonless, unexplained, unordered } from "./rank.ts";
export { type PowerInputs, type RunPower, runPower } from "./run_power.ts";
export { type ScoredRow, scoreOutcomes } from "./score_outcomes.ts";
export { type SmokeOptions, smokeTest } from "./smoke.ts";
export { baseline, calibrate, cutoffGuard, evaluate, load, rank, report, smoke };

/** The stages in the order that a config without `stages` runs. */
export const standard = pipeline(load, cutoffGuard, smoke, baseline, calibrate, evaluate, rank, report);

/** Every built-in stage. */
export const stages: ReadonlyArray<AnyStage> = standard.stages;
