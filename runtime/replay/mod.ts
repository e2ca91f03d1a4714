import { FileSystem, Path } from "@effect/platform";
import { Effect, Layer, Stream } from "effect";
import { ConfigError, GateSet, Issue, OutputError, type WrittenFile } from "../../plugins/contract/mod.ts";
import { makeTally, replayedAnswers } from "../answers/mod.ts";
import { instrumentOf } from "../controls/mod.ts";
import { type FinishedRun, holds, MANIFEST, readManifest, readRecord } from "../directory/mod.ts";
import { execute } from "../execute.ts";
import { inputsLayer, makeInputLog, reasonOf } from "../inputs.ts";
import { gatesLayer, seedLayer, writersLayer } from "../layers.ts";
import { manifest } from "../manifest.ts";
import { makeRunFiles, outputLayer } from "../output.ts";
import { makeWarnings, progressLayer, quietTeller } from "../progress.ts";
import { provenanceLayer } from "../provenance.ts";
import { shortlistOf } from "../run.ts";
import { toStudy } from "../study.ts";
import { VERSION } from "../version.ts";
import { firstDifference } from "./_first_difference.ts";
import { changedOriginals, keptConfig, keptInputs, keptJournal, mismatch } from "./_kept.ts";

/** A run that came out of its directory again, byte for byte. */
export interface ReplayResult {
  readonly directory: string;
  /** The files that were made again and compared, the manifest last. */
  readonly files: ReadonlyArray<Pick<WrittenFile, "name" | "sha256">>;
  /** Outcomes that were read from the journal. */
  readonly outcomes: number;
  /** What an auditor should know, in words. */
  readonly notes: ReadonlyArray<string>;
}

/**
 * Makes a finished run's files again from what its directory keeps, with no provider and nothing sent, and compares
 * every byte. What differs first ends it with a sentence: the config, a plugin, an input, the journal, a file's line.
 */
export const replay = Effect.fn("replay")(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem;
  const run = yield* readManifest("replay", directory);
  const record = yield* readRecord(directory);
  if (record === null) return yield* noRecord(directory);
  const spec = yield* keptConfig(directory, record, run);
  const places = yield* keptInputs(directory, record, run);
  const journal = yield* keptJournal(directory, run);
  const study = toStudy(spec.config);
  const log = yield* makeInputLog;
  const tally = yield* makeTally;
  const warnings = yield* makeWarnings;
  const again = yield* Effect.mapError(
    fs.makeTempDirectoryScoped({ prefix: "recall-guard-replay-" }),
    (error) => new OutputError({ message: `Cannot make a directory to replay in: ${reasonOf(error)}` }),
  );
  const files = yield* makeRunFiles(Effect.succeed(again));
  const { identity: endpoint, known } = run.file.provider;
  let told: ReadonlyArray<string> = [];
  const begin = Effect.map(warnings.all, (before) => {
    told = before;
  });
  const layers = Layer.mergeAll(
    inputsLayer((name) => places.get(name) ?? name, log),
    seedLayer(spec.config.seed),
    progressLayer({ ...quietTeller, line: () => Effect.void }, warnings),
    gatesLayer(spec.gates),
    writersLayer(spec.reports),
    outputLayer(files, { columns: 200, color: false }),
    provenanceLayer(
      { version: run.file.recall_guard, spec, provider: run.file.provider },
      Effect.succeed(run.file.inputs),
      Effect.sync(() => told),
    ),
    replayedAnswers({ journal, endpoint, known, sampling: study.request }, tally),
  );
  const instrument = instrumentOf(spec.config.controls);
  const remake = Effect.gen(function* () {
    const artifacts = yield* execute(spec.pipeline, spec.stageOptions, { study, instrument }, () => begin);
    const facts = {
      version: run.file.recall_guard,
      spec,
      study,
      provider: run.file.provider,
      gates: yield* GateSet,
      shortlist: shortlistOf(artifacts),
      inputs: run.file.inputs,
      artifacts: yield* files.written,
      counts: yield* tally.counts,
      flight: {
        peakInFlight: run.file.requests.peak_in_flight,
        lowestLimit: run.file.requests.lowest_limit,
      },
      journal: run.file.journal,
      warnings: run.file.warnings,
      started: run.started,
      finished: run.finished,
    };
    yield* files.write(MANIFEST, Stream.make(manifest(facts)));
    return facts.counts.requests;
  });
  const outcomes = yield* Effect.provide(remake, layers);
  yield* compare(directory, run, yield* files.written);
  const notes = [...versionNote(run), ...(yield* changedOriginals(record))];
  const compared = (yield* files.written).map(({ name, sha256 }) => ({ name, sha256 }));
  return { directory, files: compared, outcomes, notes } satisfies ReplayResult;
}, Effect.scoped);

const compare = Effect.fn("replay.compare")(function* (
  directory: string,
  { file }: FinishedRun,
  made: ReadonlyArray<WrittenFile>,
) {
  const path = yield* Path.Path;
  for (const { name, path: again, sha256 } of made) {
    const place = path.join(directory, name);
    const recorded =
      name === MANIFEST ? sha256 : file.artifacts.find((artifact) => artifact.name === name)?.sha256;
    if (recorded === undefined) return yield* mismatch(`The run wrote no file "${name}"; the replay does`);
    const isKept = yield* holds(place, recorded);
    if (isKept && recorded === sha256) continue;
    const line = yield* firstDifference(place, again);
    const says = recorded === sha256 ? "is not what the run wrote" : "comes out otherwise than in the run";
    return yield* mismatch(`"${place}" line ${line} ${says}`);
  }
  const gone = file.artifacts.find(({ name }) => !made.some((again) => again.name === name));
  if (gone !== undefined) return yield* mismatch(`The run wrote a file "${gone.name}"; the replay does not`);
});

function versionNote({ file }: FinishedRun): ReadonlyArray<string> {
  return file.recall_guard === VERSION
    ? []
    : [`The run was made by recall-guard ${file.recall_guard}, the replay by ${VERSION}`];
}

function noRecord(directory: string) {
  const says = `Cannot replay "${directory}": it holds no run.json`;
  return new ConfigError({ issues: [new Issue({ at: "", says })] });
}
