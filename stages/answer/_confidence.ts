import { afterNumber } from "./_after_number.ts";
import { UNREADABLE, type Value } from "./_value.ts";

const NUMBER =
  /^([[({ ]{0,6})(?:(?:~|≈|≃|about\b|around\b|approximately\b|approx\b\.?|roughly\b|circa\b) ?)?([[({ ]{0,2})\+?(\d{1,400}(?:[.,]\d{1,400})?|[.,]\d{1,400})(?:[eE]([-+]?\d{1,3})(?!\d))?/;
const PERCENT = /^ ?(?:%|percent\b|per cent\b|pct\b\.?)/i;
const RATIO = /^ ?(?:\/|out of\b) ?(\d{1,6}(?:\.\d{1,6})?)/i;
const RESTATED = /^[\])} ]{0,3} ?[([] ?(?:i\.e\.,? ?)?~?(\d{1,3}(?:\.\d{1,9})?) ?%[\])]/;
const OTHER_SCALE = /^[^\n]{0,60}\b(?:scale|out of|range)\b[^\n]{0,40}?\b(?:[2-9]|\d\d)/i;

const GLOSS = "(?: ?(?:=|:|->|[→(])| (?:means|is)\\b) ?\\p{L}";
const GLOSSED = new RegExp(`^${GLOSS}`, "u");
const GLOSSES = new RegExp(`(?<![\\p{N}.,%$])([01])(?:\\.0{1,9})?${GLOSS}`, "gu");
const SCALE_BEHIND =
  /^ ?[([][^)\]\n]{0,40}?(?:\d ?(?:-|—|to) ?(?:[2-9]|\d\d)|max\p{L}* ?(?:[2-9]|\d\d)|(?<!\d)(?:[2-9]|\d\d) ?=)/u;
const OTHER_WHOLE = /^ in \d|^ ?- ?(?:\p{L}(?!\p{L})|(?:low|weak)\b)|^ ?\n ?[.,]?\d{1,9}%? ?(?:\n|$)/iu;

/** Digits as written, with their power of ten kept apart so that 7 % is exactly 0.07. */
interface Written {
  readonly mantissa: string;
  readonly exponent: number;
}

function written(digits: string, exponent: string | undefined, bracketed: boolean): Written | null {
  const [whole = "", decimals] = digits.split(/[.,]/);
  if (/^0\d/.test(whole)) return null;
  // "1,000" is a thousand or one; "[0,1]" is an interval.
  if (
    digits.includes(",") &&
    ((whole !== "0" && decimals?.length === 3) || (bracketed && decimals?.length === 1))
  ) {
    return null;
  }
  return { mantissa: digits.replace(",", "."), exponent: Number(exponent ?? 0) };
}

function scaled({ mantissa, exponent }: Written, shift: number): number {
  return Number(`${mantissa}e${exponent + shift}`);
}

function ratio(part: number, wholeText: string): number | null {
  const whole = Number(wholeText);
  if (whole === 1) return part > 0 && part < 1 ? part : null;
  return whole > 1 && Number.isInteger(whole) && (part === 0 || part >= 1) ? part / whole : null;
}

function isCutDecimal(value: number, rest: string): boolean {
  return value === 0 && /^\.\s{0,3}(?:$|\n)/.test(rest);
}

/** Whether a number opens a list of what the ends of the scale mean. */
function opensLegend(value: number, rest: string): boolean {
  if ((value !== 0 && value !== 1) || !GLOSSED.test(rest)) return false;
  const near = rest.split("\n", 3).join("\n");
  const named = [...near.matchAll(GLOSSES)].map(([, number]) => Number(number));
  return named.length > 0 && !named.includes(value);
}

function isOfOtherScale(rest: string, whole: boolean): boolean {
  return OTHER_SCALE.test(rest) || (whole && (SCALE_BEHIND.test(rest) || OTHER_WHOLE.test(rest)));
}

function agrees(value: number, rest: string): boolean {
  const percent = RESTATED.exec(rest)?.[1];
  return percent === undefined || Math.abs(Number(percent) / 100 - value) < 0.006;
}

function finish(value: number | null, rest: string, whole: boolean, length: number): Value {
  if (value === null || !(value >= 0 && value <= 1)) return UNREADABLE;
  const after = afterNumber(rest, whole);
  if (!after.clean || !agrees(value, rest)) return UNREADABLE;
  return { value, word: null, conditional: after.conditional, length };
}

/** A confidence from the text behind its label: a number in [0, 1], a percentage or a ratio. */
export function confidenceOf(segment: string): Value {
  const match = NUMBER.exec(segment);
  if (match === null) return UNREADABLE;
  const [head, before = "", inner = "", digits = "", power] = match;
  const number = written(digits, power, /[[({]/.test(before + inner));
  if (number === null) return UNREADABLE;
  const rest = segment.slice(head.length);
  const percent = PERCENT.exec(rest)?.[0];
  const plain = scaled(number, 0);
  const share = RATIO.exec(rest);
  const used = head.length + (percent ?? share?.[0] ?? "").length;
  const tail = segment.slice(used);
  if (percent !== undefined) return finish(scaled(number, -2), tail, false, used);
  if (share !== null) return finish(ratio(plain, share[1] ?? ""), tail, false, used);
  const whole = /^\d+$/.test(digits) && power === undefined;
  if (isOfOtherScale(rest, whole) || opensLegend(plain, rest)) return UNREADABLE;
  if (whole && isCutDecimal(plain, rest)) return UNREADABLE;
  return finish(plain, rest, whole, head.length);
}
