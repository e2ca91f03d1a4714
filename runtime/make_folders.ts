import { FileSystem, Path } from "@effect/platform";
import type { PlatformError } from "@effect/platform/Error";
import { Effect } from "effect";
import { OutputError } from "../plugins/contract/mod.ts";
import { reasonOf } from "./inputs.ts";

/**
 * Makes a folder with those that it stands in; one that is there already is fine. Node's own way of doing so never
 * returns where a file system takes no folders but calls them missing, as `/proc` does.
 */
export const makeFolders = Effect.fn("makeFolders")(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  yield* Effect.mapError(made(fs, path, folder), cannotMake(folder));
});

export const cannotMake = (folder: string) => (error: PlatformError) =>
  new OutputError({
    message: `Cannot make the directory "${folder}": ${isMissing(error) ? "its file system takes none there" : reasonOf(error)}`,
  });

function made(
  fs: FileSystem.FileSystem,
  path: Path.Path,
  folder: string,
): Effect.Effect<void, PlatformError> {
  const parent = path.dirname(folder);
  const one = unlessThere(fs, folder);
  return Effect.catchIf(one, isMissing, (error) =>
    parent === folder ? Effect.fail(error) : Effect.zipRight(made(fs, path, parent), one),
  );
}

function unlessThere(fs: FileSystem.FileSystem, folder: string): Effect.Effect<void, PlatformError> {
  return Effect.catchAll(fs.makeDirectory(folder), (error) =>
    Effect.if(
      Effect.orElseSucceed(
        Effect.map(fs.stat(folder), ({ type }) => type === "Directory"),
        () => false,
      ),
      { onTrue: () => Effect.void, onFalse: () => Effect.fail(error) },
    ),
  );
}

function isMissing(error: PlatformError): boolean {
  return error._tag === "SystemError" && error.reason === "NotFound";
}
