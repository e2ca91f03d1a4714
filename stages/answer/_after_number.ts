import { AFTER_INTEGER, CONDITIONS, HEDGES, signOfWord, UNITS } from "./_words.ts";

/** What the text behind a number does to it. */
export interface Aftermath {
  readonly clean: boolean;
  readonly conditional: boolean;
  /** The direction named right behind the number, as in "1 (bullish)". */
  readonly word: -1 | 0 | 1 | null;
}

const GLUED = /^(?:[\p{L}\p{N}\p{M}_\uFFFD]|[-+/\\^×·…~<>°²%‰&#$€£@=']|±|\S\d|\.\.|\*|—[.,]?\d)/u;
const LINKS =
  "(?:or|and/or|to|through|thru|until|vs\\.?|versus|and|nor|plus|minus|but|either|then|becomes|x|(?:, ?)?(?:increased|decreased|revised|raised|lowered|cut) to|&|[,;/|]|\\.{2,3}|…|-{1,2}>|=>|[-—~→⇒><±+×≤≥]|\\+/-)";
const LINKED = new RegExp(`^[\\])} ]{0,9}${LINKS} ?[[({~]{0,3}[-+—]?[.,]?\\d`, "iu");
const SECOND = /^[\])} ]{0,8} [-+—~±]? ?[.,]?\d/u;
const DOUBT = /^[\])} ]{0,9}[?&\\]/u;
const NEXT_LINES = /^[^\S\n]*\n{1,2}(?:or|and|\/|\|)\b/iu;
const DISOWNED = /^ (?:is (?:wrong|incorrect|false|not)|and (?:above|below|up|higher|lower|over|more))\b/i;
const NEXT_WORD =
  /^[\])} ]{0,9}([-—:,(=!→> [{|;]{0,9}(?:i\.e\.,? ?)?(?:(?<=[[({] ?)an? )?)(\p{L}{1,30})(?![\p{L}-])/iu;
const PICTURE =
  /^[\])} (]{0,9}(?:([\u{1F4C8}\u{1F53A}\u{1F402}\u2B06\u2191\u2197\u25B2])|[\u{1F4C9}\u{1F53B}\u{1F43B}\u2B07\u2193\u2198\u25BC])/u;
const UNSURE: Aftermath = { clean: false, conditional: false, word: null };

function isHedge(word: string, rest: string): boolean {
  return HEDGES.has(word) && !/^[\])} ]{0,9},? ?or so\b/i.test(rest);
}

function signOfPicture(rest: string): -1 | 1 | null {
  const picture = PICTURE.exec(rest);
  return picture === null ? null : picture[1] === undefined ? -1 : 1;
}

/** Judges what follows a number; `integer` says that the number has no decimals and so could count things. */
export function afterNumber(rest: string, integer: boolean): Aftermath {
  if (GLUED.test(rest) || LINKED.test(rest) || SECOND.test(rest) || DOUBT.test(rest)) return UNSURE;
  if (DISOWNED.test(rest) || NEXT_LINES.test(rest) || (integer && /^\. ?\d/.test(rest))) return UNSURE;
  const next = NEXT_WORD.exec(rest);
  if (next === null) return { clean: true, conditional: false, word: signOfPicture(rest) };
  const [, punctuation = "", spelled = ""] = next;
  const word = spelled.toLowerCase();
  const sign = signOfWord(word);
  if (isHedge(word, rest)) return UNSURE;
  const isUnit = integer ? !AFTER_INTEGER.has(word) && sign === null : UNITS.has(word);
  if (punctuation === "" && isUnit) return UNSURE;
  return { clean: true, conditional: CONDITIONS.has(word), word: sign };
}
