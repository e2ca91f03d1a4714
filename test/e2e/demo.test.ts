import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Ended, folder, npm, recallGuard } from "../support/cli.ts";

const MODELS = ["parrot", "skimmer", "student", "coin", "amnesiac"];

interface Analysed {
  readonly model: string;
  readonly verdict: { readonly verdict: string };
}

describe("configs/demo.yaml", () => {
  const base = folder();
  const runs: Array<Ended> = [];
  const text = (run: string, name: string) => readFileSync(join(base, run, name), "utf8");

  beforeAll(async () => {
    const other = { TZ: "Pacific/Auckland", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
    runs.push(await npm(["start", "--", "--out", join(base, "a")]));
    runs.push(await recallGuard(["run", "configs/demo.yaml", "--out", join(base, "b")], { env: other }));
  }, 240_000);

  it("exits 0, prints the table and names the files", () => {
    const [{ code, stdout, stderr } = { code: null, stdout: "", stderr: "" }] = runs;
    expect([code, stderr]).toEqual([0, ""]);
    for (const column of [
      "Model",
      "Raw Acc (CI)",
      "MemGuard Acc (CI)",
      "MCS-AUC (CI)",
      "Parse %",
      "Score",
      "Warnings",
      "Truth",
    ]) {
      expect(stdout).toContain(column);
    }
    const listed = stdout.slice(stdout.indexOf("Artifacts:\n")).trimEnd().split("\n").slice(1);
    expect(listed.map((line) => line.split("\t")[0]?.trim())).toEqual([
      "shortlist.json",
      "calibrators.json",
      "records.jsonl",
      "summary.csv",
      "top3.md",
      "statistics.csv",
      "analysis.json",
      "report.html",
      "figures/composite_ranking.svg",
      "figures/accuracy.svg",
      "figures/mcs_auc.svg",
      "figures/mia_feature_distributions.svg",
      "figures/mcs_calibration.svg",
      "figures/score_against_effective_n.svg",
      "manifest.json",
    ]);
    for (const line of listed) expect(line).toMatch(/^ {2}\S+\t\S+$/);
  });

  it.each([
    "records.jsonl",
    "summary.csv",
    "top3.md",
    "statistics.csv",
    "analysis.json",
    "report.html",
    "figures/mia_feature_distributions.svg",
    "figures/mcs_calibration.svg",
    "shortlist.json",
    "calibrators.json",
  ])("%s has the same bytes in another zone and locale", (name) => {
    expect(text("a", name)).toBe(text("b", name));
  });

  it("keeps the clock in the manifest alone, with the hash of every input and file", () => {
    const manifest = JSON.parse(text("a", "manifest.json"));
    for (const { name, sha256 } of manifest.artifacts) {
      expect(createHash("sha256").update(text("a", name)).digest("hex")).toBe(sha256);
    }
    for (const { name, sha256 } of manifest.inputs) {
      const bytes = readFileSync(join("configs", name));
      expect([name, createHash("sha256").update(bytes).digest("hex")]).toEqual([name, sha256]);
    }
    expect(manifest.inputs.map(({ name }: { name: string }) => name)).toContain("data/demo/exam.jsonl");
    expect(manifest.shortlist).toEqual(MODELS);
    const { started_at, finished_at, journal, ...same } = manifest;
    const { started_at: _s, finished_at: _f, journal: _j, ...again } = JSON.parse(text("b", "manifest.json"));
    expect(same).toEqual(again);
    expect(journal.lines).toBe(6600);
    expect(Date.parse(started_at)).toBeLessThanOrEqual(Date.parse(finished_at));
    for (const time of [started_at, finished_at, _s, _f]) expect(time).toMatch(/Z$/);
  });

  it("has a record for each model and row, in order, with no number that JSON lacks", () => {
    const records = text("a", "records.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records).toHaveLength(5 * 300);
    expect([...new Set(records.map(({ model }) => model))]).toEqual(MODELS);
    const prompts = readFileSync("configs/data/demo/eval.jsonl", "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).prompt);
    const hashes = prompts.map((prompt: string) =>
      createHash("sha256").update(prompt).digest("hex").slice(0, 16),
    );
    for (const [index, model] of MODELS.entries()) {
      const own = records.slice(300 * index, 300 * (index + 1));
      expect(own.map(({ prompt_hash }) => prompt_hash)).toEqual(hashes);
      expect(own.every((record) => record.model === model)).toBe(true);
    }
    for (const record of records) {
      expect(record.penalized_confidence).toBe(record.raw_confidence * (1 - record.p_memorized));
      expect(record.p_lo <= record.p_memorized && record.p_memorized <= record.p_hi).toBe(true);
      expect(record.p_corrected === null).toBe(record.p_corrected_reason !== null);
      if (record.date > "2023-06-30") expect(record.p_corrected ?? 0).toBe(0);
    }
  });

  it("ranks the student by what is left without memory, and says that classic would have picked the parrot", () => {
    const [{ stdout } = { stdout: "" }] = runs;
    expect(text("a", "top3.md")).toMatch(/^# Top 3 Models\n\n1\. \*\*student\*\*/);
    expect(text("a", "top3.md")).not.toMatch(/^\d\. \*\*parrot/m);
    expect(text("a", "top3.md")).toContain("- classic would have picked: parrot\n");
    expect(stdout).toContain("\nclassic would have picked: parrot\n");
  });

  it("detects the parrot, which recalls outcomes, and nobody who has not read the questions", () => {
    const found: ReadonlyArray<Analysed> = JSON.parse(text("a", "analysis.json")).models;
    const of = (name: string) => found.find(({ model }) => model === name);
    expect(of("parrot")).toMatchObject({
      verdict: { verdict: "detected" },
      outcome_recall: { answer: "yes" },
    });
    for (const name of ["student", "coin", "amnesiac"]) {
      expect([name, of(name)?.verdict.verdict]).toEqual([name, expect.not.stringMatching(/^detected/)]);
    }
  });

  it("tells the truth: the parrot recalls, the student and the coin do not, the student is skilled", () => {
    const rows = text("a", "summary.csv")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    const [header = [], ...models] = rows;
    const cell = (model: string, column: string) =>
      Number(models.find(([name]) => name === model)?.[header.indexOf(column)]);
    expect(cell("parrot", "mcs_auc_point")).toBeGreaterThanOrEqual(0.95);
    expect(cell("student", "mcs_auc_point")).toBeLessThan(0.65);
    expect(cell("coin", "mcs_auc_point")).toBeLessThan(0.65);
    expect(cell("student", "raw_acc_lo")).toBeGreaterThan(cell("__majority_baseline__", "raw_acc_hi"));
  });
});
