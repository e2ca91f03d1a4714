import type { Headers } from "./_headers.ts";
import { parseHttpDate } from "./_http_date.ts";
import { untilReset } from "./_reset.ts";
import { waitInBody } from "./_wait_in_body.ts";

export type { Headers } from "./_headers.ts";

/** A reply that puts a request off. */
export interface PuttingOff {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * How long a server asks to wait, in whole milliseconds above 0; null where it says nothing that can be read.
 * `retry-after-ms` is finer than `retry-after` and wins; both win over the times at which limits are whole again, and
 * headers over the body. A date counts from the server's own clock where it tells the time, so that a local clock that
 * is off does not matter.
 *
 * @param now Milliseconds since 1970.
 */
export function retryAfter({ status, headers, body }: PuttingOff, now: number): number | null {
  const clock = parseHttpDate(headers["date"] ?? "") ?? now;
  const named = namedWait(headers, clock);
  // Limits stand in every reply; only a reply that says "too many" is about them.
  if (named !== null || status !== 429) return named;
  const { waitMs, headers: inner } = waitInBody(body);
  const told = untilReset(headers, clock) ?? waitMs ?? namedWait(inner, clock) ?? untilReset(inner, clock);
  return told === null ? null : positive(Math.ceil(told));
}

function namedWait(headers: Headers, clock: number): number | null {
  const finer = numbers(headers["retry-after-ms"]);
  if (finer !== null) return Math.ceil(finer);
  const seconds = numbers(headers["retry-after"]);
  if (seconds !== null) return Math.ceil(1000 * seconds);
  const date = parseHttpDate(headers["retry-after"] ?? "");
  return date === null ? null : positive(date - clock);
}

/** A number, or the largest of a list: proxies join equal headers with commas. */
function numbers(value: string | undefined): number | null {
  const parts = (value ?? "").split(",").map((part) => part.trim());
  return parts.every((part) => NUMBER.test(part)) ? positive(Math.max(...parts.map(Number))) : null;
}

function positive(wait: number): number | null {
  return wait > 0 && Number.isFinite(wait) ? wait : null;
}
