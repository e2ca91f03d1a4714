import { describe, expect, it } from "vitest";
import type { ModelAnalysis, Report } from "../../../plugins/contract/mod.ts";
import { verdictLines } from "../../../plugins/report/_verdict_lines.ts";
import { renderTerminal } from "../../../plugins/report/terminal.ts";
import { PASSING, reportOf } from "./_golden.ts";

function said(model: string, verdict: string): Pick<ModelAnalysis, "model" | "outcomes" | "verdict"> {
  const none = { ok: false, reason: "" } as const;
  return {
    model,
    outcomes: {
      ...{ cutoff: null, before: none, after: none, gap: none, difference: none },
      recall: "yes",
      sentence: "Accuracy is 37 points [27, 44] higher before the cutoff than after it",
    },
    verdict: { verdict, sentence: "The answers tell the corpora apart" },
  };
}

function report(models: ReadonlyArray<string>, order: ReadonlyArray<number>): Report {
  const given = reportOf(models.map((model) => ({ ...PASSING, model })));
  const [known] = given.analysis.models;
  const found = models.map((model) => ({ ...known, ...said(model, "detected") }) as ModelAnalysis);
  return { ...given, order, analysis: { ...given.analysis, models: found } };
}

describe("verdictLines()", () => {
  it("has a line a model, best first: outcomes, then the verdict, each with its sentence", () => {
    expect(verdictLines(report(["a", "b"], [1, 0]))).toEqual([
      "What may be said:",
      "b: outcome-recall yes: Accuracy is 37 points [27, 44] higher before the cutoff than after it. detected: The answers tell the corpora apart.",
      "a: outcome-recall yes: Accuracy is 37 points [27, 44] higher before the cutoff than after it. detected: The answers tell the corpora apart.",
    ]);
  });

  it("says nothing where nothing was analysed", () => {
    expect(verdictLines(report([], []))).toEqual([]);
  });

  it("writes out what would steer a terminal", () => {
    expect(verdictLines(report(["a\u001b[31m"], [0]))[1]).toMatch(/^a\\u\{1b\}\[31m: /);
  });

  it.each([40, 80, 200])("fits a terminal of %i columns", (columns) => {
    const text = renderTerminal(report(["lab/a-model-with-a-long-name", "b"], [0, 1]), {
      columns,
      color: false,
    });

    expect(text.replaceAll(/\s+/g, " ")).toContain("detected: The answers tell the corpora apart.");
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
  });
});
