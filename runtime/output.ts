import { createHash } from "node:crypto";
import { FileSystem, Path } from "@effect/platform";
import { Chunk, DateTime, Effect, Layer, Ref, Stream } from "effect";
import {
  ConfigError,
  Issue,
  Output,
  OutputError,
  type Screen,
  type WrittenFile,
} from "../plugins/contract/mod.ts";
import { reasonOf } from "./inputs.ts";

/** The run directory and what has been written into it. */
export interface RunDirectory {
  readonly path: Effect.Effect<string, OutputError>;
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
 * A directory that comes into being with its first file. Every file is written beside its place, flushed to the disk
 * and then moved there, so that it is whole or absent.
 *
 * @param out The directory a user named; otherwise one is made under `runs/` from the time.
 */
export const makeRunDirectory = Effect.fn("output.directory")(function* (out: string | undefined) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const files = yield* Ref.make<ReadonlyArray<WrittenFile>>([]);
  if (out !== undefined) yield* refuseUsed(fs, out);
  const directory = yield* Effect.cached(out === undefined ? makeDated(fs, path) : makeNamed(fs, out));

  const write = Effect.fn("output.write")(function* <E>(name: string, content: Stream.Stream<string, E>) {
    const taken = (yield* Ref.get(files)).some((file) => file.name === name);
    if (taken) return yield* new OutputError({ message: `Cannot write "${name}" twice` });
    if (!PLAIN_NAME.test(name)) {
      return yield* new OutputError({
        message: `Cannot write "${name}": expected a file name without a folder`,
      });
    }
    const place = path.join(yield* directory, name);
    const sha256 = yield* writeWhole(fs, place, path.join(yield* directory, `.${name}.partial`), content);
    const file: WrittenFile = { name, path: place, sha256 };
    yield* Ref.update(files, (before) => [...before, file]);
    return file;
  });

  return { path: directory, write, written: Ref.get(files) } satisfies RunDirectory;
});

/** `Output` into a run directory. */
export const outputLayer = ({ write }: RunDirectory, screen: Screen) =>
  Layer.succeed(Output, { write, screen });

const PLAIN_NAME = /^(?!\.)[^/\\:\p{Cc}]{1,200}$/u;

const refuseUsed = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, out: string) {
  const refuse = (why: string) =>
    new ConfigError({ issues: [new Issue({ at: "", says: `Cannot write to "${out}": ${why}` })] });
  const exists = yield* Effect.orElseSucceed(fs.exists(out), () => false);
  if (!exists) return;
  const entries = yield* Effect.mapError(fs.readDirectory(out), (error) =>
    refuse(`it cannot be listed (${reasonOf(error)})`),
  );
  if (entries.length > 0) yield* refuse("it holds files already; name a new directory");
});

const makeNamed = (fs: FileSystem.FileSystem, out: string) =>
  Effect.mapError(Effect.as(fs.makeDirectory(out, { recursive: true }), out), cannotMake(out));

const makeDated = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, path: Path.Path) {
  yield* Effect.mapError(fs.makeDirectory("runs", { recursive: true }), cannotMake("runs"));
  const stamp = DateTime.formatIso(yield* DateTime.now)
    .slice(0, 19)
    .replaceAll(":", "-");
  const claim = (attempt: number): Effect.Effect<string, OutputError> => {
    const name = path.join("runs", attempt === 1 ? `${stamp}Z` : `${stamp}Z-${attempt}`);
    return Effect.catchAll(Effect.as(fs.makeDirectory(name), name), (error) =>
      error._tag === "SystemError" && error.reason === "AlreadyExists"
        ? claim(attempt + 1)
        : cannotMake(name)(error),
    );
  };
  return yield* claim(1);
});

function cannotMake(name: string) {
  return (error: Parameters<typeof reasonOf>[0]) =>
    new OutputError({ message: `Cannot make the directory "${name}": ${reasonOf(error)}` });
}

const writeWhole = Effect.fnUntraced(function* <E>(
  fs: FileSystem.FileSystem,
  place: string,
  partial: string,
  content: Stream.Stream<string, E>,
) {
  const failed = (error: Parameters<typeof reasonOf>[0]) =>
    new OutputError({ message: `Cannot write "${place}": ${reasonOf(error)}` });
  const hash = createHash("sha256");
  const filled = Effect.gen(function* () {
    const file = yield* Effect.mapError(fs.open(partial, { flag: "w" }), failed);
    yield* Stream.runForEach(Stream.grouped(content, PIECES), (pieces) => {
      const bytes = Buffer.from(Chunk.toReadonlyArray(pieces).join(""), "utf8");
      hash.update(bytes);
      return Effect.mapError(file.writeAll(bytes), failed);
    });
    yield* Effect.mapError(file.sync, failed);
  });
  yield* Effect.onError(Effect.scoped(filled), () => Effect.ignore(fs.remove(partial, { force: true })));
  yield* Effect.mapError(fs.rename(partial, place), failed);
  return hash.digest("hex");
});
