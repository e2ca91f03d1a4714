import { Chunk, Effect, Option, Stream } from "effect";
import type { InputFile } from "../plugins/contract/mod.ts";
import { type Line, lineCutter } from "./_lines.ts";
import { newMistakes } from "./_mistakes.ts";
import type { Refusal } from "./_row_in.ts";

/** A file, and what sentences call it. */
export interface PlacedFile extends InputFile {
  readonly place: string;
}

/** Takes a line, or says why that cannot be. */
export type TakeLine = (line: Line, isFirst: boolean) => Refusal | null;

/** Bytes of a line at most; far more would not fit into a text. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Reads the lines of a file once; fails with what is wrong with them, a sentence each. */
export const readLines = Effect.fn("load.lines")(function* ({ bytes, place }: PlacedFile, take: TakeLine) {
  const mistakes = newMistakes(place);
  const cutter = lineCutter();
  let lines = 0;
  const endsAt = (line: Line): boolean => {
    const isFirst = lines++ === 0;
    const refusal = take(line, isFirst);
    return refusal !== null && mistakes.add(refusal, isFirst);
  };
  const endsIn = (chunk: Uint8Array): boolean => {
    if (cutter.push(chunk).some(endsAt)) return true;
    const open = cutter.open();
    if (open.bytes <= LONGEST_LINE) return false;
    mistakes.add({ says: `${place}:${open.number}:1: the line is longer than 64 MB`, isJson: false }, false);
    return true;
  };

  let isEnded = false;
  // A fold over a stream recurses as deep as its chunks are long, and its loops hold on to all that they have read.
  yield* Effect.scoped(
    Effect.gen(function* () {
      const pull = yield* Stream.toPull(bytes);
      const next = Effect.catchAll(Effect.asSome(pull), failedOrOver);
      while (!isEnded) {
        const parts = yield* next;
        if (Option.isNone(parts)) break;
        isEnded = Chunk.some(parts.value, endsIn);
      }
    }),
  );
  if (!isEnded) cutter.end().some(endsAt);
  const wrong = mistakes.all();
  if (wrong !== null) return yield* wrong;
});

/** A pull fails with nothing where the stream is over. */
function failedOrOver<E>(error: Option.Option<E>): Effect.Effect<Option.Option<never>, E> {
  return Option.isSome(error) ? Effect.fail(error.value) : Effect.succeedNone;
}
