import type { CiBound } from "../../plugins/contract/mod.ts";
import type { EnsembleInterval } from "../../stages/math/mod.ts";
import type { GuardedScore } from "./guarded_score.ts";

/** A draw that was scored, with the wave in which it was asked for, from 0. */
export interface ScoredDraw {
  readonly content: string;
  readonly wave: number;
  readonly score: GuardedScore;
}

/** What looking after every wave allows to say, at whatever wave it ended. */
export interface SequentialScore {
  readonly stoppedEarly: boolean;
  /** Of the share of draws after the first wave that decide as the first wave did; null without such draws. */
  readonly agreement: CiBound | null;
  /** Of the mean of `p_memorized`; null without draws. */
  readonly pMemorized: CiBound | null;
}

/**
 * What an ensemble of scorings of one prompt says. Where it was refused, every number is null and `refusal` says why.
 */
export interface EnsembledScore {
  /** An observed draw, the one at the lower median of `p_memorized`. Evidence only. */
  readonly consensus: GuardedScore;
  /** The mean over the draws: what an exposure is multiplied by is one minus this. */
  readonly pMemorizedPoint: number | null;
  /** The range that holds the middle of the draws. */
  readonly pMemorizedCi: { readonly lo: number; readonly hi: number } | null;
  /** Sample standard deviation over the draws; null with fewer than two. */
  readonly pMemorizedSd: number | null;
  /** The draws' quantile that was asked for, an observed value. */
  readonly pMemorizedConservative: number | null;
  /** The share that was asked for, or null. */
  readonly conservativeQuantile: number | null;
  /** Share of the draws with the most frequent signal; null where signals are not read. */
  readonly agreement: number | null;
  /** Its score interval as if draws were independent; null where the number of draws was not fixed beforehand. */
  readonly agreementCi: CiBound | null;
  /** Its interval at the effective number of draws; null with fewer than two waves. */
  readonly agreementCiClustered: EnsembleInterval | null;
  /** How much more draws of a wave agree than others; null where that cannot be told. */
  readonly drawDependence: number | null;
  /** As the specification sets them; null for the scorer's own. */
  readonly maxTokens: number | null;
  readonly temperature: number | null;
  /** When the first draw was asked for, an ISO instant. */
  readonly sampledAt: string;
  readonly nRequested: number;
  readonly nParsed: number;
  /** Draws that were lost on the way to the model and back. */
  readonly nLost: number;
  /** By reason, in code-point order. */
  readonly failCounts: ReadonlyArray<readonly [reason: string, count: number]>;
  readonly drawsSha256: string;
  /** By `p_memorized`, then by content, if the specification keeps them. */
  readonly draws: ReadonlyArray<ScoredDraw>;
  readonly refusal: string | null;
  /** Null unless the ensemble was allowed to stop early. */
  readonly sequential: SequentialScore | null;
}
