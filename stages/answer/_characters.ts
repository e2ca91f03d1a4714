const DIGIT_OR_WIDE = /[\u{FF01}-\u{FF5E}\u{1D400}-\u{1D7FF}]|(?![0-9])\p{Nd}/gu;
const INVISIBLE =
  /[\uFE00-\uFE0F]|[\u061C\u180E\u200B\u200E\u200F\u202A-\u202C\u2060-\u2064\u2066-\u2069\uFEFF]|\u200C|\u200D/g;
const BLANK = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const MINUS = /[\u02D7\u2010-\u2012\u2212\u2796\uFE63]/g;
const DASH = /[\u2013-\u2015\u2E3A\u2E3B\uFE58]/g;

/** Stands for anything that makes a number unreadable; no value grammar accepts it. */
export const POISON = "\uFFFD";

/** Brackets the index of a JSON object that was taken out of the text. */
export const PLACEHOLDER = "\uE000";

/** The long dash: a minus only where nothing else can be meant. */
export const LONG_DASH = "\u2014";

function plainCharacter(character: string): string {
  const folded = character.normalize("NFKC");
  if (!/^\p{Nd}$/u.test(folded) || /^[0-9]$/.test(folded)) return folded;
  // Decimal digits of every script stand in runs of ten that start at zero (Unicode 15, section 4.6).
  const codePoint = folded.codePointAt(0) ?? 0;
  let first = codePoint;
  while (first > codePoint - 9 && /^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((codePoint - first) % 10);
}

/** The text with one form for each blank, line break, digit, letter width and minus. Linear in its length. */
export function plainCharacters(text: string): string {
  return text
    .replaceAll(PLACEHOLDER, POISON)
    .replace(DIGIT_OR_WIDE, plainCharacter)
    .replace(INVISIBLE, "")
    .replace(BLANK, " ")
    .replace(LINE_BREAK, "\n")
    .replace(MINUS, "-")
    .replace(DASH, LONG_DASH)
    .replace(/\uFE62/g, "+")
    .replace(/\u066A/g, "%")
    .replace(/\u066B/g, ".")
    .replace(/[\u2236\uFE55]/g, ":")
    .replace(/[\u27E8\u300C\u300E\u3010\u3014]/g, "[")
    .replace(/[\u27E9\u300D\u300F\u3011\u3015]/g, "]")
    .replace(/\u00AD(?= ?[.,]?\d)/g, POISON)
    .replace(/\u00AD/g, "");
}
