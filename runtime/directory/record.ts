import { FileSystem, Path } from "@effect/platform";
import { Effect, Option } from "effect";
import { ConfigError, Issue, Schema } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";
import { ofText, writeWhole } from "../write_whole.ts";

const RECORD = "run.json";

const KeptInput = Schema.Struct({
  name: Schema.String,
  bytes: Schema.Number,
  sha256: Schema.String,
  /** Where it stood. */
  path: Schema.String,
  /** Its copy in the run directory, or null where it is too large to keep. */
  copy: Schema.NullOr(Schema.String),
});
export type KeptInput = typeof KeptInput.Type;

/** What a run directory says of its run, from before the first request on. */
export const RunRecord = Schema.Struct({
  run_version: Schema.Literal(1),
  recall_guard: Schema.String,
  /** Where the config stood; its text is kept beside this file. */
  config_file: Schema.String,
  overrides: Schema.Array(Schema.Struct({ path: Schema.Array(Schema.String), value: Schema.String })),
  /** What may not change while the run goes on: paths, and values as JSON. */
  identity: Schema.Record({ key: Schema.String, value: Schema.String }),
  inputs: Schema.Array(KeptInput),
  provider: Schema.Struct({
    identity: Schema.String,
    deterministic: Schema.Boolean,
    known: Schema.Record({ key: Schema.String, value: Schema.String }),
  }),
  /** The files that stages and writers wrote, in any session: their sha256 by name. */
  written: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), {
    default: () => ({}),
  }),
});
export type RunRecord = typeof RunRecord.Type;

/** The record of a run directory, or null where there is none. */
export const readRecord = Effect.fn("directory.readRecord")(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const file = path.join(directory, RECORD);
  const cannot = (why: string) =>
    new ConfigError({ issues: [new Issue({ at: "", says: `Cannot go on with "${directory}": ${why}` })] });
  const text = yield* fs.readFileString(file).pipe(
    Effect.map(Option.some),
    Effect.catchAll((error) =>
      error._tag === "SystemError" && error.reason === "NotFound"
        ? Effect.succeed(Option.none<string>())
        : Effect.fail(cannot(`"${RECORD}" cannot be read (${reasonOf(error)})`)),
    ),
  );
  if (Option.isNone(text)) return null;
  return yield* Effect.mapError(Schema.decodeUnknown(Schema.parseJson(RunRecord))(text.value), () =>
    cannot(`"${RECORD}" was not written by this version of recall-guard`),
  );
});

export const writeRecord = Effect.fn("directory.writeRecord")(function* (
  directory: string,
  record: RunRecord,
) {
  const path = yield* Path.Path;
  const text = `${JSON.stringify(Schema.encodeSync(RunRecord)(record), null, 2)}\n`;
  yield* writeWhole(path.join(directory, RECORD), ofText(text));
});
