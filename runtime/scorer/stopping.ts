import {
  agreementSequence,
  type Decision,
  type EnsembleSpec,
  hedgedCs,
  reduceDraws,
} from "../../stages/math/mod.ts";
import type { SequentialScore } from "./ensembled_score.ts";

/** When an ensemble may stop before its last wave; every condition that is given has to hold. */
export interface EarlyStopping {
  /** The agreement's confidence sequence lies wholly above or wholly below this share. */
  readonly agreement?: number;
  /** The confidence sequence of the mean of `p_memorized` is no wider than this. */
  readonly width?: number;
}

/** A usable draw, in the order of asking. */
export interface SequentialDraw {
  readonly wave: number;
  readonly decision: Decision;
  /** Null where draws are not scored. */
  readonly p: number | null;
}

/**
 * What may be said of independent draws after any wave, however often it was looked at. The decision whose share is
 * followed is the first wave's most frequent one, and only later draws count for it: picked on the draws that judge
 * it, it would err more often than the confidence allows.
 */
export function sequentialScore(
  draws: ReadonlyArray<SequentialDraw>,
  spec: EnsembleSpec,
): Omit<SequentialScore, "stoppedEarly"> {
  const first = draws.filter(({ wave }) => wave === 0);
  const later = draws.filter(({ wave }) => wave > 0);
  const ps = draws.flatMap(({ p }) => (p === null ? [] : [p]));
  const followed = first.length === 0 ? null : followedDecision(first, spec);
  const agreeing = later.filter(({ decision }) => decision === followed?.decision).length;
  return {
    agreement: followed === null ? null : agreementSequence(agreeing, later.length, spec.confidence),
    pMemorized: hedgedCs(ps, { confidence: spec.confidence }),
  };
}

/** Whether the conditions of stopping hold. */
export function mayStop(
  { agreement, pMemorized }: Omit<SequentialScore, "stoppedEarly">,
  stopping: EarlyStopping,
): boolean {
  const { agreement: share, width } = stopping;
  if (share === undefined && width === undefined) return false;
  const isDecided =
    share === undefined || (agreement !== null && (agreement.lo > share || agreement.hi < share));
  const isNarrow = width === undefined || (pMemorized !== null && pMemorized.hi - pMemorized.lo <= width);
  return isDecided && isNarrow;
}

function followedDecision(first: ReadonlyArray<SequentialDraw>, spec: EnsembleSpec) {
  const draws = first.map(({ decision }) => ({ content: "", decision }));
  return { decision: reduceDraws(draws, spec).consensusDecision };
}
