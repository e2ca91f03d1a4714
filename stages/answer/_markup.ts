import { LONG_DASH, POISON } from "./_characters.ts";

const INLINE =
  /^(?:a|abbr|b|big|bdi|cite|code|em|font|i|kbd|mark|q|samp|small|span|strong|tt|u|var|math|mn|mi|mrow)$/;
const CELL = /^(?:td|th)$/;
const STRUCK = /^(?:s|del|strike)$/;
const RAISED = /^(?:sup|sub)$/;
const LABEL = /^(?:direction|confidence)$/;
const TAG = /<(\/?)([a-z][a-z0-9_:-]{0,30})((?:\s[^<>]{0,300})?)(\/?)>/gi;

function plainTag(_tag: string, closing: string, name: string, attributes: string, empty: string): string {
  const tag = name.toLowerCase();
  if (LABEL.test(tag)) {
    if (closing) return "\n";
    return attributes.trim() || empty ? `\n${tag}: ${POISON}` : `\n${tag}: `;
  }
  if (INLINE.test(tag)) return "";
  if (STRUCK.test(tag)) return "~~";
  if (RAISED.test(tag)) return POISON;
  return CELL.test(tag) ? " | " : "\n";
}

function withoutComments(text: string): string {
  let kept = "";
  let from = 0;
  for (let at = text.indexOf("<!--"); at >= 0; at = text.indexOf("<!--", from)) {
    kept += text.slice(from, at);
    const end = text.indexOf("-->", at + 4);
    if (end < 0) return kept;
    from = end + 3;
  }
  return kept + text.slice(from);
}

const STRIKE = /<(\/?)(?:s|del|strike)(?:\s[^<>]{0,300})?>/gi;

/** Without what is struck out over several lines; what is struck out within one stays, as doubt. Linear. */
function withoutStruck(text: string): string {
  if (!text.includes("</")) return text;
  let kept = "";
  let from = 0;
  let depth = 0;
  let start = 0;
  for (const { 0: tag, 1: closing, index } of text.matchAll(STRIKE)) {
    if (closing === "") {
      if (depth === 0) start = index;
      depth += 1;
      continue;
    }
    if (depth === 0) continue;
    depth -= 1;
    if (depth > 0 || !text.slice(start, index).includes("\n")) continue;
    kept += text.slice(from, start);
    from = index + tag.length;
  }
  return kept + text.slice(from);
}

const LATEX_COMMAND =
  /\\(?:boxed|fbox|mathbf|mathrm|mathit|mathsf|mathtt|boldsymbol|bm|text|textbf|textit|textrm|texttt|textnormal|operatorname|emph|underline|left|right|displaystyle|large|Large)(?![a-z])/gi;
const LATEX_BLANK = /\\(?:[,;:! ]|quad\b|qquad\b)/g;
const LATEX_DELIMITER = /\\[()[\]]|\$/g;

function withoutLatex(text: string): string {
  return text
    .replace(/\\(?:begin|end)\{[a-z*]{1,20}\}/g, "\n")
    .replace(LATEX_COMMAND, "")
    .replace(/\\\\(?!\w)/g, "\n")
    .replace(LATEX_BLANK, " ")
    .replace(LATEX_DELIMITER, "")
    .replace(/\\\\/g, "\n")
    .replace(/\\%/g, "%")
    .replace(/\\(?:approx|sim)\b/g, "~")
    .replace(/\\(?:to|rightarrow|Rightarrow)\b/g, "->")
    .replace(/(?<=\d)\{,\}(?=\d)/g, ",");
}

const QUOTE =
  /["\u201C-\u201F\u00AB\u00BB\u2039\u203A*`]|(?<!\p{L})['\u2018\u2019]|['\u2018\u2019](?!\p{L})/gu;
const UNDERSCORE = /(?<![\p{L}\p{N}_])_{1,9}|_{1,9}(?![\p{L}\p{N}_])/gu;
const BETWEEN_DIGITS = /(?<=\d)["'\u2018-\u201F*`_]{1,9}(?=[.,]?\d)/g;

function withoutQuotes(text: string): string {
  return text.replace(BETWEEN_DIGITS, POISON).replace(QUOTE, "").replace(UNDERSCORE, "");
}

function withOneBlank(text: string): string {
  return text
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^(?:> ?){1,9}/gm, "")
    .replace(/^[\u2022\u25AA\u25CF\u25E6\u2023] ?/gm, "");
}

// Only a dash that touches its digit and follows no word or number can be a minus.
const SIGN_DASH = new RegExp(`(?<![\\p{L}\\p{N})\\]}%${LONG_DASH}-] ?)${LONG_DASH}(?=[.,]?\\d)`, "gu");

// A minus may stand off its digit behind a colon, unless the confidence has the same dash: then it is a bullet.
const SPACED_MINUS = /(?<=direction ?[:=] ?)- (?=1(?![\p{L}\p{N}.,]))/giu;
const DASHED_CONFIDENCE = /confidence ?[:=] ?- ?[.,]?\d/i;

function withJoinedMinus(text: string): string {
  const signed = text.replace(SIGN_DASH, "-");
  return DASHED_CONFIDENCE.test(signed) ? signed : signed.replace(SPACED_MINUS, "-");
}

/** The text without HTML, LaTeX, Markdown emphasis and quotes, blanks collapsed. Linear in its length. */
export function withoutMarkup(text: string): string {
  const bare = withoutStruck(withoutComments(text))
    .replace(/&(?:nbsp|#160|#xa0);/gi, " ")
    .replace(/&(?:quot|#34|#39|apos);/gi, '"')
    .replace(TAG, plainTag)
    .replace(/<([-+]?[\d.,]{1,20}%?)>/g, "[$1]");
  return withJoinedMinus(withOneBlank(withoutQuotes(withoutLatex(bare))));
}
