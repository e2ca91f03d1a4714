import { describe, expect, it } from "vitest";
import { duration, statusLines } from "../../../runtime/cli/status_lines.ts";

const counts = (answered: number, failed: Readonly<Record<string, number>> = {}) => {
  const failures = Object.values(failed).reduce((sum, count) => sum + count, 0);
  return { requests: answered + failures, answered, failed };
};
const none = { asked: new Map(), foreseen: null };

describe("statusLines()", () => {
  it("has a line for each model with its failures, and the rate with the time left", () => {
    const status = {
      asked: new Map([
        ["lab/long-name", counts(28, { timeout: 2 })],
        ["b", counts(10)],
      ]),
      foreseen: new Map([
        ["lab/long-name", 60],
        ["b", 60],
      ]),
    };
    const first = { asked: new Map([["b", counts(10)]]), foreseen: null };
    expect(statusLines(status, { first, elapsedMs: 10_000, columns: 80 })).toEqual([
      "lab/long-name  30 of 60  failed: 2 timeout",
      "b              10 of 60",
      "40 of 120 requests, 3.0 a second, about 27 s left",
    ]);
  });

  it("names no time where nothing is known of the rate", () => {
    expect(statusLines(none, { first: none, elapsedMs: 0, columns: 80 })).toEqual([
      "0 requests, 0.0 a second",
    ]);
  });

  it("keeps to the width of the terminal", () => {
    const status = { asked: new Map([["x".repeat(200), counts(1)]]), foreseen: null };
    for (const line of statusLines(status, { first: none, elapsedMs: 1, columns: 40 })) {
      expect(line.length).toBeLessThan(40);
    }
  });
});

describe("duration()", () => {
  it.each([
    [0, "0 s"],
    [59.2, "1 min"],
    [150, "3 min"],
    [7380, "2 h 3 min"],
  ])("says %d seconds as %s", (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });
});
