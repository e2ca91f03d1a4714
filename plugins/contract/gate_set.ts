import { Context } from "effect";
import type { MajorityBaseline, ModelEvalResult, Verdict } from "./model.ts";

/** What a gate set judges: every model of the run at once. */
export interface Judgement {
  readonly results: ReadonlyArray<ModelEvalResult>;
  readonly majority: MajorityBaseline;
  /** Each model's training cutoff, a calendar date, by model id. */
  readonly cutoffs: ReadonlyMap<string, string>;
  /** The date that every evaluation row is said to come after, by the eval set's header; null where it has none. */
  readonly rowsAfter: string | null;
  /** A generator for a label: the same label gives the same numbers in every run of the seed. */
  readonly random: (label: string) => () => number;
  /** Resamples of whatever is bootstrapped. */
  readonly resamples: number;
}

/** The rules that remove a model from the ranking, and the score of the rest. Pure. */
export class GateSet extends Context.Tag("recall-guard/GateSet")<
  GateSet,
  {
    readonly name: string;
    readonly formula: string;
    readonly thresholds: Readonly<Record<string, number>>;
    /** Names of the warnings that remove a model, in their order. */
    readonly blocking: ReadonlyArray<string>;
    /** One verdict a result, in the order of the results. */
    readonly judge: (input: Judgement) => ReadonlyArray<Verdict>;
    readonly words: GateWords;
  }
>() {}

/** The other gate sets that ship, with the options they have by default: what they would have said is told beside. */
export class OtherGates extends Context.Tag("recall-guard/OtherGates")<
  OtherGates,
  ReadonlyArray<Context.Tag.Service<GateSet>>
>() {}

/** What a gate set makes of the models of a run. */
export interface Judged {
  readonly gates: Context.Tag.Service<GateSet>;
  /** In the order of the results. */
  readonly verdicts: ReadonlyArray<Verdict>;
  /** Indices into the results, best first. */
  readonly order: ReadonlyArray<number>;
}

/** A gate set's rules as a report says them, in markdown. */
export interface GateWords {
  /** What a survivor passed, such as `parse-success ≥ 0.8, MCS-AUC ≥ 0.6`. */
  readonly passed: string;
  /** What stands beside the thresholds, such as `accuracy lower CI > majority upper CI`. */
  readonly besides: string;
  /** How the score is to be read; empty when there is nothing to say. */
  readonly reading: string;
}
