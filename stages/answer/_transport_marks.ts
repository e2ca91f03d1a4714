const SPECIAL_TOKEN = /<\|[^<>\n]{1,40}\|>/g;
const END_OF_TEXT = /(?:<\/s>\s{0,9}){1,9}$/;
const ESCAPES = /\\(?:n(?!(?:eq?|u|abla|eg|i|ot|ewline)(?![a-z]))|")/g;

/** The text without the tokens that begin and end a turn, where a server leaves them in. */
export function withoutTurnTokens(text: string): string {
  if (!text.includes("<")) return text;
  const spoken = text.replace(SPECIAL_TOKEN, "\n");
  return spoken.includes("<s>") ? spoken : spoken.replace(END_OF_TEXT, "\n");
}

/** A text of one line whose line breaks and quotes have been escaped once too often, without the escapes. */
export function unescaped(text: string): string {
  if (!text.includes("\\") || text.trim().includes("\n")) return text;
  return text.replace(ESCAPES, (mark) => (mark === "\\n" ? "\n" : '"'));
}
