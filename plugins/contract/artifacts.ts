import type { Stream } from "effect";
import type { InputError } from "./errors.ts";
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
  readonly validation: "holdout";
  readonly resamples: number;
}
export const Study = artifact<StudyPlan>()("study");

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

export interface EvaluationSet extends PromptSet {
  /** Target directions, shape (size). */
  readonly targets: Int8Array;
  /** The header's `_cutoff_date`, YYYY-MM-DD, or null. */
  readonly cutoffDate: string | null;
}
export const EvalSet = artifact<EvaluationSet>()("evalSet");

export const Corpora = artifact<{ readonly isMemorized: PromptSet; readonly oosControl: PromptSet }>()(
  "corpora",
);

/** A model's training cutoff: a calendar date, with where it comes from. */
export interface Cutoff {
  readonly date: string;
  readonly source: string | null;
  readonly precision: string | null;
}
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
  readonly failures: string;
}
export const Baselines = artifact<ReadonlyMap<string, ModelBaseline>>()("baselines");

/** A fitted logistic regression on standardised features: plain numbers that load back bit for bit. */
export interface CalibratorFit {
  /** In the order of the coefficients. */
  readonly features: ReadonlyArray<keyof Features>;
  readonly coefficients: ReadonlyArray<number>;
  readonly intercept: number;
}

/** How a calibrator was judged; cross-fitting will be a second kind. */
export interface HoldoutValidation {
  readonly kind: "holdout";
  /** Share of each class held out. */
  readonly share: number;
  readonly nTrain: number;
  readonly nHeldOut: number;
  /** Null where undefined. */
  readonly auc: number | null;
}

/** What turns a model's standardised features into `p_memorized` (MCS). */
export interface Calibrator {
  readonly fit: CalibratorFit;
  /** Serves the rows without `ref_delta`. */
  readonly withoutReference: CalibratorFit | null;
  readonly validation: HoldoutValidation;
  readonly minAuc: number;
  readonly isWeak: boolean;
}

/** A model's calibrator with the scores it was judged on, or why it has none. */
export type ModelCalibration =
  | {
      readonly ok: true;
      readonly calibrator: Calibrator;
      /** Higher is more member-like, shape (n); labels are 1 for members. */
      readonly judged: { readonly scores: Float64Array; readonly labels: Uint8Array };
    }
  | { readonly ok: false; readonly reason: string };
export const Calibrators = artifact<ReadonlyMap<string, ModelCalibration>>()("calibrators");

export const Results = artifact<ReadonlyArray<ModelEvalResult>>()("results");

export const Majority = artifact<MajorityBaseline>()("majority");

/** Verdicts in the order of `results`, and indices into them, best first. */
export interface ModelRanking {
  readonly verdicts: ReadonlyArray<Verdict>;
  readonly order: ReadonlyArray<number>;
}
export const Ranking = artifact<ModelRanking>()("ranking");

/** What the writers made: files in the run directory, text for the terminal, and a sentence for each that failed. */
export const Reports = artifact<{
  readonly files: ReadonlyArray<WrittenFile>;
  readonly failures: ReadonlyArray<string>;
  readonly screen: string;
}>()("reports");
