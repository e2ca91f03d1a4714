import type { FileSystem, Path } from "@effect/platform";
import { Effect, Stream } from "effect";
import {
  CalendarDate,
  type Calibrator,
  type CalibratorPins,
  ConfigurationError,
  type ControlBaseline,
  calibratorsText,
  type ModelVerdict,
  type OutputError,
  Schema,
} from "../../plugins/contract/mod.ts";
import type { EnsembleSpec } from "../../stages/math/mod.ts";
import { ofText, writeWhole } from "../write_whole.ts";
import type { Calibrated } from "./calibration.ts";
import { atDesk, type Desk, openDesk, rejectedAs, type ScorerError } from "./desk.ts";
import type { EnsembledScore } from "./ensembled_score.ts";
import type { GuardedScore } from "./guarded_score.ts";
import { scoreInEnsemble } from "./score_ensemble.ts";
import { askScored, type DatedPrompt, type Scoring } from "./scoring.ts";
import { checkedSpec } from "./spec.ts";
import type { EarlyStopping } from "./stopping.ts";

/** What may be told of a prompt. */
export interface ScoreOptions {
  /** Its calendar date, YYYY-MM-DD. */
  readonly date?: string | null;
}

/** How many prompts are scored at once. */
export interface ScoreManyOptions {
  /** As many as the scorer asks at once unless given. */
  readonly concurrency?: number;
}

/** How an ensemble is drawn. */
export interface ScoreEnsembleOptions extends ScoreOptions {
  /** Made by `ensembleSpec`; there is no default. */
  readonly spec: EnsembleSpec;
  /** The draws' quantile to report, in [0, 1]. */
  readonly conservativeQuantile?: number | null;
  readonly stopEarly?: EarlyStopping | null;
}

/** A prompt, with or without its calendar date, YYYY-MM-DD. */
export type PromptGiven = string | { readonly prompt: string; readonly date?: string | null };

/** A calibrated model that scores prompts; each call asks anew. */
export interface MemoryGuardedScorer {
  readonly model: string;
  /** The calibrator's area under the ROC curve on rows it has not seen; null where undefined. */
  readonly holdoutAuc: number | null;
  /** Whether that area is too small to rely on. */
  readonly isWeak: boolean;
  /** What may be said of the model; null where it was loaded from a run that did not judge it. */
  readonly verdict: ModelVerdict | null;
  readonly baseline: ControlBaseline;
  readonly calibrator: Calibrator;
  readonly pins: CalibratorPins;
  readonly score: (prompt: string, options?: ScoreOptions) => Effect.Effect<GuardedScore, ScorerError>;
  /** Scores in the order of the prompts. */
  readonly scoreMany: (
    prompts: Iterable<PromptGiven>,
    options?: ScoreManyOptions,
  ) => Effect.Effect<ReadonlyArray<GuardedScore>, ScorerError>;
  /** The same for prompts that come one after the other. */
  readonly scoreStream: <E, R>(
    prompts: Stream.Stream<PromptGiven, E, R>,
    options?: ScoreManyOptions,
  ) => Stream.Stream<GuardedScore, E | ScorerError, R>;
  readonly scoreEnsemble: (
    prompt: string,
    options: ScoreEnsembleOptions,
  ) => Effect.Effect<EnsembledScore, ScorerError>;
  /** Writes what the scores rest on as a `calibrators.json`. */
  readonly save: (path: string) => Effect.Effect<void, OutputError, FileSystem.FileSystem | Path.Path>;
}

/** What a scorer is made of. */
export interface ScorerParts extends Scoring, Calibrated {
  readonly desk: Desk;
}

export function makeScorer(parts: ScorerParts): MemoryGuardedScorer {
  const { model, baseline, calibrator, verdict, pins, desk } = parts;
  const what = `Cannot score with "${model}"`;
  const call = atDesk(desk, what);
  const one = (given: PromptGiven) =>
    Effect.flatMap(datedPrompt(given), (asked) => Effect.map(askScored(parts, asked), ({ score }) => score));
  const all = ({ concurrency = desk.provider.concurrency }: ScoreManyOptions) => ({ concurrency });
  return {
    model,
    holdoutAuc: calibrator.validation.auc,
    isWeak: calibrator.isWeak,
    verdict,
    baseline,
    calibrator,
    pins,
    score: (prompt, { date = null } = {}) => call(one({ prompt, date })),
    scoreMany: (prompts, options = {}) =>
      typeof prompts === "string"
        ? call(
            new ConfigurationError({ message: "Cannot score prompts: expected a list of them, got a text" }),
          )
        : call(Effect.forEach(prompts, one, all(options))),
    scoreStream: (prompts, options = {}) =>
      Stream.unwrapScoped(
        Effect.map(openDesk(desk), (context) =>
          Stream.mapEffect(
            prompts,
            (given) => rejectedAs(Effect.provide(one(given), context), what),
            all(options),
          ),
        ),
      ),
    scoreEnsemble: (prompt, { spec, date = null, conservativeQuantile = null, stopEarly = null }) =>
      Effect.gen(function* () {
        const asked = yield* datedPrompt({ prompt, date });
        const checked = yield* checkedSpec(spec, conservativeQuantile);
        const limits = { requests: checked.maxTotalRequests, forbiddenEnds: true };
        const plan = { spec: checked, conservativeQuantile, stopEarly };
        const ensemble = scoreInEnsemble(parts, asked, plan);
        return yield* atDesk(desk, what, limits)(ensemble);
      }),
    save: (path) =>
      Effect.asVoid(
        writeWhole(
          path,
          ofText(calibratorsText([{ model, pins, baseline, calibrator, verdict, reason: null }])),
        ),
      ),
  };
}

const isDate = Schema.is(CalendarDate);

function datedPrompt(given: PromptGiven): Effect.Effect<DatedPrompt, ConfigurationError> {
  const { prompt, date = null } = typeof given === "string" ? { prompt: given } : given;
  if (typeof prompt !== "string" || prompt.trim() === "") {
    const got = typeof prompt === "string" ? "a blank one" : String(prompt);
    return new ConfigurationError({ message: `Cannot score a prompt: expected a text, got ${got}` });
  }
  if (date !== null && !isDate(date)) {
    return new ConfigurationError({
      message: `Cannot score a prompt: date: expected YYYY-MM-DD, got ${JSON.stringify(date)}`,
    });
  }
  return Effect.succeed({ prompt, date });
}
