import type { Known } from "./known.ts";
import type {
  BlindFinding,
  CalibrationFinding,
  DistributionFindings,
  EffectFinding,
  OverlapFinding,
  PrevalenceFindings,
  SeparationFinding,
  TransferFinding,
} from "./memory_findings.ts";
import type { CiBound } from "./model.ts";
import type { DecisionFindings, MeanFinding, OutcomeFindings } from "./outcome_findings.ts";

/** How one embedded control came out. */
export interface ControlFinding {
  readonly control: string;
  /** What it had to show, in words. */
  readonly expects: string;
  readonly passed: boolean;
  /** Out of fold; null where it could not be calibrated. */
  readonly auc: CiBound | null;
  readonly p: number | null;
  readonly verdict: ModelVerdict;
}

/** Whether the instrument itself works, as models that are known by construction tell. */
export interface InstrumentCheck {
  /** Null where it was not checked. */
  readonly ok: boolean | null;
  /** Why it failed or was not checked; null where it passed. */
  readonly reason: string | null;
  readonly controls: ReadonlyArray<ControlFinding>;
}

/** What may be said of a model: one of the verdicts, and the sentence with the number that decided it. */
export interface ModelVerdict {
  readonly verdict: string;
  readonly sentence: string;
}

/** Everything that honest statistics say of one model. */
export interface ModelAnalysis {
  readonly model: string;
  readonly outcomes: OutcomeFindings;
  readonly verdict: ModelVerdict;
  readonly separation: Known<SeparationFinding>;
  readonly overlap: Known<OverlapFinding>;
  readonly calibration: Known<CalibrationFinding>;
  readonly distributions: Known<DistributionFindings>;
  /** The classic number: the area over a single held-out quarter. */
  readonly holdoutAuc: Known<number>;
  readonly transfer: Known<TransferFinding>;
  /** Mean `p_memorized` of rows after the cutoff: the instrument's false-positive level. */
  readonly pAfter: Known<MeanFinding>;
  readonly effects: ReadonlyArray<EffectFinding>;
  readonly decisions: DecisionFindings;
  readonly prevalence: PrevalenceFindings;
  /** Warnings for what was found here, in their order; none of them blocks by itself. */
  readonly warnings: ReadonlyArray<string>;
}

/** Everything that honest statistics say of a run. */
export interface RunAnalysis {
  /** How the run was told to judge. */
  readonly settings: {
    readonly validation: "crossfit" | "holdout";
    readonly permutations: number;
    readonly resamples: number;
  };
  readonly instrument: InstrumentCheck;
  readonly blind: Known<BlindFinding>;
  /** In the order of the results. */
  readonly models: ReadonlyArray<ModelAnalysis>;
}
