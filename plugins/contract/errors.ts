import { Concession } from "./model.ts";
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

/** A plugin cannot be loaded or made, or breaks what the contract promises; the message names it. */
export class PluginError extends Schema.TaggedError<PluginError>()("PluginError", says) {}

/** No candidate passed the smoke test. */
export class EmptyShortlist extends Schema.TaggedError<EmptyShortlist>()("EmptyShortlist", says) {}

/** A model's training cutoff is unknown, or later than the rows allow. */
export class CutoffViolation extends Schema.TaggedError<CutoffViolation>()("CutoffViolation", says) {}

/** A report writer failed; everything that could be written is written. */
export class ReportError extends Schema.TaggedError<ReportError>()("ReportError", says) {}

/** The run directory cannot be used or written. */
export class OutputError extends Schema.TaggedError<OutputError>()("OutputError", says) {}

/** A model's server asked for a longer wait than the run may take; what it left out can be asked later. */
export class WaitLimitReached extends Schema.TaggedError<WaitLimitReached>()("WaitLimitReached", says) {}

/** A budget leaves no room for what is still to be asked; with a larger one the run goes on where it stopped. */
export class BudgetReached extends Schema.TaggedError<BudgetReached>()("BudgetReached", says) {}

/** The answers journal cannot be read; `line` is the line that is unsound, where one is. */
export class JournalError extends Schema.TaggedError<JournalError>()("JournalError", {
  ...says,
  line: Schema.NullOr(Schema.Number),
}) {}

/** A run cannot be made again from its directory: something in it, or the program, is not what it was. */
export class ReplayMismatch extends Schema.TaggedError<ReplayMismatch>()("ReplayMismatch", says) {}

/** A scorer cannot work as it is set up: its key, its endpoint or its model is at fault. */
export class ConfigurationError extends Schema.TaggedError<ConfigurationError>()(
  "ConfigurationError",
  says,
) {}

/** A model cannot be calibrated: a corpus gave too few answers that can be measured. */
export class CalibrationError extends Schema.TaggedError<CalibrationError>()("CalibrationError", says) {}

/** A saved calibrator was made of other answers than those it is to judge: another endpoint, model or way of asking. */
export class CalibratorMismatch extends Schema.TaggedError<CalibratorMismatch>()(
  "CalibratorMismatch",
  says,
) {}

/** Draws that must not, or cannot, be reduced. */
export class EnsembleError extends Schema.TaggedError<EnsembleError>()("EnsembleError", says) {}

/** The doctor found a model that cannot be used, or an instrument that does not measure. */
export class DoctorFailed extends Schema.TaggedError<DoctorFailed>()("DoctorFailed", says) {}

/** A run is finished, and fewer models survive its gates than were required. */
export class TooFewSurvivors extends Schema.TaggedError<TooFewSurvivors>()("TooFewSurvivors", says) {}

/** Every error that can end a run. */
export type RunError =
  | ConfigError
  | InputError
  | CredentialError
  | PluginError
  | EmptyShortlist
  | CutoffViolation
  | ReportError
  | OutputError
  | WaitLimitReached
  | BudgetReached
  | JournalError
  | ReplayMismatch
  | ConfigurationError
  | CalibrationError
  | CalibratorMismatch
  | EnsembleError
  | DoctorFailed
  | TooFewSurvivors;

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
  WaitLimitReached: 5,
  BudgetReached: 5,
  JournalError: 2,
  ReplayMismatch: 4,
  ConfigurationError: 2,
  CalibrationError: 2,
  CalibratorMismatch: 2,
  EnsembleError: 1,
  DoctorFailed: 7,
  TooFewSurvivors: 6,
} as const satisfies { readonly [Tag in RunError["_tag"]]: number };

/**
 * One attempt failed. It ends no run: `Answers` retries it where that can help, and turns it into a failed row.
 */
export class ProviderError extends Schema.TaggedError<ProviderError>()("ProviderError", {
  ...says,
  /** `quota` is a limit that waiting does not lift, as far as can be told; `throttled` one that it does. */
  reason: Schema.Literal("timeout", "throttled", "quota", "forbidden", "refused", "transport", "malformed"),
  /** Whether the same request may succeed later. */
  retryable: Schema.Boolean,
  /** How long the server asked to wait, in milliseconds. */
  retryAfterMs: Schema.NullOr(Schema.Number),
  /** The parameter the server would not take, as named in the request. */
  refusedParameter: Schema.NullOr(Schema.String),
  /** How the server would take the request; null where it would not, or does not say so. */
  concession: Schema.NullOr(Concession).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => null),
  ),
}) {}
