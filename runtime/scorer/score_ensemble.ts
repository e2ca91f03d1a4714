import { DateTime, Effect } from "effect";
import type { Answers, AskError } from "../../plugins/contract/mod.ts";
import type { EnsembleSpec } from "../../stages/math/mod.ts";
import type { EnsembledScore, ScoredDraw, SequentialScore } from "./ensembled_score.ts";
import { promptHash, type ScoreFailure } from "./guarded_score.ts";
import { lostDraw, UNSENT } from "./lost_draw.ts";
import { reduceScores } from "./reduce_scores.ts";
import { type AskedScore, askScored, beforeCutoff, type DatedPrompt, type Scoring } from "./scoring.ts";
import { type EarlyStopping, mayStop, sequentialScore } from "./stopping.ts";
import { type Drawn, inWaves } from "./waves.ts";

/** How an ensemble is drawn and reduced. */
export interface EnsemblePlan {
  readonly spec: EnsembleSpec;
  readonly conservativeQuantile: number | null;
  readonly stopEarly: EarlyStopping | null;
}

type DrawOutcome =
  | { readonly ok: true; readonly content: string; readonly score: ScoredDraw["score"] }
  | { readonly ok: false; readonly reason: ScoreFailure; readonly isLost: boolean };

/** Scores a prompt by as many draws as the specification says, as far as its budgets go. */
export const scoreInEnsemble = Effect.fn("scorer.ensemble")(function* (
  scoring: Scoring,
  asked: DatedPrompt,
  { spec, conservativeQuantile, stopEarly }: EnsemblePlan,
) {
  const sampledAt = DateTime.formatIso(yield* DateTime.now);
  const drawn = yield* inWaves({
    spec,
    draw: (index) => drawOnce(scoring, asked, { spec, index }),
    isEnough: (drawn) => stopEarly !== null && isEnough(drawn, spec, stopEarly),
  });
  const usable = usableOf(drawn);
  const failed = drawn.flatMap(({ value }) => (value.ok ? [] : [value]));
  const sequential: SequentialScore | null =
    stopEarly === null
      ? null
      : { stoppedEarly: drawn.length < spec.draws, ...sequentialScore(usable.map(toSequential), spec) };
  return reduceScores(usable, {
    spec,
    consensus: {
      promptHash: promptHash(asked.prompt),
      beforeCutoff: beforeCutoff(asked.date, scoring.cutoff),
    },
    sampledAt,
    nRequested: drawn.length,
    nLost: failed.filter(({ isLost }) => isLost).length,
    failCounts: countsOf(failed.map(({ reason }) => reason)),
    conservativeQuantile,
    sequential,
  }) satisfies EnsembledScore;
});

function drawOnce(
  scoring: Scoring,
  asked: DatedPrompt,
  { spec, index }: { readonly spec: EnsembleSpec; readonly index: number },
): Effect.Effect<DrawOutcome, AskError, Answers> {
  const { maxTokens, temperature, reference } = spec;
  const referenceDraw = reference === "per_draw" ? index : 0;
  return Effect.catchTag(
    Effect.map(askScored(scoring, asked, { draw: index, referenceDraw, maxTokens, temperature }), toOutcome),
    "BudgetReached",
    () => Effect.succeed(UNSENT),
  );
}

function toOutcome({ outcome, score }: AskedScore): DrawOutcome {
  if (outcome._tag === "Failed") return lostDraw(outcome);
  return score.failReason === null
    ? { ok: true, content: outcome.answer.text, score }
    : { ok: false, reason: score.failReason, isLost: false };
}

function usableOf(drawn: ReadonlyArray<Drawn<DrawOutcome>>): ReadonlyArray<ScoredDraw> {
  return drawn.flatMap(({ wave, value }) =>
    value.ok ? [{ content: value.content, wave, score: value.score }] : [],
  );
}

function isEnough(
  drawn: ReadonlyArray<Drawn<DrawOutcome>>,
  spec: EnsembleSpec,
  stopEarly: EarlyStopping,
): boolean {
  const usable = usableOf(drawn);
  return (
    usable.length >= spec.minParsed && mayStop(sequentialScore(usable.map(toSequential), spec), stopEarly)
  );
}

function toSequential({ wave, score }: ScoredDraw) {
  return { wave, decision: score.signal, p: score.pMemorized };
}

/** In the order of first meeting. */
export function countsOf(reasons: ReadonlyArray<string>): ReadonlyArray<readonly [string, number]> {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts];
}
