import { FileSystem, Path } from "@effect/platform";
import type { PlatformError } from "@effect/platform/Error";
import { DateTime, Effect } from "effect";
import { OutputError } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";

const RUNS = "runs";

/** Makes a directory that a user named, or takes it as it is. */
export const makeNamed = Effect.fnUntraced(function* (out: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const isMissing = Effect.negate(Effect.orElseSucceed(fs.exists(path.dirname(out)), () => false));
  // Making the parents too never ends on some file systems, and hides the reason on others.
  const make = Effect.catchIf(fs.makeDirectory(out), isAbsent, (error) =>
    Effect.if(isMissing, {
      onTrue: () => fs.makeDirectory(out, { recursive: true }),
      onFalse: () => Effect.fail(error),
    }),
  );
  const made = Effect.catchIf(make, isThere, () => Effect.void);
  return yield* Effect.mapError(Effect.as(made, out), cannotMake(out));
});

function isAbsent(error: PlatformError): boolean {
  return error._tag === "SystemError" && error.reason === "NotFound";
}

function isThere(error: PlatformError): boolean {
  return error._tag === "SystemError" && error.reason === "AlreadyExists";
}

/** Makes a directory under `runs/`, named after the time. */
export const makeDated = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  yield* Effect.mapError(fs.makeDirectory(RUNS, { recursive: true }), cannotMake(RUNS));
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

function cannotMake(name: string) {
  return (error: PlatformError) =>
    new OutputError({ message: `Cannot make the directory "${name}": ${reasonOf(error)}` });
}

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
