import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { CASES } from "./_cases.ts";
import type { Judged } from "./_judge.ts";
import { runCase } from "./_run_case.ts";

/** Those that need a network with faults of its own are met in `network.test.ts`, one that takes minutes beside it. */
const ELSEWHERE = /^C-(?:dns-connect|tls-error|timeouts-6)/;
const HERE = CASES.filter(({ id }) => !ELSEWHERE.test(id));

/** Rows of the provider's table of choices: case and outcome. */
const CHOICES = new Map(
  readFileSync(new URL("../../../../plugins/provider/openai/README.md", import.meta.url), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, id = "", outcome = ""] = line.split("|").map((cell) => cell.trim().replaceAll("`", ""));
      return /^[ABC]-/.test(id) ? [[id, outcome] as const] : [];
    }),
);

const judged = new Map<string, Judged>();
afterAll(() => judged.clear());

describe("openai", () => {
  it.each(HERE)("meets $id with a right outcome, and the one its table says", async (one) => {
    const result = await runCase(one);
    judged.set(one.id, result);
    if (process.env["SHOW_CASES"])
      console.log(
        "ROW",
        one.id,
        one.expected.accept.length,
        result.index === one.expected.preferred,
        "|",
        result.outcome,
      );
    expect(result).toEqual({
      outcome: result.outcome,
      index: expect.toSatisfy((index: number) => index >= 0),
    });
    if (one.expected.accept.length > 1)
      expect([one.id, result.outcome]).toEqual([one.id, CHOICES.get(one.id)]);
  });

  it("meets at least nine of ten with the preferred outcome", () => {
    const preferred = HERE.filter(({ id, expected }) => judged.get(id)?.index === expected.preferred);
    expect(preferred.length / HERE.length).toBeGreaterThanOrEqual(0.9);
  });

  it("has a row in its table for every case with more than one right outcome, and for no other", () => {
    const several = CASES.filter(({ expected }) => expected.accept.length > 1).map(({ id }) => id);
    expect([...CHOICES.keys()].toSorted()).toEqual(several.toSorted());
  });
});
