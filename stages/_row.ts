import { Either } from "effect";
import { ArrayFormatter, CalendarDate, Direction, Schema } from "../plugins/contract/mod.ts";

const Prompt = Schema.String.pipe(
  Schema.filter((text) => text.trim() !== "" || "expected a prompt, got an empty text"),
);
const Metadata = Schema.Struct({ date: Schema.optionalWith(CalendarDate, { exact: true }) });

/** A row of a calibration corpus; further keys are the owner's. */
export const CorpusRow = Schema.Struct({
  prompt: Prompt,
  metadata: Schema.optionalWith(Schema.NullOr(Metadata), { exact: true }),
});
export type CorpusRow = typeof CorpusRow.Type;

/** A row of the eval set. */
export const EvalRow = Schema.Struct({ ...CorpusRow.fields, target_direction: Direction });
export type EvalRow = typeof EvalRow.Type;

/** The optional first object of an eval set. */
export const Header = Schema.Struct({ _cutoff_date: CalendarDate });

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a line as JSON, or why it is none. */
export function readJson(bytes: Uint8Array): Either.Either<unknown, string> {
  const text = Either.try({ try: () => utf8.decode(bytes), catch: () => "the line is not UTF-8" });
  return Either.flatMap(text, (text) =>
    Either.try({ try: (): unknown => JSON.parse(text), catch: (error) => `not JSON: ${syntaxError(error)}` }),
  );
}

/** A value by its schema, or the first thing that is wrong with it. */
export function readRow<A, I>(schema: Schema.Schema<A, I>, value: unknown): Either.Either<A, string> {
  return Either.mapLeft(Schema.decodeUnknownEither(schema)(value), (error) => {
    const [first] = ArrayFormatter.formatErrorSync(error);
    const path = first?.path.map(String).join(".") ?? "";
    const says = (first?.message ?? "").replace(/^Expected (.*), actual (.*)$/s, "expected $1, got $2");
    return path === "" ? says : `${path}: ${says}`;
  });
}

function syntaxError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, " ");
}
