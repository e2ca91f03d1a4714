import { FileSystem, Path } from "@effect/platform";
import type { PlatformError } from "@effect/platform/Error";
import { DateTime, Effect } from "effect";
import type { OutputError } from "../../plugins/contract/mod.ts";
import { cannotMake, makeFolders } from "../make_folders.ts";

const RUNS = "runs";

/** Makes a directory that a user named, or takes it as it is. */
export const makeNamed = (out: string) => Effect.as(makeFolders(out), out);

function isThere(error: PlatformError): boolean {
  return error._tag === "SystemError" && error.reason === "AlreadyExists";
}

/** Makes a directory under `runs/`, named after the time. */
export const makeDated = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  yield* makeFolders(RUNS);
  const stamp = DateTime.formatIso(yield* DateTime.now)
    .slice(0, 19)
    .replaceAll(":", "-");
  const claim = (attempt: number): Effect.Effect<string, OutputError> => {
    const name = path.join(RUNS, attempt === 1 ? `${stamp}Z` : `${stamp}Z-${attempt}`);
    return Effect.catchAll(Effect.as(fs.makeDirectory(name), name), (error) =>
      isThere(error) ? claim(attempt + 1) : Effect.fail(cannotMake(name)(error)),
    );
  };
  return yield* claim(1);
});

/** What a run puts into its directory before the first outcome. */
const BEGINNINGS = new Set([".lock", "answers.jsonl", "config.yaml", "inputs", "run.json"]);

/** Removes a run directory in which nothing came of any question, and `runs/` where nothing else is in it. */
export const removeUnused = Effect.fn("directory.removeUnused")(function* (
  directory: string,
  journal: string,
) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const removeIf = (place: string, isOurs: (entries: ReadonlyArray<string>) => boolean) =>
    Effect.flatMap(fs.readDirectory(place), (entries) =>
      isOurs(entries) ? fs.remove(place, { recursive: true }) : Effect.void,
    );
  const size = Effect.map(fs.stat(journal), ({ size }) => Number(size));
  if ((yield* Effect.orElseSucceed(size, () => 0)) > 0) return;
  yield* removeIf(directory, (entries) => entries.every((entry) => BEGINNINGS.has(entry)));
  const parent = path.dirname(directory);
  if (parent === RUNS) yield* removeIf(parent, (entries) => entries.length === 0);
}, Effect.ignore);
