import { FileSystem, Path } from "@effect/platform";
import { Effect } from "effect";
import { OutputError, type WrittenFile } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";
import { nameFlaw } from "./file_name.ts";
import { holds } from "./kept_inputs.ts";
import { type RunRecord, writeRecord } from "./record.ts";
import { MANIFEST } from "./target.ts";

/** The files that the sessions of a run wrote, so that an earlier session's are told from a user's own. */
export interface WrittenFiles {
  /** Notes a file of this session in the run's record. */
  readonly note: (file: Pick<WrittenFile, "name" | "sha256">) => Effect.Effect<void, OutputError>;
  /**
   * Removes what only earlier sessions wrote, as far as it is as they wrote it; gives the names of what has changed
   * since, which may be a user's work.
   */
  readonly tidy: Effect.Effect<ReadonlyArray<string>, OutputError>;
}

/** @param before The record as this session found it, with the files of earlier ones. */
export const writtenFiles = Effect.fn("directory.written")(function* (directory: string, before: RunRecord) {
  const platform = yield* Effect.context<FileSystem.FileSystem | Path.Path>();
  const one = yield* Effect.makeSemaphore(1);
  const now = new Map<string, string>();
  const note = ({ name, sha256 }: Pick<WrittenFile, "name" | "sha256">) =>
    Effect.suspend(() => {
      now.set(name, sha256);
      const written = { ...before.written, ...Object.fromEntries(now) };
      return Effect.provide(writeRecord(directory, { ...before, written }), platform);
    }).pipe(one.withPermits(1));
  const tidy = Effect.suspend(() => {
    const left = Object.entries(before.written).filter(([name]) => !now.has(name) && isWriters(name));
    const kept = Effect.filter(left, ([name, sha256]) => remains(directory, name, sha256));
    return Effect.map(Effect.provide(kept, platform), (names) => names.map(([name]) => name));
  });
  return { note, tidy } satisfies WrittenFiles;
});

/** Whether a file of that name can be a writer's; a record that was edited may name any. */
function isWriters(name: string): boolean {
  return name !== MANIFEST && nameFlaw(name) === null;
}

/** Removes a file with these bytes, and its folder where that is then empty; whether another stands in its place. */
const remains = Effect.fnUntraced(function* (directory: string, name: string, sha256: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const place = path.join(directory, name);
  if (!(yield* Effect.orElseSucceed(fs.exists(place), () => false))) return false;
  if (!(yield* isWithin(directory, name)) || !(yield* holds(place, sha256))) return true;
  const failed = (error: Parameters<typeof reasonOf>[0]) =>
    new OutputError({
      message: `Cannot remove "${place}", which an earlier session wrote: ${reasonOf(error)}`,
    });
  yield* Effect.mapError(fs.remove(place), failed);
  if (name.includes("/")) yield* removeEmpty(path.dirname(place));
  return false;
});

/** Whether no link leads elsewhere. */
const isWithin = Effect.fnUntraced(
  function* (directory: string, name: string) {
    const fs = yield* FileSystem.FileSystem;
    const path = yield* Path.Path;
    const [real, root] = yield* Effect.all([fs.realPath(path.join(directory, name)), fs.realPath(directory)]);
    return real === path.join(root, name);
  },
  Effect.orElseSucceed(() => false),
);

const removeEmpty = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem;
  if ((yield* fs.readDirectory(folder)).length === 0) yield* fs.remove(folder, { recursive: true });
}, Effect.ignore);
