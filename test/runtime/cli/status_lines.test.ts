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
    expect(statusLines(status, { first, elapsedMs: 10_000, columns: 80, rows: 24 })).toEqual([
      "lab/long-name  30 of 60  failed: 2 timeout",
      "b              10 of 60",
      "40 of 120 requests, 3.0 a second, about 27 s left",
    ]);
  });

  it("names no time where nothing is known of the rate", () => {
    expect(statusLines(none, { first: none, elapsedMs: 0, columns: 80, rows: 24 })).toEqual([
      "0 requests, 0.0 a second",
    ]);
  });

  it("keeps to the width of the terminal", () => {
    const status = { asked: new Map([["x".repeat(200), counts(1)]]), foreseen: null };
    for (const line of statusLines(status, { first: none, elapsedMs: 1, columns: 40, rows: 24 })) {
      expect(line.length).toBeLessThan(40);
    }
  });
});

describe("statusLines() on a small terminal", () => {
  const asked = (models: ReadonlyArray<string>) => ({
    asked: new Map(models.map((model, i) => [model, counts(i)])),
    foreseen: new Map(models.map((model) => [model, 1000])),
  });

  it("keeps what tells the models apart, and every count", () => {
    const sizes = ["8b", "70b", "405b"].map((size) => `meta-llama/llama-3.1-${size}-instruct-turbo-fp8`);
    const lines = statusLines(asked(sizes), { first: none, elapsedMs: 1000, columns: 44, rows: 24 });

    expect(lines.slice(0, 3)).toEqual([
      "…8b-instruct-turbo-fp8    0 of 1000",
      "…70b-instruct-turbo-fp8   1 of 1000",
      "…405b-instruct-turbo-fp8  2 of 1000",
    ]);
  });

  it("leaves out the middle where that is not enough", () => {
    const long = ["a", "b"].map((end) => `lab/${end}${"x".repeat(60)}${end}`);
    const lines = statusLines(asked(long), { first: none, elapsedMs: 1000, columns: 40, rows: 24 });

    expect(lines[0]).toMatch(/^…axx+…x+a {2}0 of 1000$/);
    expect(lines[1]).toMatch(/^…bxx+…x+b {2}1 of 1000$/);
    for (const line of lines) expect(line.length).toBeLessThan(40);
  });

  it("takes no more rows than the terminal has", () => {
    const models = Array.from({ length: 40 }, (_, i) => `model ${i}`);
    const lines = statusLines(asked(models), { first: none, elapsedMs: 1000, columns: 80, rows: 10 });

    expect(lines).toHaveLength(9);
    expect(lines.at(-2)).toBe("… and 33 more models");
    expect(lines.at(-1)).toMatch(/^780 of 40000 requests/);
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
