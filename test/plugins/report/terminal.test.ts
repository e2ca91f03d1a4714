import { stripVTControlCharacters } from "node:util";
import { Effect } from "effect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Report, Screen } from "../../../plugins/contract/mod.ts";
import { catalogue } from "../../../plugins/mod.ts";
import terminalByDefault, { terminal } from "../../../plugins/report/terminal.ts";
import { cellCases, golden, goldenReport, PASSING, reportOf, UNCALIBRATED } from "./_golden.ts";

const writer = terminal.make({});

function draw(report: Report, screen: Partial<Screen> = {}): string {
  return Effect.runSync(writer.screen!(report, { columns: 200, color: false, ...screen }));
}

/** Rows of trimmed cells, whatever the borders. */
function cellsOf(table: string): ReadonlyArray<ReadonlyArray<string>> {
  return table
    .split("\n")
    .filter((line) => /^[│┃]/.test(line))
    .map((line) =>
      line
        .split(/[│┃]/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function longestLine(text: string): number {
  return Math.max(...text.split("\n").map((line) => [...line].length));
}

const LONG = [
  "meta/llama-3.1-8b-instruct-with-a-very-long-name",
  "meta/llama-3.1-70b-instruct-with-a-very-long-name",
].map((model) => ({
  ...PASSING,
  model,
  parseSuccessRate: 0.5,
  memguardAccuracy: null,
  warnings: ["temperature-not-honoured"],
}));
const KNOWN = ["memorised every row of the evaluation set", null];

describe("terminal", () => {
  it("terminal is in the catalogue, as default and by name", async () => {
    expect((await catalogue.report["terminal"]!()).default).toBe(terminal);
    expect(terminalByDefault).toBe(terminal);
  });

  it.each(golden)("terminal shows the reference's cells: $name", (example) => {
    const text = draw(goldenReport(example));
    expect(cellsOf(text)).toEqual(cellsOf(example.expected.terminal_width200));
    expect(longestLine(text)).toBe(longestLine(example.expected.terminal_width200));
  });

  it("terminal shows dashes where nothing is defined and names a warning once", () => {
    const rows = cellsOf(draw(reportOf([{ ...UNCALIBRATED, warnings: ["uncalibrated", "uncalibrated"] }])));
    expect(rows[1]).toEqual(["lab/unasked", "—", "—", "—", "—", "—", "uncalibrated"]);
  });

  it("terminal rounds a share halfway between two to the even digit, as the reference does", () => {
    const rows = cellsOf(draw(reportOf([{ ...PASSING, parseSuccessRate: 0.8125 }])));
    expect(rows[1]![4]).toBe("81.2%");
  });

  it("terminal has a Truth column only where a truth is known", () => {
    expect(cellsOf(draw(reportOf(LONG)))[0]).not.toContain("Truth");
    const rows = cellsOf(draw(reportOf([PASSING, UNCALIBRATED], { known: [null, "clean"] })));
    expect(rows.map((row) => row[7])).toEqual(["Truth", "", "clean", ""]);
  });

  it("terminal writes escape codes only in colour, and the same text in both", () => {
    const report = reportOf([PASSING, UNCALIBRATED]);
    const colored = draw(report, { color: true });
    expect(draw(report)).not.toContain("\u001b");
    expect(colored).toContain("\u001b[32m0.5100\u001b[39m");
    expect(stripVTControlCharacters(colored)).toBe(draw(report));
  });

  it.each([160, 140, 120, 100, 80, 60, 40])("terminal fits %i columns and loses no warning", (columns) => {
    const report = reportOf(LONG, { known: KNOWN });
    for (const color of [false, true]) {
      const text = stripVTControlCharacters(draw(report, { columns, color }));
      expect(longestLine(text)).toBeLessThanOrEqual(columns);
      const letters = text.replaceAll(/[^a-z]/g, "");
      expect(letters).toMatch(/temperature.*honoured/);
    }
  });

  it("terminal wraps warnings between words at 160 columns", () => {
    const cells = cellsOf(draw(reportOf(LONG), { columns: 160 }));
    const warnings = cells.map((row) => row[6]).filter((cell) => cell !== "");
    expect(warnings).toEqual([
      "Warnings",
      "temperature-not-honoured,",
      "parse-unreliable,",
      "not-better-than-baseline",
      "temperature-not-honoured,",
      "parse-unreliable,",
      "not-better-than-baseline",
    ]);
  });

  it("terminal puts intervals under their points at 120 columns", () => {
    const rows = cellsOf(draw(reportOf([PASSING, ...LONG]), { columns: 120 }));
    expect(rows[0]!.slice(1, 4)).toEqual(["Raw Acc", "MemGuard Acc", "MCS-AUC"]);
    expect(rows[2]!.slice(1, 4)).toEqual(["0.7000", "0.7000", "0.8500"]);
    expect(rows[3]!.slice(1, 4)).toEqual(["[0.6000–0.8000]", "[0.6000–0.8000]", "[0.8000–0.9000]"]);
  });

  it("terminal shortens ids in the middle so that each still names one model", () => {
    const models = ["8b", "70b", "405b"].map((size) => ({
      ...PASSING,
      model: `meta/llama-3.1-${size}-instruct-turbo-fp8`,
    }));
    const rows = cellsOf(draw(reportOf(models), { columns: 121 }));
    const names = rows.map((row) => row[0]!).filter((name) => name.includes("…"));
    expect(names).toEqual([
      "…/llama-3.1-8b-instruct-turbo-fp8",
      "…llama-3.1-70b-instruct-turbo-fp8",
      "meta…-3.1-405b-instruct-turbo-fp8",
    ]);
  });

  it("terminal tells the long columns below the table at 100 columns", () => {
    const text = draw(reportOf([PASSING, ...LONG], { known: [null, ...KNOWN] }), { columns: 100 });

    expect(cellsOf(text)[0]).toEqual(["Model", "Raw Acc", "MemGuard Acc", "MCS-AUC", "Parse %", "Score"]);
    expect(text).toContain(
      [
        "Warnings:",
        "meta/llama-3.1-8b-instruct-with-a-very-long-name: temperature-not-honoured, parse-unreliable,",
        "not-better-than-baseline",
      ].join("\n"),
    );
    expect(text).toContain("Truth:\nmeta/llama-3.1-8b-instruct-with-a-very-long-name: memorised every row");
  });

  it("terminal is still a table at 80 columns, and each id names one model", () => {
    const sizes = ["8b", "70b", "405b"].map((size) => ({
      ...PASSING,
      model: `meta-llama/llama-3.1-${size}-instruct-turbo-fp8`,
    }));
    const rows = cellsOf(draw(reportOf(sizes, { known: KNOWN.concat(null) }), { columns: 80 }));

    expect(rows[0]).toEqual(["Model", "Raw", "MemGuard", "MCS-AUC", "Parse %", "Score"]);
    expect(rows.filter((row) => row[1] === "0.7000").map((row) => row[0])).toEqual([
      "…1-8b-instruct-turbo-fp8",
      "…-70b-instruct-turbo-fp8",
      "…405b-instruct-turbo-fp8",
    ]);
    expect(rows.slice(3, 6).map((row) => row[1])).toEqual(["0.7000", "[0.6000–", "0.8000]"]);
  });

  it("terminal lists model by model where no table fits", () => {
    expect(draw(reportOf([PASSING]), { columns: 60 })).toBe(
      [
        "meta/llama-3.1_8b",
        "  Raw Acc (CI)      0.7000 [0.6000–0.8000]",
        "  MemGuard Acc (CI) 0.7000 [0.6000–0.8000]",
        "  MCS-AUC (CI)      0.8500 [0.8000–0.9000]",
        "  Parse %           100.0%",
        "  Score             0.5100",
        "__majority_baseline__",
        "  Raw Acc (CI)      0.5000 [0.4000–0.5500]",
        "  MemGuard Acc (CI) —",
        "  MCS-AUC (CI)      —",
        "  Parse %           —",
        "  Score             —",
        "",
      ].join("\n"),
    );
  });

  it.each([200, 140, 90, 50])("terminal counts a wide sign as two of %i columns", (columns) => {
    const wide = { ...PASSING, model: "模型/".repeat(12), warnings: ["警告".repeat(20)] };
    const lines = draw(reportOf([wide]), { columns }).split("\n");
    const widths = lines.map((line) => [...line].length + (line.match(/[\u4e00-\u9fff]/g) ?? []).length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    expect(new Set(widths.filter((_, i) => /^[│┌├└]/.test(lines[i]!))).size).toBeLessThanOrEqual(1);
  });

  it.each(cellCases("terminal_model_name"))(
    "terminal lets no control sign of an id through: $id",
    ({ value }) => {
      const id = String(value);
      const text = draw(reportOf([{ ...PASSING, model: id, warnings: [id] }], { known: [id] }));
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(text.replaceAll(/[^a-z]/g, "")).toContain(id.replaceAll(/[^a-z]/g, "").slice(0, 3));
      expect(cellsOf(text)).toHaveLength(3);
    },
  );

  it("terminal fits any screen of 24 columns or more with any ids", () => {
    const name = fc.string({ unit: "binary", minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 4 }),
        name,
        fc.integer({ min: 24, max: 220 }),
        (ids, truth, columns) => {
          const results = ids.map((model) => ({ ...PASSING, model, warnings: [model] }));
          const text = draw(reportOf(results, { known: results.map(() => truth) }), { columns });
          expect(longestLine(text)).toBeLessThanOrEqual(columns);
          expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        },
      ),
    );
  });
});
