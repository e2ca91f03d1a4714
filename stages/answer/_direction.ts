import { afterNumber } from "./_after_number.ts";
import { UNREADABLE, type Value } from "./_value.ts";
import { signOfWord } from "./_words.ts";

const DIRECTION = /^[[({ ]{0,6}([-+]?)([01])(\.0{1,20})?(?![.,]?\d)/;
const PERCENT_MOVE = /^[[({ ]{0,6}([-+]?1)% (\p{L}{1,12})\b/u;
const FIRST_WORD = /^[[({ ]{0,6}(\p{L}{1,20})(?! ?(?:[/|,]|or\b))/u;
const OTHER =
  /(?<![\p{L}\p{N}.,%$/:_]|[\d)] ?-)([-+]?[01])(?:\.0{1,9})?(?![\p{L}\p{N}_%/:]|[.,]\d)([^\n]{0,12})/gu;

function isRival(text: string, tail: string, own: number): boolean {
  if (Number(text) === own) return false;
  if (/^ ?= ?\p{L}/u.test(tail)) return false;
  return (
    /^[-+]/.test(text) || !/^ ?%|^ \p{L}/u.test(tail) || /^ (?:for|if|when|otherwise|in|on|is)\b/.test(tail)
  );
}

const GLOSS = "(?: ?(?:=|:|->|[→(])| (?:means|is|for)\\b)? ?(\\p{L}{1,20})";
const GLOSSED = new RegExp(`^${GLOSS}`, "u");
const GLOSSES = new RegExp(`(?<![\\p{L}\\p{N}.,%$])([-+]?[01])${GLOSS}`, "gu");

/** Whether a number opens a list of what each number means; a list behind an answer names the answer's number again. */
function opensLegend(rest: string, own: number): boolean {
  if (signOfWord(GLOSSED.exec(rest)?.[1] ?? "") !== own) return false;
  const named = [...rest.matchAll(GLOSSES)]
    .filter(([, number = "", word = ""]) => signOfWord(word) === Number(number))
    .map(([, number]) => Number(number));
  return named.length > 0 && !named.includes(own);
}

function hasRival(rest: string, own: number): boolean {
  if (opensLegend(rest, own)) return true;
  const line = rest.split("\n", 1)[0] ?? "";
  for (const [, text = "", tail = ""] of line.matchAll(OTHER)) if (isRival(text, tail, own)) return true;
  const below = /^\s{0,3}\n\s{0,3}([-+]?[01])(?:\n|$)/.exec(rest)?.[1];
  return below !== undefined && Number(below) !== own;
}

function wordOnly(segment: string): Value {
  const word = FIRST_WORD.exec(segment)?.[1];
  return word === undefined ? UNREADABLE : { ...UNREADABLE, word: signOfWord(word) };
}

function percentMove(segment: string): Value | null {
  const [whole = "", text = "", word = ""] = PERCENT_MOVE.exec(segment) ?? [];
  const value = Number(text);
  if (whole === "" || signOfWord(word) !== value) return null;
  return { value, word: null, conditional: false, length: whole.length };
}

/** A direction from the text behind its label: exactly -1, 0 or 1, alone and beyond doubt. Never -0. */
export function directionOf(segment: string): Value {
  const match = DIRECTION.exec(segment);
  const moved = percentMove(segment);
  if (moved !== null) return moved;
  if (match === null) return wordOnly(segment);
  const [whole, sign, digit, decimals] = match;
  const value = digit === "0" ? 0 : sign === "-" ? -1 : 1;
  const rest = segment.slice(whole.length);
  const after = afterNumber(rest, decimals === undefined);
  if (!after.clean || hasRival(rest, value)) return UNREADABLE;
  if (after.word !== null && after.word !== value) return UNREADABLE;
  return { value, word: null, conditional: after.conditional, length: whole.length };
}
