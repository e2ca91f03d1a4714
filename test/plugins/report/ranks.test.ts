import { Stream } from "effect";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../plugins/contract/mod.ts";
import { plotCompositeRanking } from "../../../plugins/report/figures/mod.ts";
import { writeStepSummary } from "../../../plugins/report/github.ts";
import { html } from "../../../plugins/report/html/mod.ts";
import { reportDocument } from "../../../plugins/report/json.ts";
import { writeJunit } from "../../../plugins/report/junit.ts";
import { readXml } from "../../support/xml.ts";
import { analysisOf, modelAnalysis } from "./_analysed.ts";
import { fileOf, PASSING, recordsOf, reportOf } from "./_golden.ts";

const MODELS = ["second", "removed", "first"];

/** A gate set that scores what it removes: the removed model stands first in its order. */
function report(): Report {
  const results = MODELS.map((model) => ({ ...PASSING, model, records: recordsOf() }));
  const plain = reportOf(results, {
    analysis: analysisOf(MODELS.map((model) => modelAnalysis(model))),
    exchanges: () => Stream.empty,
  });
  const verdicts = plain.verdicts.map((verdict, i) => {
    const score = [0.5, 0.9, 0.7][i] ?? 0;
    return i === 1
      ? { ...verdict, score, survives: false, warnings: ["uncalibrated"] }
      : { ...verdict, score };
  });
  return { ...plain, verdicts, order: [1, 2, 0] };
}

describe("the rank of a model that gates removed is none, and costs no survivor a place", () => {
  it("in report.json, with the reason", () => {
    expect(reportDocument(report()).models.map(({ model, rank }) => [model, rank])).toEqual([
      ["second", { value: 2, reason: null }],
      ["removed", { value: null, reason: "blocked by uncalibrated" }],
      ["first", { value: 1, reason: null }],
    ]);
  });

  it("in junit.xml", () => {
    const ranks = readXml(writeJunit(report())).children.map((suite) => {
      const properties = suite.children.find(({ name }) => name === "properties")?.children ?? [];
      return properties.find(({ attributes }) => attributes["name"] === "rank")?.attributes["value"];
    });
    expect(ranks).toEqual(["2", undefined, "1"]);
  });

  it("in step_summary.md", () => {
    const rows = writeStepSummary(report())
      .split("\n")
      .flatMap((line) => /^\| (—|\d+) \| (\w+) \|/.exec(line)?.slice(1, 3).join(" ") ?? []);
    expect(rows).toEqual(["— removed", "1 first", "2 second"]);
  });

  it("in report.html", async () => {
    const { document } = parseHTML(await fileOf(html.make({ questions: false }), report()));
    const rows = [...document.querySelectorAll("#ranking-table tbody tr")].map((row) =>
      [...row.children].slice(0, 2).map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      ["removed", "—"],
      ["first", "1"],
      ["second", "2"],
    ]);
  });

  it("in the figure of the ranking", () => {
    const { svg } = plotCompositeRanking(report());
    expect(svg).toContain("1. first: 0.7000");
    expect(svg).toContain("2. second: 0.5000");
    expect(svg).toContain("removed: no score, uncalibrated");
    expect(svg).not.toMatch(/\d\. removed/);
  });
});
