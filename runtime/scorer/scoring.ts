import { Effect } from "effect";
import {
  Answers,
  type AskError,
  type Calibrator,
  type CalibratorPins,
  type ControlBaseline,
  type Outcome,
} from "../../plugins/contract/mod.ts";
import { scoreOutcomes } from "../../stages/mod.ts";
import { type AnswerParser, type GuardedScore, guardedScore } from "./guarded_score.ts";

/** What a scorer scores with. */
export interface Scoring {
  readonly model: string;
  readonly pins: CalibratorPins;
  readonly baseline: ControlBaseline;
  readonly calibrator: Calibrator;
  readonly parser: AnswerParser | null;
  /** The model's training cutoff, YYYY-MM-DD, or null. */
  readonly cutoff: string | null;
}

/** A prompt to score, and its calendar date, YYYY-MM-DD, or null. */
export interface DatedPrompt {
  readonly prompt: string;
  readonly date: string | null;
}

/** How one answer is drawn. */
export interface DrawSettings {
  readonly draw: number;
  readonly referenceDraw: number;
  /** Null for the scorer's own. */
  readonly maxTokens: number | null;
  readonly temperature: number | null;
}

export const FIRST_DRAW: DrawSettings = { draw: 0, referenceDraw: 0, maxTokens: null, temperature: null };

/** Marks a score whose answer was drawn otherwise than those that the calibrator was made of. */
export const OTHER_SAMPLING = "other-sampling";

/** A score with the outcome that it was made of. */
export interface AskedScore {
  readonly outcome: Outcome;
  readonly score: GuardedScore;
}

/** Asks the model, and the reference model where there is one, and scores what comes of it. */
export function askScored(
  scoring: Scoring,
  { prompt, date }: DatedPrompt,
  settings: DrawSettings = FIRST_DRAW,
): Effect.Effect<AskedScore, AskError, Answers> {
  const { model, pins, baseline, calibrator, parser } = scoring;
  const { reference_model: referenceModel } = pins;
  const { draw, referenceDraw, maxTokens, temperature } = settings;
  const own = {
    model,
    prompt,
    draw,
    ...(maxTokens === null ? {} : { maxTokens }),
    ...(temperature === null ? {} : { temperature }),
  };
  return Effect.flatMap(Answers, ({ one }) => {
    const reference =
      referenceModel === null
        ? Effect.succeed(undefined)
        : one({ model: referenceModel, prompt, draw: referenceDraw });
    return Effect.map(
      Effect.all([one(own), reference], { concurrency: "unbounded" }),
      ([outcome, referenceOutcome]) => {
        const row = scoreOutcomes([outcome, referenceOutcome], baseline, calibrator);
        const marks = isOtherSampling(pins, settings) ? [...row.marks, OTHER_SAMPLING] : row.marks;
        const answer = outcome._tag === "Answered" ? outcome.answer : null;
        const context = { prompt, parser, beforeCutoff: beforeCutoff(date, scoring.cutoff) };
        return { outcome, score: guardedScore({ ...row, marks }, answer, context) };
      },
    );
  });
}

/** Calendar dates order as text. */
export function beforeCutoff(date: string | null, cutoff: string | null): boolean | null {
  return date === null || cutoff === null ? null : date <= cutoff;
}

function isOtherSampling(pins: CalibratorPins, { maxTokens, temperature }: DrawSettings): boolean {
  return (
    (maxTokens ?? pins.max_tokens) !== pins.max_tokens ||
    (temperature ?? pins.temperature) !== pins.temperature
  );
}
