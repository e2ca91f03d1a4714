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
const LABEL_LINES = 2;

/** Model ids as labels of so many columns, on two lines at most, each with what tells it from the others. */
export function labelsOf(models: ReadonlyArray<string>, columns: number): ReadonlyArray<string> {
  const ids = models.map(visible);
  return ids.map((id) => {
    const lines = shorten(id, columns, ids);
    if (lines.length <= LABEL_LINES) return lines.join("\n");
    return `${lines[0] ?? ""}\n…${lastColumns(id, columns - 1)}`;
  });
}

/** The end of a text, so many columns of it. */
function lastColumns(text: string, columns: number): string {
  let end = "";
  for (const sign of [...text].reverse()) {
    if (width(sign + end) > columns) break;
    end = sign + end;
  }
  return end;
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
