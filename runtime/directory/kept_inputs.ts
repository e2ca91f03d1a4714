import { createHash } from "node:crypto";
import { FileSystem, Path } from "@effect/platform";
import { Effect, Stream } from "effect";
import { InputError } from "../../plugins/contract/mod.ts";
import { type ReadInput, reasonOf } from "../inputs.ts";
import { makeFolders } from "../make_folders.ts";
import { writeWhole } from "../write_whole.ts";
import type { KeptInput } from "./record.ts";

/** Inputs are kept as copies as long as they take no more together, in bytes. */
const ROOM = 64 * 1024 * 1024;

const FOLDER = "inputs";

/** Copies what a run has read into its directory, the inputs in order, as far as there is room. */
export const keepInputs = Effect.fn("directory.keepInputs")(function* (
  directory: string,
  inputs: ReadonlyArray<ReadInput>,
  placeOf: (name: string) => string,
) {
  const path = yield* Path.Path;
  const folder = path.join(directory, FOLDER);
  yield* makeFolders(folder);
  let room = ROOM;
  return yield* Effect.forEach(inputs, (input) => {
    const kept = { ...input, path: path.resolve(placeOf(input.name)), copy: null } satisfies KeptInput;
    if (input.bytes > room) return Effect.succeed<KeptInput>(kept);
    room -= input.bytes;
    return keep(directory, kept);
  });
});

const keep = Effect.fnUntraced(function* (directory: string, input: KeptInput) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const copy = `${FOLDER}/${copyName(input)}`;
  const place = path.join(directory, copy);
  const kept: KeptInput = { ...input, copy };
  if (yield* holds(place, input.sha256)) return kept;
  const bytes = yield* Effect.mapError(
    fs.readFile(input.path),
    (error) => new InputError({ message: `Cannot read "${input.name}" again: ${reasonOf(error)}` }),
  );
  if (sha256(bytes) !== input.sha256) {
    return yield* new InputError({
      message: `Cannot go on with "${input.name}": it changed while the run was reading it`,
    });
  }
  yield* writeWhole(place, Stream.make(bytes));
  return kept;
});

/** Whether a file has these bytes; one that cannot be read has not. */
export const holds = Effect.fn("directory.holds")(function* (place: string, hash: string) {
  const fs = yield* FileSystem.FileSystem;
  const digest = createHash("sha256");
  const read = Stream.runForEach(fs.stream(place), (part) => Effect.sync(() => digest.update(part)));
  return yield* Effect.match(read, {
    onFailure: () => false,
    onSuccess: () => digest.digest("hex") === hash,
  });
});

/** One name a content and base name, of signs that every file system takes. */
function copyName({ name, sha256 }: KeptInput): string {
  const base = name.split(/[/\\]/).at(-1) ?? "";
  return `${sha256.slice(0, 16)}-${base.replaceAll(/[^A-Za-z0-9._-]/g, "_").slice(-80)}`;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
