import { Chunk, Either, Stream } from "effect";
import { InputError } from "../plugins/contract/mod.ts";
import { type Line, lineCutter } from "./_lines.ts";
import { CorpusRow, readRow } from "./_row.ts";
import { rowIn } from "./_row_in.ts";

/** A prompt and its calendar date, YYYY-MM-DD, or null. */
export interface PromptRow {
  readonly prompt: string;
  readonly date: string | null;
}

/**
 * The rows of JSONL bytes as they come.
 *
 * @param name What a mistake is told by, with its line and column.
 */
export function promptRows<E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  name: string,
): Stream.Stream<PromptRow, E | InputError, R> {
  return Stream.suspend(() => {
    const cutter = lineCutter();
    const cut = Stream.mapChunks(bytes, (chunks) =>
      Chunk.flatMap(chunks, (chunk) => Chunk.fromIterable(cutter.push(chunk))),
    );
    const last = Stream.suspend(() => Stream.fromIterable(cutter.end()));
    return Stream.mapEffect(Stream.concat(cut, last), (line) => rowOf(line, name));
  });
}

function rowOf(line: Line, name: string): Either.Either<PromptRow, InputError> {
  const row = rowIn(line, name, ({ value }) =>
    Either.map(readCorpusRow(value), ({ prompt, metadata }) => ({ prompt, date: metadata?.date ?? null })),
  );
  return Either.mapLeft(row, ({ says }) => new InputError({ message: says }));
}

const readCorpusRow = readRow(CorpusRow);
