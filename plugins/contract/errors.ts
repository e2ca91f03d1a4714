import { Schema } from "./schema.ts";

/** Where a user's mistake stands and what it is; `at` is `file:line:col`, or a file, or empty. */
export class Issue extends Schema.Class<Issue>("Issue")({ at: Schema.String, says: Schema.String }) {}

const says = { message: Schema.String };

/** The config cannot be used; one line an issue, each with its place. */
export class ConfigError extends Schema.TaggedError<ConfigError>()("ConfigError", {
  issues: Schema.Array(Issue),
}) {
  override get message(): string {
    return this.issues.map(({ at, says }) => (at === "" ? says : `${at}: ${says}`)).join("\n");
  }
}

/** An input file cannot be read or holds something that is no row. */
export class InputError extends Schema.TaggedError<InputError>()("InputError", says) {}

/** A key is missing, or the endpoint rejected it. */
export class CredentialError extends Schema.TaggedError<CredentialError>()("CredentialError", says) {}

/** A plugin cannot be loaded or made. */
export class PluginError extends Schema.TaggedError<PluginError>()("PluginError", says) {}

/** No candidate passed the smoke test. */
export class EmptyShortlist extends Schema.TaggedError<EmptyShortlist>()("EmptyShortlist", says) {}

/** A model's training cutoff is unknown, or later than the rows allow. */
export class CutoffViolation extends Schema.TaggedError<CutoffViolation>()("CutoffViolation", says) {}

/** A report writer failed; everything that could be written is written. */
export class ReportError extends Schema.TaggedError<ReportError>()("ReportError", says) {}

/** The run directory cannot be used or written. */
export class OutputError extends Schema.TaggedError<OutputError>()("OutputError", says) {}

/** Every error that can end a run. */
export type RunError =
  | ConfigError
  | InputError
  | CredentialError
  | PluginError
  | EmptyShortlist
  | CutoffViolation
  | ReportError
  | OutputError;

/** The process exit code of each error; a tag without a code does not compile. */
export const EXIT_CODE = {
  ConfigError: 2,
  InputError: 2,
  CredentialError: 2,
  PluginError: 2,
  EmptyShortlist: 2,
  CutoffViolation: 3,
  ReportError: 1,
  OutputError: 1,
} as const satisfies { readonly [Tag in RunError["_tag"]]: number };

/**
 * One attempt failed. It ends no run: `Answers` retries it where that can help, and turns it into a failed row.
 */
export class ProviderError extends Schema.TaggedError<ProviderError>()("ProviderError", {
  ...says,
  reason: Schema.Literal("timeout", "throttled", "refused", "transport", "malformed"),
  /** Whether the same request may succeed later. */
  retryable: Schema.Boolean,
  /** How long the server asked to wait, in milliseconds. */
  retryAfterMs: Schema.NullOr(Schema.Number),
  /** The parameter the server would not take, as named in the request. */
  refusedParameter: Schema.NullOr(Schema.String),
}) {}
