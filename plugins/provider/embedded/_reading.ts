import { createHash } from "node:crypto";
import { Chunk, type Context, Effect, Stream } from "effect";
import { InputError, Inputs, type Seed } from "../../contract/mod.ts";
import { documents } from "./_documents.ts";
import { type Ngram, ngram } from "./_ngram.ts";
import type { EmbeddedOptions, ModelOptions } from "./_options.ts";
import { type NumberedRows, readRows, rowError } from "./_rows.ts";

interface Book {
  readonly file: string;
  /** What sentences call it. */
  readonly place: string;
  readonly sha256: string;
  /** Decoded once, when first asked for. */
  readonly rows: Effect.Effect<NumberedRows, InputError>;
}

/** The files of all models, by name. */
export type Books = ReadonlyMap<string, Book>;

/** Reads every file that some model names, once; a missing one is met before anything is asked. */
export function openBooks({ models }: EmbeddedOptions): Effect.Effect<Books, InputError, Inputs> {
  const files = new Set(Object.values(models).flatMap(({ reads }) => reads.map(({ file }) => file)));
  return Effect.map(
    Effect.forEach(files, openBook),
    (books) => new Map(books.map((book) => [book.file, book])),
  );
}

/** Builds a model from what it reads of the books. */
export function study(
  model: string,
  options: ModelOptions,
  books: Books,
  seed: Context.Tag.Service<Seed>,
): Effect.Effect<Ngram, InputError> {
  return Effect.flatMap(
    Effect.forEach(options.reads, (entry) => readEntry(model, entry, books, seed)),
    (read) => {
      const all = read.flat();
      return all.length > 0
        ? Effect.sync(() => ngram(all, options.max_context))
        : Effect.fail(new InputError({ message: `Cannot build "${model}": its reads select no row` }));
    },
  );
}

function openBook(file: string): Effect.Effect<Book, InputError, Inputs> {
  return Effect.gen(function* () {
    const { open, placeOf } = yield* Inputs;
    const input = yield* open(file);
    const place = placeOf(file);
    const bytes = Buffer.concat(Chunk.toReadonlyArray(yield* Stream.runCollect(input.bytes)));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const decoded = Effect.suspend(() => readRows(place, bytes.toString("utf8")));
    return { file, place, sha256, rows: yield* Effect.cached(decoded) };
  });
}

function readEntry(
  model: string,
  { file, ...selection }: ModelOptions["reads"][number],
  books: Books,
  seed: Context.Tag.Service<Seed>,
): Effect.Effect<ReadonlyArray<string>, InputError> {
  return Effect.gen(function* () {
    const book = books.get(file)!;
    const { rows, lines } = yield* book.rows;
    const read = documents(rows, selection, seed(`embedded/reads/${model}/${file}`));
    return "why" in read ? yield* rowError(book.place, lines[read.at]!, read.why) : read;
  });
}
