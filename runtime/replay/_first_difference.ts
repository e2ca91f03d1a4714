import { FileSystem } from "@effect/platform";
import { Effect, Option } from "effect";

const LF = 10;
const BLOCK = 1 << 16;

/** The line in which two files differ first, from 1; a file that cannot be read counts as empty. */
export const firstDifference = Effect.fn("replay.firstDifference")(function* (a: string, b: string) {
  const fs = yield* FileSystem.FileSystem;
  const one = yield* Effect.option(fs.open(a, { flag: "r" }));
  const other = yield* Effect.option(fs.open(b, { flag: "r" }));
  let line = 1;
  while (true) {
    const left = yield* blockOf(one);
    const right = yield* blockOf(other);
    const size = Math.min(left.length, right.length);
    const at = firstUnequal(left, right, size);
    for (const byte of left.subarray(0, at)) if (byte === LF) line++;
    if (at < size || left.length !== right.length || size === 0) return line;
  }
}, Effect.scoped);

/** The next whole block of a file; shorter only at its end. */
const blockOf = Effect.fnUntraced(function* (file: Option.Option<FileSystem.File>) {
  const parts: Array<Uint8Array> = [];
  for (let left = BLOCK; Option.isSome(file) && left > 0; ) {
    const part = Option.flatten(yield* Effect.option(file.value.readAlloc(FileSystem.Size(left))));
    if (Option.isNone(part)) break;
    parts.push(part.value);
    left -= part.value.length;
  }
  return Buffer.concat(parts);
});

function firstUnequal(a: Uint8Array, b: Uint8Array, size: number): number {
  for (let i = 0; i < size; i++) if (a[i] !== b[i]) return i;
  return size;
}
