import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHttpDate } from "../../../../plugins/provider/openai/_http_date.ts";
import { retryAfter } from "../../../../plugins/provider/openai/_retry_after.ts";

interface Case {
  readonly id: string;
  readonly input: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    readonly now: string;
  };
  /** The first answer is the best. */
  readonly expected: {
    readonly accept: ReadonlyArray<{
      readonly delay_ms?: number;
      readonly slack_ms?: number;
      readonly delay?: string;
    }>;
  };
}

const CASES: ReadonlyArray<Case> = readFileSync(
  new URL("../../../cases/retry_delay.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

const NOW = Date.parse("2026-01-15T12:00:00Z");

/** The longest wait that a run takes by default, in milliseconds. */
const MAX_WAIT = 120_000;

function accepts({ accept }: Case["expected"], wait: number | null): boolean {
  return accept.some(({ delay_ms, slack_ms = 0, delay = "" }) => {
    if (delay_ms !== undefined) return wait !== null && wait >= delay_ms && wait <= delay_ms + slack_ms;
    if (delay.startsWith("own backoff")) return wait === null;
    return delay.startsWith("give up") && wait !== null && wait > MAX_WAIT;
  });
}

describe("retryAfter()", () => {
  it.each(CASES)("reads case $id as one of the right waits", ({ input, expected }) => {
    const { status, headers, body } = input;
    const wait = retryAfter({ status, headers, body: body ?? "" }, Date.parse(input.now));
    expect([wait, accepts(expected, wait)]).toEqual([wait, true]);
  });

  it.each([
    [{ "retry-after": "-3" }, null],
    [{ "retry-after": "0" }, null],
    [{ "retry-after": "1e3" }, null],
    [{ "retry-after": "30, 45" }, 45_000],
    [{ "retry-after": "Thu, 15 Jan 2026 11:59:00 GMT" }, null],
    [{ "retry-after-ms": "0.4" }, 1],
    [{ "retry-after-ms": "soon", "retry-after": "2" }, 2000],
    [{}, null],
    [{ "x-ratelimit-reset": "12" }, 12_000],
    [{ "x-ratelimit-reset": "1768478412" }, 12_000],
    [{ "x-ratelimit-reset": "1768478412000" }, 12_000],
    [{ "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
    [{ "anthropic-ratelimit-requests-reset": "2026-01-15T12:00:30Z" }, 30_000],
    [{ "x-ratelimit-reset-requests": "8s", "x-ratelimit-reset-tokens": "2s" }, 8000],
    [{ "x-ratelimit-reset-requests": "8s", "x-ratelimit-remaining-requests": "99" }, null],
    [
      {
        "x-ratelimit-reset-requests": "8s",
        "x-ratelimit-remaining-requests": "7",
        "x-ratelimit-reset-tokens": "2s",
        "x-ratelimit-remaining-tokens": "0",
      },
      2000,
    ],
    [{ "x-ratelimit-reset": "1768478400" }, null],
    [{ "x-ratelimit-reset": "1m2.5" }, null],
    [{ ratelimit: '"default";r=0;t=5' }, 5000],
    [{ "retry-after": "1", "x-ratelimit-reset": "60" }, 1000],
  ])("reads %j as %j", (headers, wait) => {
    expect(retryAfter({ status: 429, headers, body: "" }, NOW)).toBe(wait);
  });

  it.each([
    ['{"error":{"details":[{"@type":"google.rpc.RetryInfo","retryDelay":"26.5s"}]}}', 26_500],
    ['{"error":{"message":"Rate limit reached. Please try again in 1m2.5s. Visit us."}}', 62_500],
    ['{"error":{"message":"Please retry after 20 seconds."}}', 20_000],
    ['{"error":{"message":"Try again in 340ms"}}', 340],
    ['{"retry_after":3}', 3000],
    ['{"error":{"metadata":{"headers":{"Retry-After":"4"}}}}', 4000],
    ['{"error":{"message":"try tomorrow"}}', null],
    ["try again in a while", null],
  ])("reads the body %s of a 429 as %j", (body, wait) => {
    expect(retryAfter({ status: 429, headers: {}, body }, NOW)).toBe(wait);
  });

  it("takes no limit in an answer or a fault for a wait", () => {
    const headers = { "x-ratelimit-reset-requests": "8s" };
    expect(retryAfter({ status: 500, headers, body: '{"retry_after":3}' }, NOW)).toBe(null);
    expect(retryAfter({ status: 503, headers: { "retry-after": "2" }, body: "" }, NOW)).toBe(2000);
  });

  it("is null or a whole number of milliseconds above 0, whatever the headers", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (after, ms, date) => {
        const headers = { "retry-after": after, "retry-after-ms": ms, "x-ratelimit-reset": date, date };
        const wait = retryAfter({ status: 429, headers, body: after }, 0);
        expect(wait === null || (Number.isInteger(wait) && wait > 0)).toBe(true);
      }),
    );
  });
});

describe("parseHttpDate()", () => {
  it.each([["Sun, 06 Nov 1994 08:49:37 GMT"], ["Sun Nov  6 08:49:37 1994"]])("reads %s", (text) => {
    expect(parseHttpDate(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  it("reads a two-digit year as one of this century", () => {
    expect(parseHttpDate("Thursday, 15-Jan-26 12:00:09 GMT")).toBe(Date.UTC(2026, 0, 15, 12, 0, 9));
  });

  it.each(["1.5", "2026-01-15", "Sun, 06 Nuv 1994 08:49:37 GMT", ""])("refuses %j", (text) => {
    expect(parseHttpDate(text)).toBe(null);
  });
});
