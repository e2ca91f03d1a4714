import { createGunzip } from "node:zlib";
import { Chunk, Effect, Stream } from "effect";
import { InputError, type InputFile } from "../plugins/contract/mod.ts";

/** Unpacked bytes that are held at most: packed ones have no places to read again from. */
const MOST = 256 * 1024 * 1024;

/**
 * A file whose name ends in `.gz` as what is packed in it, held in memory; every other file as it is.
 *
 * @param place What the file is called.
 */
export const unpacked = Effect.fn("load.unpacked")(function* (file: InputFile, place: string) {
  if (!file.name.endsWith(".gz")) return file;
  const packed = Buffer.concat(Chunk.toReadonlyArray(yield* Stream.runCollect(file.bytes)));
  const bytes = yield* Effect.mapError(
    unpack(packed),
    (why) => new InputError({ message: `Cannot read "${place}": ${why}` }),
  );
  return {
    name: file.name,
    bytes: Stream.make(bytes),
    slice: (offset, length) => Effect.succeed(bytes.subarray(offset, offset + length)),
  } satisfies InputFile;
});

/** All members of a gzip file, one after the other (RFC 1952); the error says why that cannot be. */
function unpack(packed: Uint8Array): Effect.Effect<Uint8Array, string> {
  return Effect.async((resume) => {
    const engine = createGunzip();
    const parts: Array<Uint8Array> = [];
    let room = MOST;
    engine.on("data", (part: Uint8Array) => {
      parts.push(part);
      room -= part.length;
      if (room >= 0) return;
      engine.destroy();
      resume(Effect.fail("it holds more than 256 MB; unpack it into a file first"));
    });
    engine.on("error", (error: NodeJS.ErrnoException) => resume(Effect.fail(inWords(error))));
    engine.on("end", () => {
      const isAll = packed.subarray(engine.bytesWritten).every((byte) => byte === 0);
      resume(
        isAll
          ? Effect.succeed(Buffer.concat(parts))
          : Effect.fail("something stands behind the end of its gzip data"),
      );
    });
    engine.end(packed);
  });
}

function inWords({ code, message }: NodeJS.ErrnoException): string {
  return code === "Z_BUF_ERROR" ? "its gzip data are cut off" : `its gzip data are broken (${message})`;
}
