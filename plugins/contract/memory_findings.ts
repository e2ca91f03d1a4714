import type { Known } from "./known.ts";
import type { CiBound, Features } from "./model.ts";

/** A clue that tells the two corpora apart on its own. */
export interface CorpusClue {
  /** The clue and its typical value in the memorised corpus against the control corpus. */
  readonly words: string;
  /** The area of this clue alone, in whichever direction is above 1/2. */
  readonly auc: number;
}

/** What the prompts alone, read without any model, give away about the two corpora. */
export interface BlindFinding {
  /** Prompts read of each corpus. */
  readonly members: number;
  readonly controls: number;
  readonly auc: CiBound;
  /** Whether the interval lies above 1/2: then whatever tells the corpora apart need not be memory. */
  readonly isSeparable: boolean;
  readonly folds: number;
  readonly isGrouped: boolean;
  readonly permutations: number;
  readonly inflation: number;
  readonly minDetectable: number | null;
  /** Strongest first. */
  readonly clues: ReadonlyArray<CorpusClue>;
}

/** What each prompt looks like, row-major, shape (rows, columns). */
export interface PromptLooks {
  readonly columns: number;
  readonly members: Float64Array;
  readonly controls: Float64Array;
}

/** The blind look at the corpora; without one, no verdict can tell memory from looks. */
export interface BlindLook {
  readonly found: Known<BlindFinding>;
  /** Null where the prompts were not looked at. */
  readonly looks: PromptLooks | null;
}

/** How far a model's answers tell the two corpora apart, judged out of fold. */
export interface SeparationFinding {
  readonly members: number;
  readonly controls: number;
  readonly features: ReadonlyArray<keyof Features>;
  readonly folds: number;
  /** Whether rows of one date share a fold. */
  readonly isGrouped: boolean;
  /** Whether rows have dates, but too few to fold by. */
  readonly fewDates: boolean;
  /** The interval includes what refitting adds. */
  readonly auc: CiBound;
  readonly method: "logit-delong" | "newcombe";
  readonly se: number | null;
  readonly p: number;
  readonly permutations: number;
  readonly inflation: number;
  /** Null where not even an area of 1 would be found. */
  readonly minDetectable: number | null;
}

/** The area among prompts that look alike, with the effective rows of each class. */
export interface OverlapFinding {
  readonly auc: CiBound;
  readonly essMembers: number;
  readonly essControls: number;
  readonly resamples: number;
}

/** A run of rows in ascending order of probability. */
export interface ReliabilityStep {
  readonly rows: number;
  readonly predicted: number;
  readonly observed: number;
}

/** Whether out-of-fold probabilities mean what they say. */
export interface CalibrationFinding {
  readonly rows: number;
  readonly brier: number;
  readonly logLoss: number;
  readonly slope: Known<CiBound>;
  readonly intercept: Known<number>;
  readonly inTheLarge: Known<number>;
  /** The plain expected calibration error; noise alone makes it positive. */
  readonly ece: Known<CiBound>;
  /** Squared error less what noise alone puts there. */
  readonly debiasedSquaredError: Known<number>;
  readonly bins: ReadonlyArray<ReliabilityStep>;
  readonly hasSignal: boolean;
}

/** How far the evaluation rows lie where the calibrator has seen rows. */
export interface TransferFinding {
  readonly rows: number;
  readonly outside: number;
  readonly share: number;
  readonly isFlagged: boolean;
}

/** Cohen's d of a feature, before minus after the cutoff. */
export interface EffectFinding {
  readonly feature: keyof Features;
  readonly d: Known<CiBound>;
}

/** Rows of one corpus over the bins of a feature's range; the outer bins hold what lies beyond it. */
export interface FeatureSpread {
  readonly rows: number;
  readonly median: number;
  /** Rows in each bin, shape (bins). */
  readonly counts: ReadonlyArray<number>;
}

/** One feature in both corpora. */
export interface FeatureDistribution {
  readonly feature: keyof Features;
  readonly members: FeatureSpread;
  readonly controls: FeatureSpread;
}

/** The features of the calibration rows, in standard deviations from the mean of the control corpus. */
export interface DistributionFindings {
  /** Where the first bin begins and the last one ends; all are of one width. */
  readonly lo: number;
  readonly hi: number;
  /** Those that both corpora have. */
  readonly features: ReadonlyArray<FeatureDistribution>;
}

/** The share of the memorised corpus that is memorised, by out-of-fold scores: a lower bound, not an estimate of fuzzy memory. */
export interface PrevalenceFinding {
  readonly piHat: number;
  /** One-sided 95 % lower bound. */
  readonly piLo: number;
}

/** A prevalence, and the factor at most 1 that makes the corrected probabilities of the memorised corpus average it. */
export interface ScaledShare {
  readonly pi: number;
  readonly scale: number;
}

/** What turns a model's raw probabilities into corrected ones: its point and the lower end of its range. */
export interface CorrectionFinding {
  readonly point: ScaledShare;
  readonly lo: ScaledShare;
}

/** How much of what could be memorised is, and whether a corrected probability may be had. */
export interface PrevalenceFindings {
  readonly scores: Known<PrevalenceFinding>;
  /** The share of the rows before the cutoff that must be memorised to explain the accuracy there. */
  readonly outcomes: Known<number>;
  /** Not known where a corrected probability would mislead. */
  readonly correction: Known<CorrectionFinding>;
}
