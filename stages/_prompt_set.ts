import { hash } from "node:crypto";
import { Chunk, Effect, Either, Option, Stream } from "effect";
import { InputError, type InputFile, Inputs, Progress, type PromptSet } from "../plugins/contract/mod.ts";
import { column } from "./_column.ts";
import { type LineText, readLine } from "./_line_text.ts";
import type { Line } from "./_lines.ts";
import { type PlacedFile, readLines } from "./_read_lines.ts";
import type { RowMistake } from "./_row.ts";
import { rowIn } from "./_row_in.ts";
import { type StrayKey, strayKeys } from "./_stray_keys.ts";
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

/** Bytes read at once when the prompts are read again. */
const BLOCK = 1 << 18;

/**
 * Reads a JSONL file once, keeping columns only: where each row stands, its date and the hash of its prompt. A packed
 * file is unpacked.
 */
export const loadPrompts = Effect.fn("load.prompts")(function* (given: InputFile, read: ReadRow) {
  const place = (yield* Inputs).placeOf(given.name);
  const file: PlacedFile = { ...(yield* unpacked(given, place)), place };
  const rows = newColumns();
  const strays = strayKeys();
  yield* readLines(file, (line, isFirst) => {
    const found = rowIn(line, place, (text) =>
      Either.map(read(text, isFirst), (row) => {
        if (row !== null && row.date === null) strays.look(text, line.number);
        return row;
      }),
    );
    if (Either.isLeft(found)) return found.left;
    if (found.right !== null) keep(rows, line, found.right);
    return null;
  });
  const columns = finished(rows);
  if (columns.offsets.length === 0)
    return yield* new InputError({ message: `Cannot use "${place}": it holds no rows` });
  yield* warnOfStrays(file, strays.found());
  return { prompts: promptSet(file, columns), hashes: columns.hashes } satisfies Loaded;
});

const warnOfStrays = Effect.fn("load.warnOfStrays")(function* (
  { name, place }: PlacedFile,
  strays: ReadonlyArray<StrayKey>,
) {
  const { warn } = yield* Progress;
  yield* Effect.forEach(strays, ({ line, column, says }) => {
    const from = (file: string) => `${file}:${line}:${column}: ${says}`;
    return warn({ kept: from(name), shown: from(place) });
  });
});

function keep(rows: ReturnType<typeof newColumns>, line: Line, { prompt, date }: Row): void {
  rows.offsets.push(line.offset);
  rows.lengths.push(line.bytes.length);
  rows.dates.push(packDate(date));
  const [high, low] = hashWords(prompt);
  rows.hashes.push(high);
  rows.hashes.push(low);
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

function promptSet(file: PlacedFile, columns: Columns): PromptSet {
  const size = columns.offsets.length;
  const dateOf = datesOnce();
  const promptHash = (row: number) => hex(columns.hashes, row);
  return {
    size,
    date: (row) => dateOf(columns.dates[row] ?? 0),
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

function readBlock(file: PlacedFile, { offsets, lengths, hashes }: Columns, from: number, to: number) {
  const start = offsets[from] ?? 0;
  const end = (offsets[to - 1] ?? 0) + (lengths[to - 1] ?? 0);
  return Effect.flatMap(file.slice(start, end - start), (bytes) => {
    const prompts: Array<string> = [];
    for (let row = from; row < to; row++) {
      const at = (offsets[row] ?? 0) - start;
      const prompt = promptOf(bytes.subarray(at, at + (lengths[row] ?? 0)));
      if (prompt === null || hexOf(hashWords(prompt)) !== hex(hashes, row)) return changed(file.place);
      prompts.push(prompt);
    }
    return Effect.succeed(prompts);
  });
}

function changed(place: string): InputError {
  return new InputError({ message: `Cannot go on with "${place}": it changed while the run was reading it` });
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

/** Unpacks each date once: a million rows share a few thousand texts. */
function datesOnce(): (packed: number) => string | null {
  const known = new Map<number, string | null>();
  return (packed) => {
    const date = known.get(packed);
    if (date !== undefined) return date;
    const unpacked = unpackDate(packed);
    known.set(packed, unpacked);
    return unpacked;
  };
}

function unpackDate(packed: number): string | null {
  if (packed === 0) return null;
  const digits = String(packed).padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
