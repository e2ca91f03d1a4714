import { Either } from "effect";
import {
  ArrayFormatter,
  CalendarDate,
  Direction,
  didYouMean,
  type ParseResult,
  Schema,
  suggestion,
} from "../plugins/contract/mod.ts";
import type { JsonPath } from "./_json_scan.ts";

const LONE_SURROGATE = /\p{Cs}/u;

const Prompt = Schema.String.annotations(words("a text")).pipe(
  Schema.filter((text) => {
    if (text.trim() === "") return "expected a prompt, got an empty text";
    const half = LONE_SURROGATE.exec(text)?.[0];
    return half === undefined || `expected a text, got one with half a sign in it (${JSON.stringify(half)})`;
  }),
);
const Metadata = Schema.Struct({ date: Schema.optionalWith(CalendarDate, { exact: true }) }).annotations(
  words("an object"),
);

/** A row of a calibration corpus; further keys are the owner's. */
export const CorpusRow = Schema.Struct({
  prompt: Prompt,
  metadata: Schema.optionalWith(Schema.NullOr(Metadata), { exact: true }),
}).annotations(words('an object with the key "prompt"'));
export type CorpusRow = typeof CorpusRow.Type;

/** A row of the eval set. */
export const EvalRow = Schema.Struct({
  ...CorpusRow.fields,
  target_direction: Direction.annotations(words("-1, 0 or 1", true)),
}).annotations(words('an object with the keys "prompt" and "target_direction"'));
export type EvalRow = typeof EvalRow.Type;

/** The optional first object of an eval set. */
export const Header = Schema.Struct({ _cutoff_date: CalendarDate });
export type Header = typeof Header.Type;

/** What is wrong with a row, and the path to it. */
export interface RowMistake {
  readonly path: JsonPath;
  readonly says: string;
}

/**
 * A value by its schema, or the first thing that is wrong with it.
 *
 * @param others Keys of other things that may stand where the value does.
 */
export function readRow<A, I>(
  schema: Schema.Schema<A, I>,
  others: ReadonlyArray<string> = [],
): (value: unknown) => Either.Either<A, RowMistake> {
  const decode = Schema.decodeUnknownEither(schema);
  return (value) =>
    Either.mapLeft(decode(value), (error) => {
      const [{ path, message } = { path: [], message: "" }] = ArrayFormatter.formatErrorSync(error);
      const says = message.replace(/^Expected (.*), actual (.*)$/s, "expected $1, got $2");
      const hint = message === "is missing" ? misspelt(value, [...path.map(String), ...others]) : "";
      return { path, says: path.length === 0 ? says : `${path.map(String).join(".")}: ${says}${hint}` };
    });
}

/** The key of a row that was probably meant as one that is missing. */
function misspelt(row: unknown, missing: ReadonlyArray<string>): string {
  if (typeof row !== "object" || row === null) return "";
  const key = Object.keys(row).find((name) => suggestion(name, missing) !== undefined);
  return key === undefined ? "" : `, but the row has ${JSON.stringify(key)}${didYouMean(key, missing)}`;
}

const LONGEST = 60;

/** @param whole Whether this is said of the parts too. */
function words(what: string, whole = false) {
  const quote = (value: unknown) => {
    const text = JSON.stringify(value) ?? "nothing";
    return [...text.slice(0, 2 * LONGEST)].slice(0, LONGEST).join("");
  };
  return {
    message: ({ actual }: ParseResult.ParseIssue) => ({
      message: `expected ${what}, got ${quote(actual)}`,
      override: whole,
    }),
  };
}
