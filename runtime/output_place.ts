import { FileSystem, Path } from "@effect/platform";
import { Effect, Option } from "effect";
import { OutputError } from "../plugins/contract/mod.ts";
import { kindOf } from "./inputs.ts";
import { tryPlace } from "./write_whole.ts";

/** A file, or a directory with all that stands in it, that is not written over. */
export interface Protected {
  readonly path: string;
  /** Why not, such as `it is the config`. */
  readonly says: string;
}

/**
 * Where a command writes a file that its user names: where a symbolic link leads, and never over anything but a file.
 * Fails where nothing can be written, before it is known what to write.
 */
export const outputPlace = Effect.fn("outputPlace")(function* (
  place: string,
  kept: ReadonlyArray<Protected>,
) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const refuse = (why: string) => new OutputError({ message: `Cannot write "${place}": ${why}` });
  const info = yield* Effect.option(fs.stat(place));
  const real = (file: string) => Effect.orElseSucceed(fs.realPath(file), () => path.resolve(file));
  if (Option.isSome(info)) {
    const { type } = info.value;
    if (type === "Directory") return yield* refuse("it is a directory");
    if (type !== "File") return yield* refuse(`it is no file but a ${kindOf(type)}`);
    const target = yield* real(place);
    for (const { path: own, says } of kept) {
      const root = yield* real(own);
      if (target === root || target.startsWith(root + path.sep)) return yield* refuse(says);
    }
    yield* tryPlace(target);
    return target;
  }
  yield* tryPlace(place);
  return place;
});
