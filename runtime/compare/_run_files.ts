import { FileSystem, Path } from "@effect/platform";
import { Effect, Option } from "effect";
import { ConfigError, Issue, ReplayMismatch, Schema } from "../../plugins/contract/mod.ts";
import {
  differences,
  type FinishedRun,
  holds,
  identity,
  inWords,
  MANIFEST,
  type RunRecord,
  readManifest,
  readRecord,
} from "../directory/mod.ts";
import { type ModelCutoffs, readCutoffs, readRowsAfter } from "./_cutoffs.ts";
import { type Judgements, readJudgements } from "./_judgements.ts";
import { type ModelRows, readRows } from "./_rows.ts";
import type { Written } from "./_written.ts";

/** What a comparison needs of one run. */
export interface RunFiles {
  readonly directory: string;
  readonly manifest: FinishedRun["file"];
  /** Models that the smoke test tried; none where the config names a shortlist. */
  readonly candidates: ReadonlyArray<string>;
  /** By model, in the order of the run. */
  readonly rows: Written<ReadonlyMap<string, ModelRows>>;
  readonly judgements: Written<Judgements>;
  readonly cutoffs: Written<ModelCutoffs>;
  /** The date that all rows of the eval set are said to come after; null where nothing says so. */
  readonly rowsAfter: string | null;
}

/** A finished run, every file of it being what the run wrote. */
export const readRun = Effect.fn("compare.run")(function* (directory: string) {
  yield* refuseOthers(directory);
  const { file: manifest } = yield* readManifest("compare", directory);
  const record = yield* readRecord(directory);
  if (record !== null) yield* refuseAnotherManifest(directory, manifest, record);
  yield* Effect.forEach(manifest.artifacts, (file) => refuseChanged(directory, file), { discard: true });
  const wrote = (name: string) => manifest.artifacts.some((file) => file.name === name);
  const path = yield* Path.Path;
  const read = <A, E, R>(name: string, writer: string, from: (place: string) => Effect.Effect<A, E, R>) =>
    wrote(name)
      ? Effect.map(from(path.join(directory, name)), (value): Written<A> => ({ ok: true, value }))
      : Effect.succeed<Written<A>>({
          ok: false,
          reason: `"${directory}" has no ${name}, which the report writer "${writer}" writes`,
        });
  return {
    directory,
    manifest,
    candidates: candidatesOf(manifest.config),
    rows: yield* read("records.jsonl", "records", readRows),
    judgements: yield* read("analysis.json", "statistics", readJudgements),
    cutoffs: yield* readCutoffs(directory, manifest, record),
    rowsAfter: yield* readRowsAfter(directory, manifest, record),
  } satisfies RunFiles;
});

const Tried = Schema.Struct({ models: Schema.Struct({ candidates: Schema.Array(Schema.String) }) });

function candidatesOf(config: unknown): ReadonlyArray<string> {
  return Option.match(Schema.decodeUnknownOption(Tried)(config), {
    onNone: () => [],
    onSome: ({ models }) => models.candidates,
  });
}

const refuseOthers = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const has = (name: string) => Effect.orElseSucceed(fs.exists(path.join(directory, name)), () => false);
  if (yield* has(MANIFEST)) return;
  const why = (yield* has("run.json"))
    ? `the run in it is not finished; go on with it: recall-guard run --resume "${directory}"`
    : `it holds no run (${(yield* has(".")) ? `no ${MANIFEST}` : "there is no such directory"})`;
  const says = `Cannot compare "${directory}": ${why}`;
  yield* new ConfigError({ issues: [new Issue({ at: "", says })] });
});

/** What a run is made of stands in its record from the first request on. */
const refuseAnotherManifest = Effect.fnUntraced(function* (
  directory: string,
  { config, plugins, inputs, provider }: FinishedRun["file"],
  record: RunRecord,
) {
  const endpoint = provider.identity;
  const [found] = differences(record.identity, identity({ config, plugins, inputs, endpoint }));
  if (found === undefined) return;
  const says = `its ${MANIFEST} is not what the run wrote (${inWords(found)})`;
  yield* new ReplayMismatch({ message: `Cannot compare "${directory}": ${says}` });
});

const refuseChanged = Effect.fnUntraced(function* (
  directory: string,
  { name, sha256 }: FinishedRun["file"]["artifacts"][number],
) {
  const path = yield* Path.Path;
  const place = path.join(directory, name);
  if (yield* holds(place, sha256)) return;
  yield* new ReplayMismatch({
    message: `Cannot compare "${directory}": "${place}" is not what the run wrote; it has other bytes, or none`,
  });
});
