import { BEFORE_LABEL, signOfWord } from "./_words.ts";

const CONDITION =
  /\b(?:if|unless|otherwise|else|suppose|supposing|assuming|hypothetical|hypothetically|scenario|case|alternatively|alternative|example|instance)\b|\be\.g\.|(?<!\bi )\b(?:would|could|might)\b|\b(?:respond|reply|answer) with\b|\b(?:or|either)$/i;
const GUESSING = /\bif (?:i|you|we) (?:had|have|must|were|was|am|are)\b/gi;
const NEGATION =
  /\b(?:not|never|cannot|nor|avoid|rather than|instead of|ruling out|no longer|anything but)\b[^,;:]{0,30}$|n['’]t\b[^,;:]{0,30}$/i;
// A heading of nothing but such words, or one that says what an answer should look like.
const PATTERN =
  /^(?:(?:an?|the|sample|example|output|answer|response|required|expected|format|template|placeholder)\b ?)*\b(?:sample|example|format|template|placeholder)\b(?: (?:output|answer|response|format|example))? ?[:—-]?$|\b(?:should|would|could|must) look like\b|^e\.g\.[,:]?$/i;
const QUANTITY_OF = /\b(?:level|degree) of$/i;
const REACH = 200;

/** What stands before a label. */
export interface Context {
  /** Whether the label is one of its own, not the end of another name such as "Market direction". */
  readonly own: boolean;
  readonly lineStart: boolean;
  readonly conditional: boolean;
}

function isOwn(line: string): boolean {
  if (/[\p{L}\p{N}][-\u2014'’]$/u.test(line)) return false;
  if (QUANTITY_OF.test(line)) return true;
  const word = /[\p{L}'’]+$/u.exec(line)?.[0]?.toLowerCase();
  return word === undefined || BEFORE_LABEL.has(word) || signOfWord(word) !== null;
}

function isConditional(clause: string): boolean {
  return CONDITION.test(clause.replace(GUESSING, "")) || NEGATION.test(clause);
}

/** Reads at most 200 characters back from a label that starts at `start`. */
export function contextOf(text: string, start: number): Context {
  const before = text.slice(Math.max(0, start - REACH), start).split("\n");
  const line = (before.pop() ?? "").trimEnd();
  const above = before.findLast((candidate) => candidate !== "") ?? "";
  const lineStart = !/[\p{L}\p{N}]/u.test(line);
  const clause = line.split(/[.;!?](?= )/).at(-1) ?? "";
  const heading = lineStart && above.endsWith(":") ? above : "";
  const isPattern = lineStart && PATTERN.test(above);
  const conditional = isPattern || isConditional(clause) || isConditional(heading);
  return { own: isOwn(line), lineStart, conditional };
}
