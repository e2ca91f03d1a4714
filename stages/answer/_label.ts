/** What stands between a label's word and its value. */
export interface LabelTail {
  /** Index of the first character behind the separator. */
  readonly end: number;
  /** Whether the text names another scale than 0 to 1, or a value of its own, inside the label. */
  readonly foreignScale: boolean;
  readonly nextLine: boolean;
  readonly separated: boolean;
}

const SUFFIX =
  /[ _](?:level|score|value|rating|estimate|estimation|prediction|forecast|call|signal|answer|output)(?![\p{L}\p{N}_-])/iuy;
const SEPARATOR = " ?(?:::?=?|==?>?|-{1,2}>|[→⇒➔➜➡⟶⟹]|\\||(?:is|equals|equal to)\\b:?)";
const PAREN = new RegExp(` ?[([{]([^\\n()[\\]{}]{0,60})[)\\]}](?=${SEPARATOR})`, "iuy");
const QUALIFIER = new RegExp(
  ` (?:for|of|in|about|that|on|regarding)\\b (?:(?:the |this |my )?direction\\b)?((?:(?!direction|confidence)[^\\n:=|.;,]){0,80}?)(?=${SEPARATOR})`,
  "iuy",
);
const CLOSING = /[\])}>](?= ?[:=])/y;
const STRONG = new RegExp(`${SEPARATOR}(?: ?\\|)?[ })\\]]{0,3}(\\n{0,2})`, "iuy");
const WEAK =
  /(?: (?:of|at)\b)? ?(?=[[({]{0,3}[-+~≈]?[.,]?\d)| (?=(?:about|approximately|around|roughly) \d)/iuy;
const REFUSED = / ?[-\u2014~>≈<](?= ?[\p{L}\d])/uy;
const BELOW = /\n{1,2}(?=[[({]{0,3}[-+]?[.,]?\d[^\n]{0,30}(?:\n|$))/y;

function lengthAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isForeign(inside: string): boolean {
  const numbers = inside.match(/\d+(?:[.,]\d+)?/g) ?? [];
  return (
    /%|percent/i.test(inside) || numbers.some((n) => Number(n.replace(",", ".")) > 1) || numbers.length === 1
  );
}

/** Reads on from the end of a label's word; null where the word is not a label at all. */
export function labelTail(text: string, wordEnd: number, lineStart: boolean): LabelTail | null {
  let at = wordEnd;
  at += lengthAt(SUFFIX, text, at)?.[0].length ?? 0;
  at += lengthAt(CLOSING, text, at)?.[0].length ?? 0;
  const paren = lengthAt(PAREN, text, at);
  at += paren?.[0].length ?? 0;
  at += lengthAt(QUALIFIER, text, at)?.[0].length ?? 0;
  const late = paren === null ? lengthAt(PAREN, text, at) : null;
  at += late?.[0].length ?? 0;
  const foreignScale = isForeign((paren ?? late)?.[1] ?? "");
  const strong = lengthAt(STRONG, text, at);
  if (strong !== null) {
    return { end: at + strong[0].length, foreignScale, nextLine: strong[1] !== "", separated: true };
  }
  const below = lineStart ? lengthAt(BELOW, text, at) : null;
  if (below !== null) return { end: at + below[0].length, foreignScale, nextLine: true, separated: true };
  const weak = lengthAt(WEAK, text, at);
  if (weak !== null) {
    const glued = weak[0] === "" && !/[[({]/.test(text[at] ?? "");
    return {
      end: at + weak[0].length,
      foreignScale: foreignScale || glued,
      nextLine: false,
      separated: false,
    };
  }
  return lengthAt(REFUSED, text, at) === null
    ? null
    : { end: at, foreignScale: true, nextLine: false, separated: false };
}
