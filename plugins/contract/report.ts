import { Context, type Effect, type Stream } from "effect";
import type { RunAnalysis } from "./analysis.ts";
import type { ReportError } from "./errors.ts";
import type { GateSet, Judged } from "./gate_set.ts";
import type { Answer, MajorityBaseline, ModelEvalResult, SmokeOutcome, Verdict } from "./model.ts";
import type { Screen } from "./services.ts";

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

/** A writer gives files, or text for the terminal, or both; it never touches the disk itself. */
export interface ReportWriter {
  readonly files?: (report: Report) => Effect.Effect<ReadonlyArray<ReportFile>, ReportError>;
  readonly screen?: (report: Report, screen: Screen) => Effect.Effect<string, ReportError>;
}

/** A writer as the config names it. */
export interface NamedWriter {
  readonly name: string;
  readonly writer: ReportWriter;
  /** Where in its own code the writer threw something, such as ` (desk.ts:12:30)`; empty where that cannot be told. */
  readonly placeOf?: (fault: unknown) => string;
}

/** The writers of a run, in the order of the config. */
export class ReportWriters extends Context.Tag("recall-guard/ReportWriters")<
  ReportWriters,
  ReadonlyArray<NamedWriter>
>() {}
