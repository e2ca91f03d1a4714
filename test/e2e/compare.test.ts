import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "../support/cli.ts";
import { smallStudy } from "../support/small_study.ts";

/** Of the study's 100 rows, those dated after its models' cutoff. */
const AFTER = 50;
const HOSTILE = "<img src=x onerror=alert(1)>|=cmd()";

describe("recall-guard compare", () => {
  const demo = readFileSync(join(ROOT, "configs/data/demo/eval.jsonl"), "utf8").trimEnd().split("\n");
  const rowsAround = `${[...demo.slice(0, 50), ...demo.slice(-50)].join("\n")}\n`;
  const cwd = smallStudy({
    models: [HOSTILE, "plain"],
    reports: "[records, statistics]",
    files: { "eval.jsonl": rowsAround },
  });
  const compared = (...args: ReadonlyArray<string>) => recallGuard(["compare", ...args], { cwd });
  const copy = (change: (text: string) => string, name: string) => {
    const other = join(folder(), "run");
    cpSync(join(cwd, "a"), other, { recursive: true });
    const file = join(other, name);
    writeFileSync(file, change(readFileSync(file, "utf8")));
    return other;
  };

  beforeAll(async () => {
    const run = (out: string, ...settings: ReadonlyArray<string>) =>
      recallGuard(["run", "run.yaml", "--out", out, ...settings.flatMap((set) => ["--set", set])], { cwd });
    const ended = [
      await run("a"),
      await run("b", "seed=2", "calibration.min_auc=0.7", "request.temperature=1", "reports=[records, json]"),
    ];
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  }, 120_000);

  it("shows both runs' models and what the runs were told otherwise", async () => {
    const { code, stdout, stderr } = await compared("a", "b");
    const rows = stdout.split("\n").map((line) => line.replace(/\s*│\s*/g, "|"));

    expect([code, stderr]).toEqual([0, ""]);
    expect(rows).toContain("|Model|Over|Rows|Dates|A|B|B − A (95 % CI)|p|p (Holm)|Test|");
    expect(rows.filter((row) => row.startsWith(`|plain|after the cutoff|${AFTER}|`))).toHaveLength(1);
    expect(rows.filter((row) => row.startsWith("|plain|all, memory included|100|"))).toHaveLength(1);
    expect(rows.filter((row) => row.startsWith(`|${HOSTILE}|`))).not.toEqual([]);
    expect(rows).toEqual(
      expect.arrayContaining(["|seed|1|2|", "|calibration.min_auc|0.6|0.7|", "|request.temperature|0|1|"]),
    );
    expect(stdout).toContain("Inputs:\n  The same in both runs");
    expect(stdout).toContain("\n  reports: statistics only in A\n  reports: json only in B\n");
    expect(stdout).toContain(
      "The provider is another with the seed: its options, plugin and inputs are the same",
    );
  });

  it("writes no page over a run's own file, nor where there is a directory", async () => {
    const own = join("a", "records.jsonl");
    const before = readFileSync(join(cwd, own), "utf8");
    for (const [place, why] of [
      [own, "it is a file of a run that is compared"],
      [".", "it is a directory"],
    ] as const) {
      const { code, stdout, stderr } = await compared("a", "b", "--html", place);
      expect([code, stdout, stderr]).toEqual([1, "", `Cannot write "${place}": ${why}\n`]);
    }
    expect(readFileSync(join(cwd, own), "utf8")).toBe(before);
  });

  it("gives the same to machines, and a page", async () => {
    const { code, stdout } = await compared("a", "b", "--json", "--html", "both.html");
    const found = JSON.parse(stdout);
    const page = readFileSync(join(cwd, "both.html"), "utf8");

    expect(code).toBe(0);
    expect(found).toMatchObject({
      version: 1,
      a: { directory: "a", gates: "honest" },
      b: { directory: "b" },
    });
    expect(found.config).toContainEqual({ path: "seed", was: "1", is: "2" });
    expect(found.models.map(({ model }: { model: string }) => model)).toEqual([HOSTILE, "plain"]);
    for (const { cutoff, test, allRows, rows } of found.models) {
      expect(cutoff).toBe("2023-06-30");
      expect(rows).toEqual({ a: 100, b: 100, shared: 100, changed: 0, after: AFTER, undated: 0 });
      expect([test.value.rows, allRows.value.rows]).toEqual([AFTER, 100]);
      expect(test.value.b - test.value.a).toBeCloseTo(test.value.difference, 12);
      expect(test.value.pHolm).toBeGreaterThanOrEqual(test.value.p);
    }
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;|=cmd()");
    expect(page).not.toContain("<img");
    expect(page).toContain(`<td>after the cutoff</td><td>${AFTER}</td>`);
    expect(page).toContain("<td>all, memory included</td><td>100</td>");
  });

  it("finds no difference between a run and itself", async () => {
    const { code, stdout } = await compared("a", "a", "--json");
    const found = JSON.parse(stdout);

    expect(code).toBe(0);
    expect([found.config, found.inputs, found.plugins, found.versions]).toEqual([[], [], [], []]);
    for (const { test } of found.models) {
      expect(test.value).toMatchObject({ difference: 0, p: 1, interval: { value: null } });
    }
  });

  it.each<readonly [what: string, change: (text: string) => string, name: string]>([
    ["records were edited", (text) => text.replace('"date":"2', '"date":"3'), "records.jsonl"],
    ["verdicts were edited", (text) => text.replace('"version": 1', '"version": 2'), "analysis.json"],
    ["manifest was edited", (text) => text.replaceAll('"seed": 1', '"seed": 7'), "manifest.json"],
  ])("exits 4 with one sentence where the %s", async (_, change, name) => {
    const { code, stdout, stderr } = await compared(copy(change, name), "b");

    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toMatch(/^Cannot compare ".*": .*not what the run wrote.*\n$/);
    expect(stderr).toContain(name);
  });

  it("exits 4 with one sentence where the registry of cutoffs was edited", async () => {
    const [registry = ""] = readdirSync(join(cwd, "a/inputs")).filter((name) =>
      name.endsWith("-cutoffs.yaml"),
    );
    const edited = copy((text) => text.replaceAll("2023", "2020"), `inputs/${registry}`);
    const { code, stderr } = await compared(edited, "b");

    expect(code).toBe(4);
    expect(stderr).toMatch(/^Cannot compare ".*": ".*-cutoffs\.yaml" is not what the run read; .*\n$/);
  });

  it("exits 2 with one sentence where there is no run, or no page can be written 1", async () => {
    const absent = await compared("a", "absent");
    const page = await compared("a", "b", "--html", "absent/both.html");
    const one = await compared("a");

    expect([absent.code, absent.stdout]).toEqual([2, ""]);
    expect(absent.stderr).toBe('Cannot compare "absent": it holds no run (there is no such directory)\n');
    expect([page.code, page.stdout]).toEqual([1, ""]);
    expect(page.stderr).toMatch(/^Cannot write "absent\/both\.html": .*\n$/);
    expect(one.code).toBe(2);
  });
});
