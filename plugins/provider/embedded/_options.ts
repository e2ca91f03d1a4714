import { Schema } from "../../contract/mod.ts";
import { IsoDate } from "./_rows.ts";

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true });

const AtLeastOne = Schema.Int.pipe(Schema.greaterThanOrEqualTo(1));

/** A file that a model reads, and how much of it. */
const Reads = Schema.Struct({
  /** JSONL, relative to the config. */
  file: Schema.NonEmptyString,
  /** Only rows dated through this day. */
  through: optional(IsoDate),
  /** The chance of each row to be read, by a coin of the run's seed. */
  fraction: optional(Schema.Number.pipe(Schema.between(0, 1))),
  copies: optional(AtLeastOne),
});

export const ModelOptions = Schema.Struct({
  reads: Schema.NonEmptyArray(Reads),
  /** The longest context the model can use, in tokens. */
  max_context: optional(AtLeastOne),
  /** What is known of the model by construction, in words. */
  truth: optional(Schema.String),
});
export type ModelOptions = typeof ModelOptions.Type;

export const EmbeddedOptions = Schema.Struct({
  models: Schema.Record({ key: Schema.String, value: ModelOptions }),
});
export type EmbeddedOptions = typeof EmbeddedOptions.Type;
