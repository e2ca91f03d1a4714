import type { CiBound, Features } from "./model.ts";

/** Numbers, or why there are none. */
export type Known<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly reason: string };

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

/** What may be said of a model: one of the verdicts, and the sentence with the number that decided it. */
export interface ModelVerdict {
  readonly verdict: string;
  readonly sentence: string;
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

/** A mean over rows. */
export interface MeanFinding {
  readonly rows: number;
  readonly mean: number;
}

/** How much the rows of a date resemble each other, and what that costs. */
export interface ClusterFinding {
  /** Intraclass correlation; null with a `reason`. */
  readonly icc: number | null;
  readonly designEffect: number | null;
  /** Independent rows that would say as much. */
  readonly nEff: number | null;
  readonly reason: string | null;
}

/** Accuracy over readable rows on one side of a cutoff, its interval clustered by date. */
export interface AccuracyFinding {
  readonly rows: number;
  readonly dates: number;
  readonly accuracy: CiBound;
  readonly clusters: ClusterFinding;
}

/** The gap of a model minus that of one with an earlier cutoff, over the same rows. */
export interface GapDifference {
  /** The model compared with. */
  readonly against: string;
  readonly rows: number;
  readonly difference: CiBound;
}

/** Accuracy around a model's cutoff. */
export interface OutcomeFindings {
  readonly cutoff: string | null;
  readonly before: Known<AccuracyFinding>;
  readonly after: Known<AccuracyFinding>;
  readonly gap: Known<CiBound>;
  readonly difference: Known<GapDifference>;
  readonly recall: "yes" | "no" | "unknown";
  readonly sentence: string;
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

/** Accuracy with every row weighted by its confidence and the probability that it is not memorised. */
export interface CleanAccuracy {
  readonly accuracy: number;
  /** Clustered by date; null where nothing varies between dates. */
  readonly interval: CiBound | null;
}

/** Selective risk: (share of rows answered, error rate among them), at most a hundred and one points, and its areas. */
export interface SelectiveRisk {
  readonly curve: ReadonlyArray<readonly [coverage: number, risk: number]>;
  readonly aurc: number;
  /** `aurc` less that of the best order of the same answers. */
  readonly eAurc: number;
}

/** Rows of about equal `p_memorized`. */
export interface QuintileFinding {
  readonly rows: number;
  readonly accuracy: number;
}

/** What is left of a model's answers when memory is discounted; over rows that were read and scored. */
export interface DecisionFindings {
  readonly rows: number;
  /** Not known where too little is left to score. */
  readonly clean: Known<CleanAccuracy>;
  /** Mean of 1 - p; null without rows. */
  readonly cleanShare: number | null;
  /** Kish's effective rows under the weights. */
  readonly nEff: number;
  /** By stated confidence, and by confidence after the discount; null without rows. */
  readonly byConfidence: SelectiveRisk | null;
  readonly byPenalizedConfidence: SelectiveRisk | null;
  /** From the least to the most memorised fifth; a rise is what memory lends. */
  readonly byP: ReadonlyArray<QuintileFinding>;
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
