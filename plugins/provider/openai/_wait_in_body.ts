import { readDuration } from "./_duration.ts";
import type { Headers } from "./_headers.ts";
import { at, numberAt, parseBody, textAt } from "./_json.ts";

const DEEPEST = 8;

const IN_WORDS =
  /\b(?:try again|retry|wait)\b[^.;]{0,40}?\b(?:in|after|for) (\d+(?:\.\d+)? ?(?:m(?:illi)?s(?:econds?)?|s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:ours?)?)\b(?: ?\d+(?:\.\d+)? ?[a-z]+\b)*|(?:\d+(?:\.\d+)?(?:ms|d|h|m|s))+)/i;

/** What a body says of waiting: milliseconds, or the headers of a server behind this one. */
export interface WaitInBody {
  readonly waitMs: number | null;
  readonly headers: Headers;
}

/** Looks for a wait in a rejection's body: `RetryInfo`, `retry_after`, headers passed on, or plain words. */
export function waitInBody(body: string): WaitInBody {
  const found = search(parseBody(body), 0);
  const words = IN_WORDS.exec(body.slice(0, 4096))?.[1];
  const waitMs = found.waitMs ?? (words === undefined ? null : readDuration(words));
  return { ...found, waitMs };
}

const NOTHING: WaitInBody = { waitMs: null, headers: {} };

function search(value: unknown, depth: number): WaitInBody {
  if (depth > DEEPEST) return NOTHING;
  if (typeof value === "string")
    return /^\s*[[{]/.test(value) ? search(parseBody(value), depth + 1) : NOTHING;
  if (typeof value !== "object" || value === null) return NOTHING;
  const own = { waitMs: ownWait(value), headers: passedOn(at(value, "headers")) };
  return Object.values(value).reduce((found: WaitInBody, inner: unknown) => {
    const { waitMs, headers } = search(inner, depth + 1);
    return { waitMs: found.waitMs ?? waitMs, headers: { ...headers, ...found.headers } };
  }, own);
}

function ownWait(value: unknown): number | null {
  const delay = textAt(value, "retryDelay") ?? textAt(value, "retry_delay");
  if (delay !== null) return readDuration(delay);
  const seconds = numberAt(value, "retry_after") ?? numberAt(value, "retryAfter");
  return seconds === null || seconds <= 0 ? null : 1000 * seconds;
}

function passedOn(headers: unknown): Headers {
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) return {};
  const texts = Object.entries(headers).filter(([, value]) => ["string", "number"].includes(typeof value));
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
