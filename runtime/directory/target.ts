import { FileSystem, Path } from "@effect/platform";
import { Effect } from "effect";
import { ConfigError, Issue } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";
import { type RunRecord, readRecord } from "./record.ts";

/** A directory that a user named, and what it says of the unfinished run in it, if there is one. */
export interface Target {
  readonly directory: string;
  readonly unfinished: RunRecord | null;
}

export const MANIFEST = "manifest.json";

/** The directory of an unfinished run that is to go on. */
export const unfinishedRun = Effect.fn("directory.unfinished")(function* (directory: string) {
  yield* refuseFinished("go on with", directory);
  const unfinished = yield* readRecord(directory);
  return unfinished ?? (yield* refuse("go on with", directory, "there is no run in it"));
});

/** A directory to write a run to: a new or empty one, or one with an unfinished run. */
export const namedTarget = Effect.fn("directory.named")(function* (directory: string) {
  yield* refuseFinished("write to", directory);
  const unfinished = yield* readRecord(directory);
  if (unfinished === null) yield* refuseUsed(directory);
  return { directory, unfinished } satisfies Target;
});

const refuseFinished = Effect.fnUntraced(function* (verb: string, directory: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const finished = yield* Effect.orElseSucceed(fs.exists(path.join(directory, MANIFEST)), () => false);
  if (finished) yield* refuse(verb, directory, "the run in it is finished; name a new directory");
});

/** What starts with a dot is left of a run that never began. */
const refuseUsed = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem;
  if (!(yield* Effect.orElseSucceed(fs.exists(directory), () => false))) return;
  const entries = yield* Effect.catchAll(fs.readDirectory(directory), (error) =>
    refuse("write to", directory, `it cannot be listed (${reasonOf(error)})`),
  );
  if (entries.some((entry) => !OWN_BEGINNINGS.test(entry))) {
    yield* refuse("write to", directory, "it holds files already; name a new directory");
  }
});

/** Files of a run that ended before its record was written. */
const OWN_BEGINNINGS = /^(?:\.lock.*|\..*\.partial|inputs|config\.yaml)$/;

function refuse(verb: string, directory: string, why: string) {
  return Effect.fail(
    new ConfigError({ issues: [new Issue({ at: "", says: `Cannot ${verb} "${directory}": ${why}` })] }),
  );
}
