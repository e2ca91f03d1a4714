import { createHash } from "node:crypto";
import { Chunk, Effect, Either, Option, Stream } from "effect";
import { InputError, type InputFile, type PromptSet } from "../plugins/contract/mod.ts";
import { type Line, lineCutter } from "./_lines.ts";
import { readJson } from "./_row.ts";

/** What is kept of a row beside its place in the file. */
export interface Row {
  readonly prompt: string;
  readonly date: string | null;
}

/** A prompt set with the number of prompts that stand in it more than once. */
export interface Loaded {
  readonly prompts: PromptSet;
  readonly repeated: number;
}

/** Bytes read at once when the prompts are read again. */
const BLOCK = 1 << 18;

/**
 * Reads a JSONL file once, keeping columns only: where each row stands, its date and the hash of its prompt.
 *
 * @param read Decodes a row; null means that the line is no row.
 */
export const loadPrompts = Effect.fn("load.prompts")(function* (
  file: InputFile,
  read: (value: unknown, first: boolean) => Either.Either<Row | null, string>,
) {
  const offsets: Array<number> = [];
  const lengths: Array<number> = [];
  const dates: Array<number> = [];
  const hashes: Array<number> = [];
  const cutter = lineCutter();
  let lines = 0;

  const add = (line: Line) =>
    Either.match(
      Either.flatMap(readJson(line.bytes), (value) => read(value, lines++ === 0)),
      {
        onLeft: (why) =>
          new InputError({ message: `Cannot read "${file.name}" line ${line.number}: ${why}` }),
        onRight: (row) => {
          if (row === null) return Effect.void;
          offsets.push(line.offset);
          lengths.push(line.bytes.length);
          dates.push(packDate(row.date));
          hashes.push(...hashWords(row.prompt));
          return Effect.void;
        },
      },
    );
  const addAll = (found: ReadonlyArray<Line>) => Effect.forEach(found, add, { discard: true });

  yield* Stream.runForEach(file.bytes, (chunk) => addAll(cutter.push(chunk)));
  yield* addAll(cutter.end());
  if (offsets.length === 0)
    return yield* new InputError({ message: `Cannot use "${file.name}": it holds no rows` });
  const columns: Columns = {
    offsets: Float64Array.from(offsets),
    lengths: Uint32Array.from(lengths),
    dates: Uint32Array.from(dates),
    hashes: Uint32Array.from(hashes),
  };
  return { prompts: promptSet(file, columns), repeated: countRepeated(columns.hashes) };
});

interface Columns {
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  /** YYYYMMDD, or 0. */
  readonly dates: Uint32Array;
  /** The first 8 bytes of each prompt's sha256, as two words a row. */
  readonly hashes: Uint32Array;
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
  return Effect.flatMap(file.slice(start, end - start), (bytes) =>
    Effect.forEach(range(from, to), (row) => {
      const at = (offsets[row] ?? 0) - start;
      const prompt = promptOf(bytes.subarray(at, at + (lengths[row] ?? 0)));
      return prompt !== null && hexOf(hashWords(prompt)) === hex(hashes, row)
        ? Effect.succeed(prompt)
        : new InputError({
            message: `Cannot go on with "${file.name}": it changed while the run was reading it`,
          });
    }),
  );
}

function promptOf(bytes: Uint8Array): string | null {
  const value = Either.getOrNull(readJson(bytes));
  return typeof value === "object" && value !== null && "prompt" in value && typeof value.prompt === "string"
    ? value.prompt
    : null;
}

function range(from: number, to: number): ReadonlyArray<number> {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function hashWords(prompt: string): [number, number] {
  const digest = createHash("sha256").update(prompt, "utf8").digest();
  return [digest.readUInt32BE(0), digest.readUInt32BE(4)];
}

function hex(hashes: Uint32Array, row: number): string {
  return hexOf([hashes[2 * row] ?? 0, hashes[2 * row + 1] ?? 0]);
}

function hexOf(words: readonly [number, number]): string {
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}

function countRepeated(hashes: Uint32Array): number {
  const sorted = new BigUint64Array(hashes.slice().buffer).sort();
  let repeated = 0;
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) repeated++;
  return repeated;
}

function packDate(date: string | null): number {
  return date === null ? 0 : Number(date.replaceAll("-", ""));
}

function unpackDate(packed: number): string | null {
  if (packed === 0) return null;
  const digits = String(packed).padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
