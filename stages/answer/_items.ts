import { PLACEHOLDER } from "./_characters.ts";
import { confidenceOf } from "./_confidence.ts";
import { contextOf } from "./_context.ts";
import { directionOf } from "./_direction.ts";
import type { JsonAnswer } from "./_json_answer.ts";
import { type LabelTail, labelTail } from "./_label.ts";
import { UNREADABLE, type Value } from "./_value.ts";

/** One labelled value of a text, in the order of the text. */
export interface Item extends Value {
  readonly kind: "direction" | "confidence";
  /** Index behind the value in the normalised text. */
  readonly end: number;
  /** Items of one JSON object share a number; null for labelled text. */
  readonly object: string | null;
}

interface Mark {
  readonly word: string;
  readonly json: string | undefined;
  readonly start: number;
  readonly end: number;
}

const MARK = new RegExp(
  `(?<![\\p{L}\\p{N}_])(directional|direction|confidence)(?![\\p{L}\\p{N}])|${PLACEHOLDER}(\\d+)${PLACEHOLDER}`,
  "giu",
);
const SEGMENT = 300;
const MOST_MARKS = 1000;
// The number of the list's next item; on the label's own line a lone "1. " is the value with its full stop.
const ENUMERATOR = /\s\d{1,2}[.)] $/;
const ENUMERATOR_BELOW = /(?:^|\s)\d{1,2}[.)] $/;
const INDEX = /^ ?[[({]{0,3}[-+]?\d$/;

function marksOf(text: string): readonly Mark[] | null {
  const marks: Mark[] = [];
  for (const found of text.matchAll(MARK)) {
    if (marks.length === MOST_MARKS) return null;
    const end = found.index + found[0].length;
    marks.push({ word: (found[1] ?? "").toLowerCase(), json: found[2], start: found.index, end });
  }
  return marks;
}

/** The item of a label and the index behind all that belongs to the label itself. */
interface Labelled {
  readonly item: Item | null;
  readonly read: number;
}

function valueBehind(text: string, kind: Item["kind"], tail: LabelTail, limit: number): Value {
  const enumerator = tail.nextLine ? ENUMERATOR_BELOW : ENUMERATOR;
  const segment = text.slice(tail.end, Math.min(limit, tail.end + SEGMENT)).replace(enumerator, "");
  const value = kind === "confidence" ? confidenceOf(segment) : directionOf(segment);
  const behind = segment.slice(value.length);
  const listed = tail.nextLine && /^[.)] ?\S/.test(behind);
  const isIndex =
    !tail.separated && /^[\])}]{0,3} ?:/.test(behind) && INDEX.test(segment.slice(0, value.length));
  const scaleClash = tail.foreignScale && (kind === "confidence" || !tail.separated);
  const explicit = /^ ?%/.test(segment.slice(value.length - 1));
  return listed || isIndex || (scaleClash && !explicit) ? UNREADABLE : value;
}

function labelledItem(text: string, marks: readonly Mark[], i: number): Labelled {
  const mark = marks[i];
  const nothing = { item: null, read: mark?.end ?? 0 };
  const context = contextOf(text, mark?.start ?? 0);
  if (mark === undefined || !context.own) return nothing;
  const tail = labelTail(text, mark.end, context.lineStart);
  if (tail === null) return nothing;
  const kind = mark.word === "confidence" ? "confidence" : "direction";
  // A qualifier may hold a label word of its own, but only one ("Confidence in the direction").
  const next = marks[i + 1];
  const limit = (next !== undefined && next.start < tail.end ? marks[i + 2] : next)?.start ?? text.length;
  const value = valueBehind(text, kind, tail, limit);
  const conditional = context.conditional || value.conditional;
  return {
    item: { ...value, kind, conditional, end: tail.end + value.length, object: null },
    read: tail.end,
  };
}

function jsonItems(answer: JsonAnswer, mark: Mark, conditional: boolean): readonly Item[] {
  const items: Item[] = [];
  for (const [i, reading] of (answer ?? []).entries()) {
    const object = `${mark.start}.${i}`;
    const { direction, confidence } = reading;
    const shared = { conditional, end: mark.end, object };
    if (direction !== null) items.push({ ...direction, ...shared, kind: "direction" });
    if (confidence !== null) items.push({ ...confidence, ...shared, kind: "confidence" });
  }
  return items;
}

/** Every labelled value of a normalised text, or null where the text contradicts itself beyond reading. */
export function itemsOf(text: string, answers: readonly JsonAnswer[]): readonly Item[] | null {
  const marks = marksOf(text);
  if (marks === null) return null;
  const items: Item[] = [];
  let read = 0;
  for (const [i, mark] of marks.entries()) {
    if (mark.start < read) continue;
    if (mark.json === undefined) {
      const labelled = labelledItem(text, marks, i);
      if (labelled.item !== null) items.push(labelled.item);
      read = labelled.read;
      continue;
    }
    const answer = answers[Number(mark.json)] ?? null;
    if (answer === null) return null;
    items.push(...jsonItems(answer, mark, contextOf(text, mark.start).conditional));
  }
  return items;
}
