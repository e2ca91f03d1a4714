import { FileSystem, Path } from "@effect/platform";
import { Chunk, Effect, Layer, Ref, Stream } from "effect";
import { Output, OutputError, type Screen, type WrittenFile } from "../plugins/contract/mod.ts";
import { reasonOf } from "./inputs.ts";
import { writeWhole } from "./write_whole.ts";

/** What has been written into a run directory. */
export interface RunFiles {
  readonly write: <E>(
    name: string,
    content: Stream.Stream<string, E>,
  ) => Effect.Effect<WrittenFile, E | OutputError>;
  /** In the order of writing. */
  readonly written: Effect.Effect<ReadonlyArray<WrittenFile>>;
}

/** Pieces of a stream gathered before a write. */
const PIECES = 256;

/**
 * Writes files, each whole or not at all, and none twice.
 *
 * @param directory Asked for at the first file.
 */
export const makeRunFiles = Effect.fn("output.files")(function* (
  directory: Effect.Effect<string, OutputError>,
) {
  const platform = yield* Effect.context<FileSystem.FileSystem | Path.Path>();
  const path = yield* Path.Path;
  const files = yield* Ref.make<ReadonlyArray<WrittenFile>>([]);

  const write = Effect.fn("output.write")(function* <E>(name: string, content: Stream.Stream<string, E>) {
    const taken = (yield* Ref.get(files)).some((file) => file.name === name);
    if (taken) return yield* new OutputError({ message: `Cannot write "${name}" twice` });
    const parts = name.split("/");
    if (parts.length > 2 || !parts.every((part) => PLAIN_NAME.test(part))) {
      return yield* new OutputError({
        message: `Cannot write "${name}": expected a file name, in one folder at most`,
      });
    }
    if (OWN_NAMES.has(parts[0] ?? "")) {
      return yield* new OutputError({ message: `Cannot write "${name}": the run keeps a file of that name` });
    }
    const place = path.join(yield* directory, ...parts);
    if (parts.length > 1) yield* Effect.provide(makeFolder(path.dirname(place)), platform);
    const sha256 = yield* Effect.provide(writeWhole(place, toBytes(content)), platform);
    const file: WrittenFile = { name, path: place, sha256 };
    yield* Ref.update(files, (before) => [...before, file]);
    return file;
  });

  return { write, written: Ref.get(files) } satisfies RunFiles;
});

/** `Output` into a run directory. */
export const outputLayer = ({ write }: RunFiles, screen: Screen) => Layer.succeed(Output, { write, screen });

const PLAIN_NAME = /^(?!\.)[^/\\:\p{Cc}]{1,200}$/u;

/** What a run directory holds besides what stages and writers put there. */
const OWN_NAMES = new Set(["answers.jsonl", "config.yaml", "inputs", "run.json"]);

const makeFolder = Effect.fn("output.folder")(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem;
  yield* Effect.mapError(
    fs.makeDirectory(folder, { recursive: true }),
    (error) => new OutputError({ message: `Cannot make the directory "${folder}": ${reasonOf(error)}` }),
  );
});

function toBytes<E>(content: Stream.Stream<string, E>): Stream.Stream<Uint8Array, E> {
  return Stream.map(Stream.grouped(content, PIECES), (pieces) =>
    Buffer.from(Chunk.toReadonlyArray(pieces).join(""), "utf8"),
  );
}
