import { FileSystem, Path } from "@effect/platform";
import { DateTime, Effect } from "effect";
import { ConfigError, Issue, ReplayMismatch, Schema } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";
import { MANIFEST } from "./target.ts";

const Hashed = Schema.Struct({ name: Schema.String, sha256: Schema.String });

/** What is read again of a manifest. */
const ManifestFile = Schema.Struct({
  manifest_version: Schema.Literal(1),
  recall_guard: Schema.String,
  config: Schema.Unknown,
  inputs: Schema.Array(Schema.Struct({ name: Schema.String, bytes: Schema.Number, sha256: Schema.String })),
  artifacts: Schema.Array(Hashed),
  plugins: Schema.Unknown,
  shortlist: Schema.Array(Schema.String),
  provider: Schema.Struct({
    identity: Schema.String,
    deterministic: Schema.Boolean,
    known: Schema.Record({ key: Schema.String, value: Schema.String }),
  }),
  requests: Schema.Struct({ peak_in_flight: Schema.Number, lowest_limit: Schema.NullOr(Schema.Number) }),
  journal: Schema.Struct({ lines: Schema.Number, bytes: Schema.Number, sha256: Schema.String }),
  warnings: Schema.Array(Schema.String),
  started_at: Schema.String,
  finished_at: Schema.String,
});

/**
 * The manifest of a finished run, as text and as far as it is needed.
 *
 * @param verb What cannot be done without it, such as `replay`.
 */
export const readManifest = Effect.fn("directory.manifest")(function* (verb: string, directory: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const text = yield* Effect.mapError(fs.readFileString(path.join(directory, MANIFEST)), (error) => {
    const says = `Cannot ${verb} "${directory}": it holds no finished run (${MANIFEST}: ${reasonOf(error)})`;
    return new ConfigError({ issues: [new Issue({ at: "", says })] });
  });
  const unsound = new ReplayMismatch({
    message: `Cannot ${verb} "${directory}": ${MANIFEST} is not as a run of this version writes it`,
  });
  const file = yield* Effect.mapError(
    Schema.decodeUnknown(Schema.parseJson(ManifestFile))(text),
    () => unsound,
  );
  const started = yield* Effect.mapError(DateTime.make(file.started_at), () => unsound);
  const finished = yield* Effect.mapError(DateTime.make(file.finished_at), () => unsound);
  return { text, file, started: DateTime.toUtc(started), finished: DateTime.toUtc(finished) };
});

export type FinishedRun = Effect.Effect.Success<ReturnType<typeof readManifest>>;
