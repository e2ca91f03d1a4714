import { type FileSystem, Path } from "@effect/platform";
import { Effect, Layer, Ref, Sink, Stream } from "effect";
import { Output, OutputError, type Screen, type WrittenFile } from "../plugins/contract/mod.ts";
import { KEPT_NAME, MANIFEST, nameFlaw } from "./directory/mod.ts";
import { makeFolders } from "./make_folders.ts";
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

/** UTF-16 units gathered before a write. */
const BLOCK = 65_536;

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
    const flaw = nameFlaw(name);
    if (flaw !== null) return yield* new OutputError({ message: `Cannot write "${name}": ${flaw}` });
    const place = path.join(yield* directory, ...name.split("/"));
    if (name.includes("/")) yield* Effect.provide(makeFolders(path.dirname(place)), platform);
    const sha256 = yield* Effect.provide(writeWhole(place, toBytes(content)), platform);
    const file: WrittenFile = { name, path: place, sha256 };
    yield* Ref.update(files, (before) => [...before, file]);
    return file;
  });

  return { write, written: Ref.get(files) } satisfies RunFiles;
});

/** `Output` into a run directory, for stages and writers. */
export const outputLayer = ({ write }: Pick<RunFiles, "write">, screen: Screen) =>
  Layer.succeed(Output, {
    write: (name, content) =>
      name === MANIFEST
        ? new OutputError({ message: `Cannot write "${name}": ${KEPT_NAME}` })
        : write(name, content),
    screen,
  });

function toBytes<E>(content: Stream.Stream<string, E>): Stream.Stream<Uint8Array, E> {
  const texts = Stream.filter(Stream.transduce(content, blocks), (text) => text !== "");
  return Stream.map(texts, (text) => Buffer.from(text, "utf8"));
}

const blocks = Sink.foldWeighted({
  initial: "",
  maxCost: BLOCK,
  cost: (_, piece: string) => piece.length,
  body: (text, piece) => text + piece,
});
