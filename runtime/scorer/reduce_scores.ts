import { square } from "../../stages/math/elementary.ts";
import {
  canonicalDrawHash,
  type Ensemble,
  type EnsembleSpec,
  empiricalInterval,
  ensembleRefusal,
  orderQuantile,
  reduceDraws,
  robustLocation,
} from "../../stages/math/mod.ts";
import type { EnsembledScore, ScoredDraw, SequentialScore } from "./ensembled_score.ts";
import { type GuardedScore, noScore, type ScoreFailure } from "./guarded_score.ts";

/** What is known beside the scored draws; a stored {@link EnsembledScore} holds all of it but the specification. */
export interface ScoreReduction {
  readonly spec: EnsembleSpec;
  /** The prompt and its date, as every draw of it has them. */
  readonly consensus: Pick<GuardedScore, "promptHash" | "beforeCutoff">;
  readonly sampledAt: string;
  readonly nRequested: number;
  readonly nLost: number;
  readonly failCounts: ReadonlyArray<readonly [reason: string, count: number]>;
  /** A share in [0, 1]. */
  readonly conservativeQuantile?: number | null;
  readonly sequential?: SequentialScore | null;
}

/**
 * Reduces scored draws to what they say. Pure: the same draws in any order give the same value, key by key.
 *
 * @throws {RangeError} if `conservativeQuantile` is out of range or a draw has no `p_memorized`.
 */
export function reduceScores(draws: ReadonlyArray<ScoredDraw>, given: ScoreReduction): EnsembledScore {
  const { spec, nRequested, nLost, failCounts } = given;
  const lost = { requested: nRequested, parsed: draws.length, failCounts: { transport: nLost } };
  const refusal = ensembleRefusal(spec, lost);
  const ordered = draws.toSorted(byProbability);
  if (refusal !== null) return refused(ordered, given, refusal);
  const reduced = reduceDraws(
    ordered.map(({ content, score }) => ({ content, decision: score.signal })),
    spec,
    { waves: ordered.map(({ wave }) => wave), nRequested, failCounts: Object.fromEntries(failCounts) },
  );
  const ps = ordered.map(probabilityOf);
  const { conservativeQuantile = null, sequential = null } = given;
  return {
    consensus: ordered[(ordered.length - 1) >> 1]!.score,
    pMemorizedPoint: robustLocation(ps, "mean"),
    pMemorizedCi: empiricalInterval(ps, spec.confidence),
    pMemorizedSd: deviation(ps),
    pMemorizedConservative: conservativeQuantile === null ? null : orderQuantile(ps, conservativeQuantile),
    conservativeQuantile,
    ...agreementOf(reduced, { isRead: ordered.some(({ score }) => score.signal !== null), sequential }),
    ...common(ordered, given),
    refusal: null,
    sequential,
  };
}

function refused(draws: ReadonlyArray<ScoredDraw>, given: ScoreReduction, refusal: string): EnsembledScore {
  return {
    consensus: noScore(given.consensus, mostFrequent(given.failCounts), { detail: refusal }),
    pMemorizedPoint: null,
    pMemorizedCi: null,
    pMemorizedSd: null,
    pMemorizedConservative: null,
    conservativeQuantile: given.conservativeQuantile ?? null,
    agreement: null,
    agreementCi: null,
    agreementCiClustered: null,
    drawDependence: null,
    ...common(draws, given),
    refusal,
    sequential: given.sequential ?? null,
  };
}

function common(draws: ReadonlyArray<ScoredDraw>, { spec, failCounts, ...given }: ScoreReduction) {
  return {
    maxTokens: spec.maxTokens,
    temperature: spec.temperature,
    sampledAt: given.sampledAt,
    nRequested: given.nRequested,
    nParsed: draws.length,
    nLost: given.nLost,
    failCounts: failCounts.toSorted(([a], [b]) => compareText(a, b)),
    drawsSha256: canonicalDrawHash(draws.map(({ content }) => content)),
    draws: spec.retainDraws ? draws : [],
  };
}

/** Nothing is said of signals that were not read, and no fixed-size interval of an ensemble that looked. */
function agreementOf(
  { agreement, agreementCi, agreementCiClustered, drawDependence }: Ensemble,
  { isRead, sequential }: { readonly isRead: boolean; readonly sequential: SequentialScore | null },
) {
  const isFixed = isRead && sequential === null;
  return {
    agreement: isRead ? agreement : null,
    agreementCi: isFixed ? agreementCi : null,
    agreementCiClustered: isFixed ? agreementCiClustered : null,
    drawDependence: isRead ? drawDependence : null,
  };
}

/** Exact sums, so that the order of the values changes no bit. */
function deviation(ps: ReadonlyArray<number>): number | null {
  if (ps.length < 2) return null;
  const mean = robustLocation(ps, "mean");
  const squares = ps.map((p) => square(p - mean));
  return Math.sqrt((robustLocation(squares, "mean") * ps.length) / (ps.length - 1));
}

function byProbability(a: ScoredDraw, b: ScoredDraw): number {
  return probabilityOf(a) - probabilityOf(b) || compareText(a.content, b.content) || a.wave - b.wave;
}

function probabilityOf({ score: { pMemorized, promptHash } }: ScoredDraw): number {
  if (pMemorized !== null) return pMemorized;
  throw new RangeError(`Cannot reduce a draw of ${promptHash} that has no p_memorized`);
}

/** By code point, which is the order of the UTF-8 bytes. */
function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8"));
}

/** The most frequent reason, the first by name among equals. */
function mostFrequent(failCounts: ScoreReduction["failCounts"]): ScoreFailure {
  const [first] = failCounts.toSorted(([a, m], [b, n]) => n - m || compareText(a, b));
  return REASONS.find((reason) => reason === first?.[0]) ?? "error";
}

const REASONS: ReadonlyArray<ScoreFailure> = [
  "timeout",
  "no_logprobs",
  "parse_failure",
  "error",
  "transport",
  "budget",
];
