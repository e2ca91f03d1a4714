import { at, listAt, parseBody, textAt } from "./_json.ts";

const LONGEST = 300;
const DEEPEST = 6;

/** What servers call their words, most telling first. */
const KEYS = ["error", "errors", "message", "detail", "msg", "base_resp", "status_msg", "title"];

/** What a server says in a body, on one line and cut to 300 characters. */
export function serverWords(body: string): string {
  const said = wordsIn(parseBody(body)) ?? pageTitle(body) ?? body;
  const line = oneLine(said);
  return line === "" ? "nothing is said why" : line;
}

/** The words in an error, wherever the server keeps them; null where there are none. */
export function wordsIn(value: unknown, depth = 0): string | null {
  if (depth > DEEPEST) return null;
  if (typeof value === "string") return value === "" ? null : value;
  if (Array.isArray(value)) return wordsIn(value[0], depth + 1);
  const inner = KEYS.map((key) => wordsIn(at(value, key), depth + 1));
  const found = inner.find((words) => words !== null) ?? null;
  const where = listAt(value, "loc")?.at(-1);
  return found !== null && typeof where === "string" ? `${where}: ${found}` : found;
}

/** The code of an error as the server names it, such as `insufficient_quota`. */
export function errorCode(body: string): string | null {
  const error = at(parseBody(body), "error");
  return textAt(error, "code") ?? textAt(error, "type");
}

/** A text without line breaks and control characters, cut to what a row can hold. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * LONGEST)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return [...line].slice(0, LONGEST).join("");
}

function pageTitle(body: string): string | null {
  if (!/^\s*</.test(body)) return null;
  const title = /<title[^>]*>([^<]*)</i.exec(body)?.[1]?.trim();
  return title ? `an HTML page, "${title}"` : "an HTML page";
}
