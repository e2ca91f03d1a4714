import { readDuration } from "./_duration.ts";
import type { Headers } from "./_headers.ts";
import { parseHttpDate } from "./_http_date.ts";

const RESET = /(?:^|-)rate-?limit-(?:[a-z-]+-)?reset(?:-|$)/;

/** Numbers below are seconds from now; above, seconds or milliseconds since 1970. */
const FIRST_EPOCH_S = 1e9;
const FIRST_EPOCH_MS = 1e11;

const NUMBER = /^\d+(?:\.\d+)?$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Milliseconds until the limits that are used up are whole again, by `x-ratelimit-reset-*` and its kin; null where they
 * say nothing. A limit that has something left is not what held the request up.
 *
 * @param now Milliseconds since 1970, by the server's clock where it is known.
 */
export function untilReset(headers: Headers, now: number): number | null {
  const waits = Object.entries(headers)
    .filter(([name]) => RESET.test(name) && !(Number(headers[name.replace("reset", "remaining")]) > 0))
    .map(([, value]) => readReset(value, now) ?? 0);
  const drafts = /(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(headers["ratelimit"] ?? "")?.[1];
  const longest = Math.max(0, ...waits, 1000 * Number(drafts ?? 0));
  return longest > 0 && Number.isFinite(longest) ? Math.ceil(longest) : null;
}

function readReset(value: string, now: number): number | null {
  const text = value.trim();
  if (NUMBER.test(text)) return fromNumber(Number(text), now);
  const at = ISO.test(text) ? Date.parse(text) : parseHttpDate(text);
  return at === null || Number.isNaN(at) ? readDuration(text) : at - now;
}

function fromNumber(value: number, now: number): number {
  if (value >= FIRST_EPOCH_MS) return value - now;
  return value >= FIRST_EPOCH_S ? 1000 * value - now : 1000 * value;
}
