import { FileSystem } from "@effect/platform";
import { Effect, Stream } from "effect";
import { Direction, ReplayMismatch, Schema } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";

/** What is read again of a line of `records.jsonl`. */
const RecordLine = Schema.parseJson(
  Schema.Struct({
    model: Schema.String,
    prompt_hash: Schema.String,
    predicted_direction: Schema.NullOr(Direction),
    target_direction: Direction,
    date: Schema.NullOr(Schema.String),
  }),
);

/** One question as a model answered it; an answer that could not be read is wrong. */
export interface Row {
  readonly hit: 0 | 1;
  readonly target: Direction;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}

/** A model's rows by prompt hash; a prompt that was asked twice has two. */
export interface ModelRows {
  readonly size: number;
  readonly byPrompt: ReadonlyMap<string, ReadonlyArray<Row>>;
}

/** Every model's rows, in the order of the file. */
export const readRows = Effect.fn("compare.rows")(function* (place: string) {
  const fs = yield* FileSystem.FileSystem;
  const models = new Map<string, { size: number; byPrompt: Map<string, Array<Row>> }>();
  const cannot = (why: string) => new ReplayMismatch({ message: `Cannot compare: "${place}" ${why}` });
  const decode = Schema.decodeUnknown(RecordLine);
  yield* fs.stream(place).pipe(
    Stream.mapError((error) => cannot(`cannot be read (${reasonOf(error)})`)),
    Stream.decodeText("utf-8"),
    Stream.splitLines,
    Stream.runForEach((line) =>
      Effect.map(
        Effect.mapError(decode(line), () => cannot("is not as a run of this version writes it")),
        ({ model, prompt_hash, predicted_direction, target_direction: target, date }) => {
          const rows = models.get(model) ?? { size: 0, byPrompt: new Map() };
          const same = rows.byPrompt.get(prompt_hash) ?? [];
          same.push({ hit: predicted_direction === target ? 1 : 0, target, date });
          rows.byPrompt.set(prompt_hash, same);
          rows.size++;
          models.set(model, rows);
        },
      ),
    ),
  );
  return models satisfies ReadonlyMap<string, ModelRows>;
});

/** Rows that both runs asked, with what came of each, shape (n) each. */
export interface SharedRows {
  /** 1 where A, or B, was right. */
  readonly a: ReadonlyArray<0 | 1>;
  readonly b: ReadonlyArray<0 | 1>;
  /** YYYY-MM-DD, or null. */
  readonly dates: ReadonlyArray<string | null>;
  /** Rows of the same prompt whose target or date is another; they are left out. */
  readonly changed: number;
  /** The latest date that all rows of an eval set that holds them are said to come after, or null. */
  readonly rowsAfter: string | null;
}

/**
 * Pairs rows by prompt; of a prompt that was asked more than once the first with the first, and so on.
 *
 * @param headers What each eval set says all its rows come after.
 */
export function sharedRows(a: ModelRows, b: ModelRows, headers: ReadonlyArray<string | null>): SharedRows {
  const pairs = [...a.byPrompt].flatMap(([hash, rows]) => {
    const others = b.byPrompt.get(hash) ?? [];
    return rows.slice(0, others.length).map((row, i) => ({ row, other: others[i] ?? row }));
  });
  const same = pairs.filter(({ row, other }) => row.target === other.target && row.date === other.date);
  return {
    a: same.map(({ row }) => row.hit),
    b: same.map(({ other }) => other.hit),
    dates: same.map(({ row }) => row.date),
    changed: pairs.length - same.length,
    rowsAfter:
      headers
        .flatMap((date) => date ?? [])
        .toSorted()
        .at(-1) ?? null,
  };
}
