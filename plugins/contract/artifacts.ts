import type { Stream } from "effect";
import type { InstrumentCheck, ModelVerdict, RunAnalysis } from "./analysis.ts";
import type { InputError } from "./errors.ts";
import type { Judged } from "./gate_set.ts";
import type { Known } from "./known.ts";
import type { BlindLook, OverlapFinding, SeparationFinding } from "./memory_findings.ts";
import type {
  Features,
  MajorityBaseline,
  ModelEvalResult,
  SamplingParameters,
  SmokeOutcome,
  Verdict,
} from "./model.ts";
import type { WrittenFile } from "./services.ts";
import { artifact } from "./stage.ts";

/** What is to be studied: the config with its defaults, as far as stages need it. Every pipeline starts from it. */
export interface StudyPlan {
  /** Paths as the config names them. */
  readonly inputs: {
    readonly evalSet: string;
    readonly isMemorized: string;
    readonly oosControl: string;
    readonly cutoffs: string;
  };
  readonly models: ReadonlyArray<string>;
  /** Whether `models` are candidates for the smoke test; otherwise they are the shortlist. */
  readonly areCandidates: boolean;
  readonly referenceModel: string | null;
  readonly request: SamplingParameters;
  readonly calibration: { readonly minValid: number; readonly minAuc: number };
  readonly validation: "crossfit" | "holdout";
  readonly resamples: number;
  /** Refits under permuted labels behind each model's p. */
  readonly permutations: number;
}
/** The artifact `study`; given from the start. */
export const Study = artifact<StudyPlan>()("study");

/** The artifact `instrument`; given from the start, beside the study. */
export const Instrument = artifact<InstrumentCheck>()("instrument");

/** Prompts in a file, with what is kept of each row in columns. */
export interface PromptSet {
  readonly size: number;
  /** The row's calendar date, YYYY-MM-DD, or null. */
  readonly date: (row: number) => string | null;
  /** First 16 hex digits of the prompt's sha256. */
  readonly promptHash: (row: number) => string;
  /** The prompts in order, read again from the file. */
  readonly prompts: Stream.Stream<string, InputError>;
}

/** The prompts that are evaluated, with the directions that came true. */
export interface EvaluationSet extends PromptSet {
  /** Target directions, shape (size). */
  readonly targets: Int8Array;
  /** The header's `_cutoff_date`, YYYY-MM-DD, or null. */
  readonly cutoffDate: string | null;
}
/** The artifact `evalSet`, given by `load`. */
export const EvalSet = artifact<EvaluationSet>()("evalSet");

/** The artifact `corpora`, given by `load`: prompts dated before the cutoffs, and after them. */
export const Corpora = artifact<{ readonly isMemorized: PromptSet; readonly oosControl: PromptSet }>()(
  "corpora",
);

/** The artifact `blind`, given by `load`: what the prompts alone give away about the corpora. */
export const Blind = artifact<BlindLook>()("blind");

/** A model's training cutoff: a calendar date, with where it comes from. */
export interface Cutoff {
  readonly date: string;
  readonly source: string | null;
  readonly precision: string | null;
}
/** The artifact `cutoffs`, given by `load`: training cutoffs by model id. */
export const Cutoffs = artifact<ReadonlyMap<string, Cutoff>>()("cutoffs");

/** The cutoff guard's consent to ask: what it found, per model in order. */
export interface CutoffClearance {
  readonly models: ReadonlyArray<{
    readonly model: string;
    readonly cutoff: string;
    /** Evaluation rows dated on or before the cutoff, after it, and without a date. */
    readonly before: number;
    readonly after: number;
    readonly undated: number;
  }>;
  /** False where neither a header date nor row dates stand. */
  readonly verifiable: boolean;
}
/** The artifact `clearance`, given by `cutoff_guard`; nothing is asked without it. */
export const Clearance = artifact<CutoffClearance>()("clearance");

/** Models that go on, in candidate order, and the smoke test's outcomes; null where it did not run. */
export const Shortlist = artifact<{
  readonly models: ReadonlyArray<string>;
  readonly outcomes: ReadonlyArray<SmokeOutcome> | null;
}>()("shortlist");

/** Feature rows in one array. */
export interface FeatureTable {
  readonly size: number;
  /** Row-major, shape (size, 5), columns in the order of {@link Features}; NaN where a feature is null. */
  readonly values: Float64Array;
  readonly row: (row: number) => Features;
}

/** A model's mean and population spread of each feature over its control rows. */
export interface ControlBaseline {
  readonly mean: Features;
  readonly std: Features;
  readonly nValid: number;
  readonly minValid: number;
  readonly isCalibrated: boolean;
}

/** Per model: its control baseline, the control rows it was made of, and what became of the others, in words. */
export interface ModelBaseline {
  readonly baseline: ControlBaseline;
  readonly controls: FeatureTable;
  /** Which prompt of the corpus each row of `controls` was measured on, from 0. */
  readonly rows: ReadonlyArray<number>;
  readonly failures: string;
}
/** The artifact `baselines`, given by `baseline`, by model id. */
export const Baselines = artifact<ReadonlyMap<string, ModelBaseline>>()("baselines");

/** A fitted logistic regression on standardised features: plain numbers that load back bit for bit. */
export interface CalibratorFit {
  /** In the order of the coefficients. */
  readonly features: ReadonlyArray<keyof Features>;
  readonly coefficients: ReadonlyArray<number>;
  readonly intercept: number;
  /** Sampling covariance of the coefficients, then the intercept: the lower triangle, row by row. */
  readonly covariance?: ReadonlyArray<number>;
}

/** Judged on a part of each class that the deployed fit has not seen. */
export interface HoldoutValidation {
  readonly kind: "holdout";
  /** Share of each class held out. */
  readonly share: number;
  readonly nTrain: number;
  readonly nHeldOut: number;
  /** Null where undefined. */
  readonly auc: number | null;
}

/** Judged out of fold; the deployed fit has seen all rows. */
export interface CrossfitValidation {
  readonly kind: "crossfit";
  readonly folds: number;
  /** Whether rows of one date share a fold. */
  readonly isGrouped: boolean;
  /** Whether rows have dates, but too few to fold by. */
  readonly fewDates: boolean;
  readonly nMembers: number;
  readonly nControls: number;
  readonly auc: number;
  /** The ends of the area's interval, with what refitting adds. */
  readonly lo: number;
  readonly hi: number;
}

/** How a calibrator was judged. */
export type CalibratorValidation = HoldoutValidation | CrossfitValidation;

/** What turns a model's standardised features into `p_memorized` (MCS). */
export interface Calibrator {
  readonly fit: CalibratorFit;
  /** Serves the rows without `ref_delta`. */
  readonly withoutReference: CalibratorFit | null;
  readonly validation: CalibratorValidation;
  readonly minAuc: number;
  readonly isWeak: boolean;
}

/** Scores of rows that a fit has not seen, higher for members, with their labels, 1 for members, shape (n) each. */
export interface JudgedScores {
  readonly scores: Float64Array;
  readonly labels: Uint8Array;
}

/** Every calibration row with its out-of-fold probability, members first, shape (n) each. */
export interface OutOfFold extends JudgedScores {
  readonly fold: Uint8Array;
  /** A row's prompt in its corpus, from 0. */
  readonly rows: Uint32Array;
  /** YYYY-MM-DD, or null. */
  readonly dates: ReadonlyArray<string | null>;
}

/** What the calibration corpora say of a model, whichever way its calibrator is validated. */
export interface CorpusFindings {
  readonly separation: SeparationFinding;
  readonly outOfFold: OutOfFold;
  readonly overlap: Known<OverlapFinding>;
  /** The classic number: the area over a single held-out quarter, null where undefined. */
  readonly holdoutAuc: number | null;
}

/** A model's calibrator with what it was judged by, or why it has none. */
export type ModelCalibration =
  | {
      readonly ok: true;
      readonly calibrator: Calibrator;
      /** Rows that judged the calibrator. */
      readonly judged: JudgedScores;
      /** Raw features of the memorised rows; those of the control rows stand with the baseline. */
      readonly members: FeatureTable;
      readonly findings: CorpusFindings;
      readonly verdict: ModelVerdict;
    }
  | { readonly ok: false; readonly reason: string; readonly verdict: ModelVerdict };
/** The artifact `calibrators`, given by `calibrate`, by model id. */
export const Calibrators = artifact<ReadonlyMap<string, ModelCalibration>>()("calibrators");

/** The artifact `results`, given by `evaluate`, in shortlist order. */
export const Results = artifact<ReadonlyArray<ModelEvalResult>>()("results");

/** The artifact `majority`, given by `evaluate`. */
export const Majority = artifact<MajorityBaseline>()("majority");

/** Verdicts in the order of `results`, and indices into them, best first; with those of the other gate sets. */
export interface ModelRanking {
  readonly verdicts: ReadonlyArray<Verdict>;
  readonly order: ReadonlyArray<number>;
  readonly beside: ReadonlyArray<Judged>;
}
/** The artifact `ranking`, given by `rank`. */
export const Ranking = artifact<ModelRanking>()("ranking");

/** The artifact `analysis`, given by `rank`. */
export const Analysis = artifact<RunAnalysis>()("analysis");

/** What the writers made: files in the run directory, text for the terminal, and a sentence for each that failed. */
export const Reports = artifact<{
  readonly files: ReadonlyArray<WrittenFile>;
  readonly failures: ReadonlyArray<string>;
  readonly screen: string;
}>()("reports");
