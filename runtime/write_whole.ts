import { createHash } from "node:crypto";
import { FileSystem, Path } from "@effect/platform";
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
  const path = yield* Path.Path;
  const partial = path.join(path.dirname(place), `.${path.basename(place)}.partial`);
  const failed = (error: Parameters<typeof reasonOf>[0]) =>
    new OutputError({ message: `Cannot write "${place}": ${reasonOf(error)}` });
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

/** A text as the content of a file. */
export function ofText(text: string): Stream.Stream<Uint8Array> {
  return Stream.make(Buffer.from(text, "utf8"));
}
