import { hash } from "node:crypto";
import { Chunk, Effect, Either, Option, Stream } from "effect";
import { InputError, type InputFile, type PromptSet } from "../plugins/contract/mod.ts";
import { column } from "./_column.ts";
import { type LineText, readLine } from "./_line_text.ts";
import { type Line, lineCutter } from "./_lines.ts";
import type { RowMistake } from "./_row.ts";
import { rowIn } from "./_row_in.ts";
import { unpacked } from "./_unpacked.ts";

/** What is kept of a row beside its place in the file. */
export interface Row {
  readonly prompt: string;
  readonly date: string | null;
}

/** Reads what a line holds; null means that it is no row. */
export type ReadRow = (line: LineText, first: boolean) => Either.Either<Row | null, RowMistake>;

/** A prompt set with the hashes of its prompts. */
export interface Loaded {
  readonly prompts: PromptSet;
  /** The first 8 bytes of each prompt's sha256, shape (n, 2). */
  readonly hashes: Uint32Array;
}

/** Bytes of a line at most; far more would not fit into a text. */
const LONGEST_LINE = 64 * 1024 * 1024;
/** Bytes read at once when the prompts are read again. */
const BLOCK = 1 << 18;

/**
 * Reads a JSONL file once, keeping columns only: where each row stands, its date and the hash of its prompt. A packed
 * file is unpacked.
 */
export const loadPrompts = Effect.fn("load.prompts")(function* (given: InputFile, read: ReadRow) {
  const file = yield* unpacked(given);
  const rows = { ...newColumns(), lines: 0 };
  const cutter = lineCutter();
  const add = (line: Line): InputError | null => {
    const isFirst = rows.lines++ === 0;
    const row = rowIn(line, file.name, (text) => read(text, isFirst));
    if (Either.isLeft(row)) return row.left;
    if (row.right === null) return null;
    rows.offsets.push(line.offset);
    rows.lengths.push(line.bytes.length);
    rows.dates.push(packDate(row.right.date));
    const [high, low] = hashWords(row.right.prompt);
    rows.hashes.push(high);
    rows.hashes.push(low);
    return null;
  };
  const addAll = (lines: ReadonlyArray<Line>) =>
    Effect.suspend(() => {
      for (const line of lines) {
        const error = add(line);
        if (error !== null) return Effect.fail(error);
      }
      const open = cutter.open();
      return open.bytes > LONGEST_LINE ? Effect.fail(tooLong(file.name, open.number)) : Effect.void;
    });

  yield* Stream.runForEach(file.bytes, (chunk) => addAll(cutter.push(chunk)));
  yield* addAll(cutter.end());
  const columns = finished(rows);
  if (columns.offsets.length === 0)
    return yield* new InputError({ message: `Cannot use "${file.name}": it holds no rows` });
  return { prompts: promptSet(file, columns), hashes: columns.hashes } satisfies Loaded;
});

function tooLong(name: string, line: number): InputError {
  return new InputError({ message: `${name}:${line}:1: the line is longer than 64 MB` });
}

function newColumns() {
  return {
    offsets: column((size) => new Float64Array(size)),
    lengths: column((size) => new Uint32Array(size)),
    dates: column((size) => new Uint32Array(size)),
    hashes: column((size) => new Uint32Array(size)),
  };
}

interface Columns {
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  /** YYYYMMDD, or 0. */
  readonly dates: Uint32Array;
  /** As in {@link Loaded}. */
  readonly hashes: Uint32Array;
}

function finished({ offsets, lengths, dates, hashes }: ReturnType<typeof newColumns>): Columns {
  return {
    offsets: offsets.values(),
    lengths: lengths.values(),
    dates: dates.values(),
    hashes: hashes.values(),
  };
}

function promptSet(file: InputFile, columns: Columns): PromptSet {
  const size = columns.offsets.length;
  const promptHash = (row: number) => hex(columns.hashes, row);
  return {
    size,
    date: (row) => unpackDate(columns.dates[row] ?? 0),
    promptHash,
    prompts: Stream.paginateChunkEffect(0, (from) => {
      const to = blockEnd(columns, from);
      const rest = to < size ? Option.some(to) : Option.none();
      return Effect.map(readBlock(file, columns, from, to), (prompts) => [Chunk.fromIterable(prompts), rest]);
    }),
  };
}

function blockEnd({ offsets, lengths }: Columns, from: number): number {
  const start = offsets[from] ?? 0;
  let to = from + 1;
  while (to < offsets.length && (offsets[to] ?? 0) + (lengths[to] ?? 0) - start <= BLOCK) to++;
  return to;
}

function readBlock(file: InputFile, { offsets, lengths, hashes }: Columns, from: number, to: number) {
  const start = offsets[from] ?? 0;
  const end = (offsets[to - 1] ?? 0) + (lengths[to - 1] ?? 0);
  return Effect.flatMap(file.slice(start, end - start), (bytes) => {
    const prompts: Array<string> = [];
    for (let row = from; row < to; row++) {
      const at = (offsets[row] ?? 0) - start;
      const prompt = promptOf(bytes.subarray(at, at + (lengths[row] ?? 0)));
      if (prompt === null || hexOf(hashWords(prompt)) !== hex(hashes, row)) return changed(file.name);
      prompts.push(prompt);
    }
    return Effect.succeed(prompts);
  });
}

function changed(name: string): InputError {
  return new InputError({ message: `Cannot go on with "${name}": it changed while the run was reading it` });
}

function promptOf(bytes: Uint8Array): string | null {
  const value = Either.getOrNull(readLine(bytes))?.value;
  return typeof value === "object" && value !== null && "prompt" in value && typeof value.prompt === "string"
    ? value.prompt
    : null;
}

function hashWords(prompt: string): readonly [number, number] {
  const digest = hash("sha256", prompt);
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)];
}

function hex(hashes: Uint32Array, row: number): string {
  return hexOf([hashes[2 * row] ?? 0, hashes[2 * row + 1] ?? 0]);
}

function hexOf(words: readonly [number, number]): string {
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}

function packDate(date: string | null): number {
  return date === null ? 0 : Number(date.replaceAll("-", ""));
}

function unpackDate(packed: number): string | null {
  if (packed === 0) return null;
  const digits = String(packed).padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
