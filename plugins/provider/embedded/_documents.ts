import type { Random } from "../../../stages/math/random.ts";
import { ANSWER_MARK } from "./_reply.ts";

/** How sure an answer sounds of which only the direction is known. */
const DERIVED_CONFIDENCE = "0.60";

/** A row of a file that a model reads: a plain text, or a question with its answer or its direction. */
export interface Row {
  readonly text?: string;
  readonly prompt?: string;
  readonly target_direction?: -1 | 0 | 1;
  readonly metadata?: {
    /** YYYY-MM-DD, the day by which the answer is known. */
    readonly date?: string;
    readonly answer?: string;
  };
}

/** Which rows of a file a model reads, and how often. */
export interface Selection {
  /** The last date it may know of, YYYY-MM-DD; every row has a date then. */
  readonly through?: string;
  /** The chance that a row is read at all; 1 when left out. */
  readonly fraction?: number;
  readonly copies?: number;
}

/** A row that cannot be read, by its index from 0, and why. */
export interface Unreadable {
  readonly at: number;
  readonly why: string;
}

/**
 * The documents of the rows that a model reads, in the order of the rows, copies side by side; or the first row
 * that makes none. Each row has its own coin, drawn whether or not its date lets it in.
 */
export function documents(
  rows: ReadonlyArray<Row>,
  { through, fraction = 1, copies = 1 }: Selection,
  coin: Random,
): ReadonlyArray<string> | Unreadable {
  const read: string[] = [];
  for (const [at, row] of rows.entries()) {
    const kept = coin() < fraction;
    const document = documentOf(row);
    const date = row.metadata?.date;
    if (document === null)
      return { at, why: "expected text, or prompt with metadata.answer or target_direction" };
    if (through !== undefined && date === undefined)
      return { at, why: 'expected metadata.date, which "through" needs' };
    const known = through === undefined || date === undefined || date <= through;
    if (kept && known) read.push(...Array<string>(copies).fill(document));
  }
  return read;
}

/** What a model reads of one row; null where the row holds no answer. */
export function documentOf({ text, prompt, target_direction, metadata }: Row): string | null {
  if (text !== undefined) return text;
  const answer = metadata?.answer ?? derivedAnswer(target_direction);
  return prompt === undefined || answer === null ? null : prompt + ANSWER_MARK + answer;
}

function derivedAnswer(direction: -1 | 0 | 1 | undefined): string | null {
  return direction === undefined ? null : `Direction: ${direction}\nConfidence: ${DERIVED_CONFIDENCE}`;
}
