/** Controls other than line feed and tab, halves of surrogate pairs, and signs that turn or hide the text around them. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A text for a terminal: what would steer it, such as an escape sequence in a name, is written out as `\u{1b}`. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
