import { Concession, Schema } from "../../plugins/contract/mod.ts";

const Count = Schema.NonNegative;
const Packed = Schema.Record({ key: Schema.String, value: Schema.String });

/** The first fields of every line: what is needed of it without reading the whole. */
export const Head = Schema.Struct({
  key: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)),
  outcome: Schema.Literal("answered", "unmeasured", "failed"),
  model: Schema.String,
  attempt: Count,
  ms: Count,
  charged: Schema.Struct({ input: Count, output: Count }),
});

const asked = {
  ...Head.fields,
  draw: Count,
  temperature: Schema.NullOr(Schema.Number),
  max_tokens: Count,
  top_logprobs: Count,
};

export const FailureLine = Schema.Struct({
  ...asked,
  outcome: Schema.Literal("failed"),
  reason: Schema.Literal("timeout", "no_logprobs", "parse_failure", "error"),
  detail: Schema.String,
});

export const AnswerLine = Schema.Struct({
  ...asked,
  outcome: Schema.Literal("answered", "unmeasured"),
  /** Left out where the endpoint was asked as the run asks. */
  concessions: Schema.optionalWith(Schema.Array(Concession), { exact: true }),
  text: Schema.String,
  finish_reason: Schema.NullOr(Schema.String),
  usage: Schema.NullOr(Schema.Struct({ prompt: Schema.Number, completion: Schema.Number })),
  reported: Schema.Struct({
    model: Schema.NullOr(Schema.String),
    temperature: Schema.NullOr(Schema.Number),
    fingerprint: Schema.NullOr(Schema.String),
  }),
  run: Schema.NullOr(
    Schema.Struct({
      tokens: Schema.Array(Schema.String),
      logprobs: Packed,
      alternatives: Packed,
      /** Alternatives of each position: one number where all have as many. */
      per_token: Schema.Union(Count, Schema.Array(Count)),
    }),
  ),
});

export const EntryLine = Schema.Union(AnswerLine, FailureLine);
export type EntryLine = typeof EntryLine.Type;
