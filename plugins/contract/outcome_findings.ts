import type { Known } from "./known.ts";
import type { CiBound } from "./model.ts";

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
