import { Effect } from "effect";
import { CalendarDate, ConfigError, Issue, Schema } from "../../plugins/contract/mod.ts";
import type { Asking } from "../answers/mod.ts";
import { decodeAt, type Source } from "../config/mod.ts";

const fill = <A, I>(schema: Schema.Schema<A, I>, value: A) =>
  Schema.optionalWith(schema, { default: () => value, exact: true });

const Whole = Schema.Int.annotations({ description: "a whole number" });
const Count = Schema.Int.pipe(Schema.greaterThanOrEqualTo(0)).annotations({ description: "a count" });
const Positive = Schema.Int.pipe(Schema.greaterThan(0)).annotations({
  description: "a whole number above 0",
});
const Seconds = Schema.Finite.pipe(Schema.greaterThan(0)).annotations({ description: "seconds, above 0" });
const SecondsOrNone = Schema.Finite.pipe(Schema.greaterThanOrEqualTo(0)).annotations({
  description: "seconds, 0 or more",
});
const Model = Schema.NonEmptyString.annotations({ description: "a model's id" });

const asked = {
  seed: fill(Whole, 0),
  /** Requests in flight at most; the provider may allow fewer. */
  concurrency: fill(Positive, 8),
  timeoutS: fill(Seconds, 45),
  /** Between the starts of two requests. */
  minCallIntervalS: fill(SecondsOrNone, 0),
  maxRetries: fill(Count, 2),
  backoffS: fill(SecondsOrNone, 2),
  maxWaitS: fill(SecondsOrNone, 120),
  temperature: fill(Schema.Finite.pipe(Schema.between(0, 2)), 0),
  maxTokens: fill(Positive, 512),
  topLogprobs: fill(Count, 20),
};

const scored = {
  ...asked,
  /** Its loss on the same prompts is what `ref_delta` is taken against. */
  referenceModel: fill(Schema.NullOr(Model), null),
  /** The model's training cutoff; without it nothing date-dependent is claimed. */
  cutoff: fill(Schema.NullOr(CalendarDate), null),
};

/** How to ask a model. */
export const AskSettings = Schema.Struct({ model: Model, ...asked });
export type AskSettings = Omit<typeof AskSettings.Type, "model">;
export type AskSettingsGiven = typeof AskSettings.Encoded;

/** How to calibrate and ask. */
export const CalibrateSettings = Schema.Struct({
  model: Model,
  ...scored,
  minAuc: fill(Schema.Number.pipe(Schema.between(0, 1)), 0.6),
  minValid: fill(Positive, 50),
});
export type CalibrateSettings = typeof CalibrateSettings.Type;
export type CalibrateSettingsGiven = typeof CalibrateSettings.Encoded;

/** How to ask with a calibrator that was saved. */
export const LoadSettings = Schema.Struct({
  /** May be left out where the file holds one model. */
  model: Schema.optionalWith(Model, { exact: true }),
  ...scored,
});
export type LoadSettings = typeof LoadSettings.Type;
export type LoadSettingsGiven = typeof LoadSettings.Encoded;

/** Options of a call as they are; all mistakes in them are told at once. */
export function readSettings<A, I>(schema: Schema.Schema<A, I>, given: unknown, call: string) {
  return Effect.mapError(
    decodeAt(schema, placeless(given), given),
    (issues) =>
      new ConfigError({ issues: issues.map(({ says }) => new Issue({ at: "", says: `${call}: ${says}` })) }),
  );
}

/** A value that stands in no file. */
export function placeless(value: unknown): Source {
  return { name: "", value, issues: [], at: () => "", keyAt: () => "" };
}

/** What of the settings says how to ask. */
export function askingOf(settings: AskSettings): Asking {
  const { temperature, maxTokens, topLogprobs, maxRetries, backoffS, maxWaitS } = settings;
  return {
    sampling: { temperature, maxTokens, topLogprobs },
    // An attempt's time runs from the moment it is sent, which the shared provider knows.
    timeoutMs: Number.POSITIVE_INFINITY,
    retry: { max: maxRetries, backoffMs: 1000 * backoffS, maxWaitMs: 1000 * maxWaitS },
    limits: { requests: null, tokens: null, money: null, wallTimeMs: null },
    prices: {},
  };
}
