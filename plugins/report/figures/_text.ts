import { ABSENT, shorten, visible, width, wrap } from "../wording.ts";
import type { PaperStyle } from "./style.ts";

/** Of the size of the text: what a column of it takes at most in the usual fonts without serifs, on the average. */
const COLUMN = 0.57;

/** Points from one line to the next, of the size of the text. */
const LEADING = 1.2;

/** Points that a text takes in a figure. */
export function textWidth(text: string, { fontPt }: PaperStyle): number {
  return COLUMN * fontPt * width(text);
}

/** Columns of text that so many points hold; 4 at least. */
export function columnsIn(points: number, { fontPt }: PaperStyle): number {
  return Math.max(4, Math.floor(points / (COLUMN * fontPt)));
}

/** Points from one line to the next. */
export function lineHeight({ fontPt }: PaperStyle): number {
  return LEADING * fontPt;
}

/** Lines of a label at most. */
const LABEL_LINES = 3;

/** Model ids as labels of so many columns, on three lines at most, each with what tells it from the others. */
export function labelsOf(models: ReadonlyArray<string>, columns: number): ReadonlyArray<string> {
  const ids = models.map(visible);
  const labels = ids.map((id) => {
    const lines = shorten(id, columns, ids);
    const isShort = lines.length <= LABEL_LINES;
    return (isShort ? lines : fitted(fromDifference(id, ids), columns, LABEL_LINES)).join("\n");
  });
  return labels.map((label, place) => {
    const before = labels.slice(0, place).filter((other) => other === label).length;
    return before === 0 ? label : `(${before + 1}) ${label}`;
  });
}

/** An id from shortly before the place where it parts from the one it shares the longest beginning with. */
function fromDifference(id: string, ids: ReadonlyArray<string>): string {
  const shared = ids.filter((other) => other !== id).map((other) => sharedStart(id, other));
  const start = Math.max(0, Math.max(0, ...shared) - 4);
  return start === 0 ? id : `…${id.slice(start)}`;
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Points that the tallest label of rows takes, with room to the next where it has several lines. */
export function labelHeight(labels: ReadonlyArray<string>, style: PaperStyle): number {
  const lines = Math.max(1, ...labels.map((label) => label.split("\n").length));
  return lineHeight(style) * lines + (lines > 1 ? 5 : 0);
}

/** The widest line of labels, in columns. */
export function widestLabel(labels: ReadonlyArray<string>): number {
  return Math.max(0, ...labels.flatMap((label) => label.split("\n")).map(width));
}

/** A text on so many lines at most, ended by an ellipsis where it is longer. */
export function fitted(text: string, columns: number, lines: number): ReadonlyArray<string> {
  const all = wrap(visible(text), columns);
  if (all.length <= lines) return all;
  const kept = all.slice(0, lines);
  const last = kept[lines - 1] ?? "";
  return [...kept.slice(0, -1), `${firstColumns(last, columns - 1)}…`];
}

function firstColumns(text: string, columns: number): string {
  let start = "";
  for (const sign of text) {
    if (width(start + sign) > columns) break;
    start += sign;
  }
  return start.trimEnd();
}

/** What stands where there is no number: a dash, and why. */
export function absent(reason: string): string {
  return `${ABSENT} ${reason}`;
}
