import { Effect } from "effect";
import { ArrayFormatter, Direction, InputError, Schema } from "../../contract/mod.ts";
import type { Row } from "./_documents.ts";

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true });

/** A calendar date, YYYY-MM-DD. */
export const IsoDate = Schema.String.pipe(
  Schema.pattern(/^\d{4}-\d{2}-\d{2}$/, { message: () => "expected a date such as 2023-06-30" }),
);

const RowLine = Schema.parseJson(
  Schema.Struct({
    text: optional(Schema.String),
    prompt: optional(Schema.String),
    target_direction: optional(Direction),
    metadata: optional(Schema.Struct({ date: optional(IsoDate), answer: optional(Schema.String) })),
  }),
);

/** The rows of a JSONL text with the lines they stand on, blank lines left out. */
export interface NumberedRows {
  readonly rows: ReadonlyArray<Row>;
  /** Line of each row, from 1. */
  readonly lines: ReadonlyArray<number>;
}

/** Decodes what a model reads; the error names the file, the line and what was expected. */
export function readRows(name: string, text: string): Effect.Effect<NumberedRows, InputError> {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [{ line, number: at + 1 }]));
  return Effect.map(
    Effect.forEach(lines, ({ line, number }) => readRow(name, line, number)),
    (rows) => ({ rows, lines: lines.map(({ number }) => number) }),
  );
}

/** The sentence for a row that cannot be used, by the place where it starts. */
export function rowError(name: string, line: number, why: string): InputError {
  return new InputError({ message: `${name}:${line}:1: ${why}` });
}

function readRow(name: string, line: string, number: number): Effect.Effect<Row, InputError> {
  return Effect.catchAll(Schema.decodeUnknown(RowLine)(line), (error) =>
    Effect.flatMap(ArrayFormatter.formatError(error), ([issue]) =>
      Effect.fail(rowError(name, number, [issue?.path.join("."), issue?.message].filter(Boolean).join(": "))),
    ),
  );
}
