/** Controls, line breaks, halves of surrogate pairs, and signs that hide or turn the text around them. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** The text on one line, with every sign that a terminal or a reader would not show written out as `\u{1b}`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/** The text as plain words inside a line of Markdown; ordinary model ids come out as they are. */
export function markdown(text: string): string {
  return visible(text)
    .replace(/[\\`*[\]~|$]/g, "\\$&")
    .replace(/_+/g, escapedUnderscores)
    .replace(/:(?=\/\/)|(?<=www)\./gi, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Underscores between two letters or digits open and close nothing (CommonMark 6.2). */
function escapedUnderscores(run: string, at: number, text: string): string {
  const inside = /\w/.test(text.charAt(at - 1)) && /\w/.test(text.charAt(at + run.length));
  return inside ? run : run.replaceAll("_", "\\_");
}

/** The text as a spreadsheet cell that is never run as a formula. */
export function csvText(text: string): string {
  return /^[=+\-@＝＋－＠\p{Cc}]/u.test(text) ? `'${text}` : text;
}
