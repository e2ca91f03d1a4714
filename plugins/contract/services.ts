import { Context, type Effect, type Stream } from "effect";
import type {
  BudgetReached,
  ConfigError,
  CredentialError,
  InputError,
  JournalError,
  OutputError,
  PluginError,
  ProviderError,
  ReplayMismatch,
} from "./errors.ts";
import type { Completion, CompletionRequest, Outcome, SamplingParameters } from "./model.ts";
import type { Schema } from "./schema.ts";

/** A source of completions: one attempt a call, no retry inside. Made by a `provider` plugin. */
export class Provider extends Context.Tag("recall-guard/Provider")<
  Provider,
  {
    /** What answers, without secrets: part of the identity of every answer. */
    readonly identity: string;
    /** Whether the same request always gets the same answer. */
    readonly deterministic: boolean;
    /** Requests in flight at most. */
    readonly concurrency: number;
    /** Milliseconds between the starts of two requests at least, whatever their model. */
    readonly minCallIntervalMs?: number;
    /** What is known of a model by construction, in words; empty for models met in the wild. */
    readonly known: Readonly<Record<string, string>>;
    /** All the models there are, where that is known: a run that names another is refused before it begins. */
    readonly models?: ReadonlyArray<string>;
    readonly complete: (
      request: CompletionRequest,
    ) => Effect.Effect<Completion, ProviderError | CredentialError | InputError | PluginError>;
  }
>() {}

/** A prompt for a model; the run's sampling parameters hold where none are named. */
export interface Question extends Partial<SamplingParameters> {
  readonly model: string;
  readonly prompt: string;
  readonly draw?: number;
}

/** What ends all asking. */
export type AskError =
  | BudgetReached
  | ConfigError
  | CredentialError
  | InputError
  | JournalError
  | OutputError
  | PluginError
  | ReplayMismatch;

/** The only way for a stage to ask: equal questions are asked once, failures are data. */
export class Answers extends Context.Tag("recall-guard/Answers")<
  Answers,
  {
    readonly one: (question: Question) => Effect.Effect<Outcome, AskError>;
    /** The identity of what answers. */
    readonly endpoint: string;
    /** Outcomes in the order of the questions. */
    readonly all: <E>(questions: Stream.Stream<Question, E>) => Stream.Stream<Outcome, E | AskError>;
    /** What is known of a model by construction, or null. */
    readonly known: (model: string) => string | null;
  }
>() {}

/** The reader's terminal. */
export interface Screen {
  readonly columns: number;
  readonly color: boolean;
}

/** A generator of uniform numbers in [0, 1) for a label; the same run seed and label give the same numbers. */
export class Seed extends Context.Tag("recall-guard/Seed")<Seed, (label: string) => () => number>() {}

/** An input file, named as the config names it. */
export interface InputFile {
  readonly name: string;
  /** The whole file in order; its sha256 is recorded for the manifest when the last byte has been read. */
  readonly bytes: Stream.Stream<Uint8Array, InputError>;
  /** A part of it, for a second reading. */
  readonly slice: (offset: number, length: number) => Effect.Effect<Uint8Array, InputError>;
}

/** The one door to a run's inputs: paths are relative to the config file. */
export class Inputs extends Context.Tag("recall-guard/Inputs")<
  Inputs,
  {
    readonly open: (path: string) => Effect.Effect<InputFile, InputError>;
    /** A YAML file by its schema; every mistake in it is named with file:line:col. */
    readonly yaml: <A, I>(path: string, schema: Schema.Schema<A, I>) => Effect.Effect<A, InputError>;
    /** Where a file stands, by a path that opens from the working directory: what sentences call it. */
    readonly placeOf: (path: string) => string;
  }
>() {}

/**
 * Keys by the name of their environment variable; only providers see them. What was given out, if it has 8 characters or
 * more, is struck out of a provider's errors, and an answer that repeats it fails its row.
 */
export class Secrets extends Context.Tag("recall-guard/Secrets")<
  Secrets,
  {
    /** A variable's value as it stands, or null where it is set nowhere. */
    readonly get: (variable: string) => Effect.Effect<string | null, CredentialError>;
  }
>() {}

/** A file as it was written. */
export interface WrittenFile {
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
}

/** The run directory: every file appears whole or not at all. */
export class Output extends Context.Tag("recall-guard/Output")<
  Output,
  {
    readonly write: <E>(
      name: string,
      content: Stream.Stream<string, E>,
    ) => Effect.Effect<WrittenFile, E | OutputError>;
    readonly screen: Screen;
  }
>() {}

/** A warning about a place in a file, which is named otherwise where it is shown than where it is kept. */
export interface PlacedWarning {
  /** As the config names the place, or without it: the same wherever a run is started. */
  readonly kept: string;
  /** With a path that opens from here, such as that of `Inputs.placeOf`. */
  readonly shown: string;
}

/** What a run tells its operator while it goes; nothing here reaches an artifact but the warnings. */
export class Progress extends Context.Tag("recall-guard/Progress")<
  Progress,
  {
    readonly note: (text: string) => Effect.Effect<void>;
    /** Shown at once and kept in the manifest. */
    readonly warn: (warning: string | PlacedWarning) => Effect.Effect<void>;
  }
>() {}
