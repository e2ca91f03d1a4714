import { createHash } from "node:crypto";
import { FileSystem, Path } from "@effect/platform";
import type { PlatformError } from "@effect/platform/Error";
import { Chunk, Effect, Either, Layer, Option, Ref, Stream } from "effect";
import { InputError, type InputFile, Inputs } from "../plugins/contract/mod.ts";
import { decodeAt, readSource } from "./config/mod.ts";

/** An input as it was read, by the name the config gives it. */
export interface ReadInput {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Remembers what was read, for the manifest. */
export interface InputLog {
  readonly add: (input: ReadInput) => Effect.Effect<void>;
  /** Sorted by name. */
  readonly all: Effect.Effect<ReadonlyArray<ReadInput>>;
}

export const makeInputLog = Effect.map(
  Ref.make<ReadonlyMap<string, ReadInput>>(new Map()),
  (ref): InputLog => {
    return {
      add: (input) => Ref.update(ref, (read) => new Map(read).set(input.name, input)),
      all: Effect.map(Ref.get(ref), (read) =>
        [...read.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      ),
    };
  },
);

/** Where an input of a config stands, as the config's own path leads there; such a path opens from the working directory. */
export const placesBeside = (config: string) =>
  Effect.map(Path.Path, (path) => (input: string) => placeIn(path, path.dirname(config), input));

function placeIn(path: Path.Path, directory: string, input: string): string {
  return path.isAbsolute(input) ? input : path.join(directory, input);
}

/**
 * `Inputs` from the file system; every byte read is hashed.
 *
 * @param place The directory that names are relative to, or where each name stands.
 */
export const inputsLayer = (place: string | ((name: string) => string), log: InputLog) =>
  Layer.effect(
    Inputs,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const path = yield* Path.Path;
      const placeOf = (name: string) =>
        typeof place === "string" ? placeIn(path, place, name) : place(name);

      const open = (name: string): Effect.Effect<InputFile, InputError> =>
        Effect.gen(function* () {
          const full = placeOf(name);
          const failed = (error: PlatformError) =>
            new InputError({ message: `Cannot read "${full}": ${reasonOf(error)}` });
          const info = yield* Effect.mapError(fs.stat(full), failed);
          if (info.type !== "File") {
            const is = `it is no file but a ${kindOf(info.type)}`;
            return yield* new InputError({ message: `Cannot read "${full}": ${is}` });
          }
          return {
            name,
            bytes: hashed(name, Stream.mapError(fs.stream(full), failed), log),
            slice: (offset, length) =>
              Effect.mapError(Effect.scoped(readPart(fs, full, offset, length)), failed),
          };
        });

      const text = Effect.fn("inputs.text")(function* (name: string) {
        const file = yield* open(name);
        const bytes = Chunk.toReadonlyArray(yield* Stream.runCollect(file.bytes));
        return yield* decodeUtf8(placeOf(name), bytes);
      });

      return {
        open,
        placeOf,
        yaml: Effect.fn("inputs.yaml")(function* (name, schema) {
          const source = readSource(yield* text(name), placeOf(name));
          const value =
            source.issues.length > 0 ? Either.left(source.issues) : decodeAt(schema, source, source.value);
          return yield* Effect.mapError(value, (issues) => {
            return new InputError({ message: issues.map(({ at, says }) => `${at}: ${says}`).join("\n") });
          });
        }),
      };
    }),
  );

/** What cannot be read a second time. */
const KINDS: Readonly<Record<string, string>> = { FIFO: "pipe", CharacterDevice: "device" };

/** What is no file, in words. */
export function kindOf(type: FileSystem.File.Type): string {
  return KINDS[type] ?? type.toLowerCase();
}

function hashed(name: string, bytes: Stream.Stream<Uint8Array, InputError>, log: InputLog) {
  return Stream.suspend(() => {
    const hash = createHash("sha256");
    let size = 0;
    const counted = Stream.tap(bytes, (chunk) =>
      Effect.sync(() => {
        hash.update(chunk);
        size += chunk.length;
      }),
    );
    const record = Effect.suspend(() => log.add({ name, bytes: size, sha256: hash.digest("hex") }));
    return Stream.concat(counted, Stream.execute(record));
  });
}

const readPart = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: string,
  offset: number,
  length: number,
) {
  const file = yield* fs.open(path, { flag: "r" });
  yield* file.seek(FileSystem.Size(offset), "start");
  const parts: Array<Uint8Array> = [];
  for (let left = length; left > 0; ) {
    const part = yield* file.readAlloc(FileSystem.Size(left));
    if (Option.isNone(part)) break;
    parts.push(part.value);
    left -= part.value.length;
  }
  return Uint8Array.from(Buffer.concat(parts));
});

function decodeUtf8(place: string, parts: ReadonlyArray<Uint8Array>): Effect.Effect<string, InputError> {
  return Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)),
    catch: () => new InputError({ message: `Cannot read "${place}": it is not UTF-8` }),
  });
}

/** The reason in a platform error, without the path that the sentence names already. */
export function reasonOf(error: PlatformError): string {
  if (error._tag === "BadArgument") return error.message;
  const known: Readonly<Record<string, string>> = {
    NotFound: "there is no such file",
    AlreadyExists: "there is a file of that name",
    PermissionDenied: "permission denied",
  };
  const said = error.description ?? error.reason;
  return known[error.reason] ?? SYSTEM_WORDS[/^E[A-Z]+/.exec(said)?.[0] ?? ""] ?? said;
}

const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of its path is no directory",
  EROFS: "the file system is read-only",
  EISDIR: "it is a directory",
};
