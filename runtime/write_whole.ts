import { createHash } from "node:crypto";
import { FileSystem, Path } from "@effect/platform";
import type { PlatformError } from "@effect/platform/Error";
import { Effect, Stream } from "effect";
import { OutputError } from "../plugins/contract/mod.ts";
import { reasonOf } from "./inputs.ts";

/**
 * Writes a file beside its place, flushes it to the disk and moves it there, so that it is whole or absent; gives its
 * sha256.
 */
export const writeWhole = Effect.fn("writeWhole")(function* <E, R>(
  place: string,
  content: Stream.Stream<Uint8Array, E, R>,
) {
  const fs = yield* FileSystem.FileSystem;
  const partial = yield* partialOf(place);
  const failed = cannotWrite(place);
  const hash = createHash("sha256");
  const filled = Effect.gen(function* () {
    const file = yield* Effect.mapError(fs.open(partial, { flag: "w" }), failed);
    yield* Stream.runForEach(content, (bytes) => {
      hash.update(bytes);
      return Effect.mapError(file.writeAll(bytes), failed);
    });
    yield* Effect.mapError(file.sync, failed);
  });
  yield* Effect.onError(Effect.scoped(filled), () => Effect.ignore(fs.remove(partial, { force: true })));
  yield* Effect.mapError(fs.rename(partial, place), failed);
  return hash.digest("hex");
});

/** Fails where a file cannot be written, before it is known what to write; what stands there stays. */
export const tryPlace = Effect.fn("tryPlace")(function* (place: string) {
  const fs = yield* FileSystem.FileSystem;
  const failed = cannotWrite(place);
  const partial = yield* partialOf(place);
  yield* Effect.scoped(Effect.mapError(fs.open(partial, { flag: "w" }), failed));
  yield* Effect.mapError(fs.remove(partial), failed);
});

function cannotWrite(place: string) {
  return (error: PlatformError) => new OutputError({ message: `Cannot write "${place}": ${whyNot(error)}` });
}

/** A file that is to be made is missing by itself. */
function whyNot(error: PlatformError): string {
  return error._tag === "SystemError" && error.reason === "NotFound"
    ? "there is no such directory"
    : reasonOf(error);
}

function partialOf(place: string) {
  return Effect.map(Path.Path, (path) => path.join(path.dirname(place), `.${path.basename(place)}.partial`));
}

/** A text as the content of a file. */
export function ofText(text: string): Stream.Stream<Uint8Array> {
  return Stream.make(Buffer.from(text, "utf8"));
}
