import { Context, type Effect, type Stream } from "effect";
import type { RunAnalysis } from "./analysis.ts";
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
  ReportError,
} from "./errors.ts";
import type {
  Answer,
  Completion,
  CompletionRequest,
  MajorityBaseline,
  ModelEvalResult,
  Outcome,
  SamplingParameters,
  SmokeOutcome,
  Verdict,
} from "./model.ts";
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

/** What a gate set judges: every model of the run at once. */
export interface Judgement {
  readonly results: ReadonlyArray<ModelEvalResult>;
  readonly majority: MajorityBaseline;
  /** Each model's training cutoff, a calendar date, by model id. */
  readonly cutoffs: ReadonlyMap<string, string>;
  /** The date that every evaluation row is said to come after, by the eval set's header; null where it has none. */
  readonly rowsAfter: string | null;
  /** A generator for a label: the same label gives the same numbers in every run of the seed. */
  readonly random: (label: string) => () => number;
  /** Resamples of whatever is bootstrapped. */
  readonly resamples: number;
}

/** The rules that remove a model from the ranking, and the score of the rest. Pure. */
export class GateSet extends Context.Tag("recall-guard/GateSet")<
  GateSet,
  {
    readonly name: string;
    readonly formula: string;
    readonly thresholds: Readonly<Record<string, number>>;
    /** Names of the warnings that remove a model, in their order. */
    readonly blocking: ReadonlyArray<string>;
    /** One verdict a result, in the order of the results. */
    readonly judge: (input: Judgement) => ReadonlyArray<Verdict>;
    readonly words: GateWords;
  }
>() {}

/** The other gate sets that ship, with the options they have by default: what they would have said is told beside. */
export class OtherGates extends Context.Tag("recall-guard/OtherGates")<
  OtherGates,
  ReadonlyArray<Context.Tag.Service<GateSet>>
>() {}

/** What a gate set makes of the models of a run. */
export interface Judged {
  readonly gates: Context.Tag.Service<GateSet>;
  /** In the order of the results. */
  readonly verdicts: ReadonlyArray<Verdict>;
  /** Indices into the results, best first. */
  readonly order: ReadonlyArray<number>;
}

/** A gate set's rules as a report says them, in markdown. */
export interface GateWords {
  /** What a survivor passed, such as `parse-success ≥ 0.8, MCS-AUC ≥ 0.6`. */
  readonly passed: string;
  /** What stands beside the thresholds, such as `accuracy lower CI > majority upper CI`. */
  readonly besides: string;
  /** How the score is to be read; empty when there is nothing to say. */
  readonly reading: string;
}

/** An evaluation row as it was asked, with the answer to it; null where there is none that could be measured. */
export interface Exchange {
  readonly prompt: string;
  readonly answer: Answer | null;
}

/** All that a report writer may print. */
export interface Report {
  readonly results: ReadonlyArray<ModelEvalResult>;
  readonly majority: MajorityBaseline;
  /** In the order of `results`. */
  readonly verdicts: ReadonlyArray<Verdict>;
  /** Indices into `results`, best first. */
  readonly order: ReadonlyArray<number>;
  readonly gates: Context.Tag.Service<GateSet>;
  /** What other gate sets make of the same results. */
  readonly beside: ReadonlyArray<Judged>;
  /** What is known of each model by construction; null where nothing is, in the order of `results`. */
  readonly known: ReadonlyArray<string | null>;
  readonly analysis: RunAnalysis;
  /** The exchanges behind a result's records, in their order: read again as they are taken, nothing is sent. */
  readonly exchanges: (result: ModelEvalResult) => Stream.Stream<Exchange, ReportError>;
  /** What the smoke test found of every candidate; null where it did not run. */
  readonly candidates: ReadonlyArray<SmokeOutcome> | null;
  readonly provenance: RunProvenance;
}

/** What a run's files are made of, with no clock, host or place in it: the same run has the same provenance anywhere. */
export interface RunProvenance {
  /** The version of recall-guard. */
  readonly version: string;
  readonly seed: number;
  /** The config with its defaults, without what only paces, pays, prints or places. */
  readonly config: Readonly<Record<string, unknown>>;
  /** As they were read, by name. */
  readonly inputs: ReadonlyArray<{ readonly name: string; readonly bytes: number; readonly sha256: string }>;
  /** What answered, without secrets. */
  readonly provider: { readonly identity: string; readonly deterministic: boolean };
  /** What the config names, in words such as `gates honest 1.0.0`; the report writers are left out. */
  readonly plugins: ReadonlyArray<string>;
  /** What was warned of the inputs before anything was asked. */
  readonly warnings: ReadonlyArray<string>;
}

/** What the run's files are made of, as far as it has been read. */
export class Provenance extends Context.Tag("recall-guard/Provenance")<
  Provenance,
  Effect.Effect<RunProvenance>
>() {}

/** A file of the run directory, written as it streams. */
export interface ReportFile {
  /** A file name, or `folder/name`. */
  readonly name: string;
  readonly content: Stream.Stream<string, ReportError>;
}

/** The reader's terminal. */
export interface Screen {
  readonly columns: number;
  readonly color: boolean;
}

/** A writer gives files, or text for the terminal, or both; it never touches the disk itself. */
export interface ReportWriter {
  readonly files?: (report: Report) => Effect.Effect<ReadonlyArray<ReportFile>, ReportError>;
  readonly screen?: (report: Report, screen: Screen) => Effect.Effect<string, ReportError>;
}

/** The writers of a run, in the order of the config. */
export class ReportWriters extends Context.Tag("recall-guard/ReportWriters")<
  ReportWriters,
  ReadonlyArray<{ readonly name: string; readonly writer: ReportWriter }>
>() {}

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
  }
>() {}

/** Keys by the name of their environment variable; only providers see them. */
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

/** What a run tells its operator while it goes; nothing here reaches an artifact but the warnings. */
export class Progress extends Context.Tag("recall-guard/Progress")<
  Progress,
  {
    readonly note: (text: string) => Effect.Effect<void>;
    /** Shown at once and kept in the manifest. */
    readonly warn: (text: string) => Effect.Effect<void>;
  }
>() {}
