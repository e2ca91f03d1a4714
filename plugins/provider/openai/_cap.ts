import { at, listAt, numberAt } from "./_json.ts";

const BOUND =
  /\b(?:less|lower|smaller|greater|larger|higher|more) than\b|\b(?:at most|exceeds?|exceeded|up to|between|range|too (?:large|big|high|many)|limit(?:ed)?|cap(?:ped)?)\b|\bmax|[<\u2264]/i;
const NUMBER = /(?<![\w.-])\d{1,4}(?![\w-]|\.\d)/g;
const STRICT = /\b(?:less|smaller|lower) than (\d{1,4})(?! or equal)/i;

/** What servers that cap the alternatives without saying where are known to take. */
const USUAL = 5;

/**
 * The largest number of alternatives that a rejection allows, at least 1; null where it is about no bound.
 *
 * @param words What the server says.
 * @param value Its body.
 * @param asked What was asked.
 */
export function allowedAlternatives(words: string, value: unknown, asked: number): number | null {
  const context = listAt(value, "detail")?.map((detail) => at(detail, "ctx"))[0];
  const told = numberAt(context, "limit_value") ?? numberAt(context, "le");
  if (told !== null) return within(told, asked);
  if (!BOUND.test(words)) return null;
  const strict = STRICT.exec(words)?.[1];
  if (strict !== undefined && !/less than or equal/i.test(words)) return within(Number(strict) - 1, asked);
  const smaller = [...words.matchAll(NUMBER)].map(Number).filter((number) => number < asked);
  if (smaller.length > 0) return within(Math.max(...smaller), asked);
  return words.includes("top_logprobs") ? within(USUAL, asked) : null;
}

function within(cap: number, asked: number): number | null {
  return Number.isInteger(cap) && cap >= 1 && cap < asked ? cap : null;
}
