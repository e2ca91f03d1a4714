import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { folder, ROOT, recallGuard } from "../support/cli.ts";

const EXAMPLE = join(ROOT, "configs/data/example");
const evaluation = readFileSync(join(EXAMPLE, "eval.jsonl"), "utf8");
const undated = '{"prompt": "Up?", "target_direction": 1}\n{"prompt": "Down?", "target_direction": -1}\n';

const init = (cwd: string, ...args: ReadonlyArray<string>) => recallGuard(["init", ...args], { cwd });

describe("recall-guard init DATA.jsonl", () => {
  it("writes a config beside the data, and says what is missing and how to get it", async () => {
    const cwd = folder({ "eval.jsonl": evaluation });

    const { code, stdout, stderr } = await init(cwd, "eval.jsonl");

    const lines = stdout.trimEnd().split("\n");
    expect([code, stderr]).toEqual([0, ""]);
    expect(lines.slice(0, 3)).toEqual([
      "eval.jsonl: 150 rows: 51 up, 37 flat, 62 down; dated 2024-09-03 to 2025-12-31; header 2024-08-31",
      "Wrote eval.yaml",
      "Missing:",
    ]);
    expect(lines[3]).toMatch(/^ {2}is_memorized\.jsonl: .*dated before every model's cutoff/);
    expect(lines[4]).toMatch(/^ {2}oos_control\.jsonl: .*dated after every model's cutoff/);
    expect(lines[5]).toMatch(/^ {2}cutoffs\.yaml: .*by the word of its maker/);
    expect(existsSync(lines[6]?.replace("Training cutoffs of real models: ", "") ?? "")).toBe(true);
    expect(lines[7]).toBe("Next: recall-guard check eval.yaml");
    expect(readFileSync(join(cwd, "eval.yaml"), "utf8").match(/# MISSING: /g)).toHaveLength(3);
  });

  it("has check name everything that is missing, each with its place", async () => {
    const cwd = folder({ "eval.jsonl": evaluation });
    await init(cwd, "eval.jsonl");

    const checked = await recallGuard(["check", "eval.yaml"], { cwd });
    const lines = readFileSync(join(cwd, "eval.yaml"), "utf8").split("\n");

    expect([checked.code, checked.stdout]).toEqual([2, ""]);
    const said = checked.stderr.trimEnd().split("\n");
    expect(said).toHaveLength(3);
    for (const [i, name] of ["is_memorized.jsonl", "oos_control.jsonl", "cutoffs.yaml"].entries()) {
      const [, line, column] = /^eval\.yaml:(\d+):(\d+): /.exec(said[i] ?? "") ?? [];
      expect(said[i]).toMatch(new RegExp(`: Cannot read "${name}": there is no such file$`));
      expect(lines[Number(line) - 1]?.slice(Number(column) - 1)).toBe(name);
    }
  });

  it("passes check once everything is there, with the models of the registry that the header allows", async () => {
    const cwd = folder({
      "cutoffs.yaml": "models: { lab/old: 2023-12, lab/new: 2025-06-30, 'lab: odd': 2024-08-31 }\n",
    });
    cpSync(EXAMPLE, cwd, { recursive: true });

    const { stdout } = await init(cwd, "eval.jsonl");
    const checked = await recallGuard(["check", "eval.yaml"], { cwd });

    expect(stdout).not.toContain("Missing");
    expect(readFileSync(join(cwd, "eval.yaml"), "utf8")).toContain("# Left out: 1 trained beyond");
    expect(parse(readFileSync(join(cwd, "eval.yaml"), "utf8")).models.candidates).toEqual([
      "lab/old",
      "lab: odd",
    ]);
    expect([checked.code, checked.stderr]).toEqual([0, ""]);
    expect(checked.stdout).toContain("Rows: 150 evaluation");
  });

  it("says what to do about rows without a date", async () => {
    const cwd = folder({ "mine.jsonl": undated });

    const { stdout } = await init(cwd, "mine.jsonl");

    expect(stdout).toContain("mine.jsonl: 2 rows: 1 up, 0 flat, 1 down; no dates\n");
    expect(stdout).toContain('warning: "mine.jsonl" has 2 rows; fewer than 100 leave wide intervals\n');
    expect(stdout).toMatch(/\n {2}dates: No row has a date, .*"metadata": \{"date": "YYYY-MM-DD"\}/);
    expect(stdout).toContain(
      'warning: "mine.jsonl": 0 of 2 prompts ask for a direction and a confidence in these ',
    );
    const config = readFileSync(join(cwd, "mine.yaml"), "utf8");
    expect(config).toContain("# No row has a date");
    expect(config).toContain(
      "# Answers are read by their lines `Direction: 1` (or 0, -1) and `Confidence: 0.65`: ",
    );
  });

  it("writes over nothing", async () => {
    const cwd = folder({ "eval.jsonl": evaluation, "eval.yaml": "mine: true\n" });

    const refused = await init(cwd, "eval.jsonl");
    const elsewhere = await init(cwd, "eval.jsonl", "--out", "other.yaml");

    expect(refused).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'Cannot write "eval.yaml": it is there already, and no file is written over; name another with --out\n',
    });
    expect(readFileSync(join(cwd, "eval.yaml"), "utf8")).toBe("mine: true\n");
    expect([elsewhere.code, existsSync(join(cwd, "other.yaml"))]).toEqual([0, true]);
  });

  it("names files from where the config stands, whatever they are called", async () => {
    const cwd = folder();
    for (const name of ["my data", "configs"]) mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, "my data/#1: eval.jsonl"), undated);
    writeFileSync(join(cwd, "my data/control.jsonl"), undated);

    const { code } = await init(cwd, "my data/#1: eval.jsonl", "--out", "configs/first.yaml");
    const { inputs } = parse(readFileSync(join(cwd, "configs/first.yaml"), "utf8"));

    expect(code).toBe(0);
    expect(inputs).toEqual({
      eval_set: "../my data/#1: eval.jsonl",
      is_memorized: "../my data/is_memorized.jsonl",
      oos_control: "../my data/control.jsonl",
      cutoffs: "../my data/cutoffs.yaml",
    });
  });

  it.each([
    [
      "data.csv",
      "prompt,target\nUp?,1\n",
      /^Cannot start from it: "data\.csv" looks like CSV \(prompt, target\)/,
    ],
    ["data.json", '[{"prompt": "x"}]\n', /^Cannot start from it: "data\.json" is a JSON array/],
    [
      "data.jsonl",
      '{"prompt": "x", "target_direction": 3}\n',
      /^data\.jsonl:1:37: target_direction: expected -1, 0 or 1, got 3$/,
    ],
    ["data.jsonl", "", /^Cannot use "data\.jsonl": it holds no rows$/],
    [
      "data.jsonl",
      "PK\u0003\u0004",
      /^Cannot read "data\.jsonl": it is a zip archive or a spreadsheet, not JSONL$/,
    ],
    ["absent.jsonl", null, /^Cannot read "absent\.jsonl": there is no such file$/],
  ])("refuses %s in one sentence and writes nothing", async (name, text, says) => {
    const cwd = folder(text === null ? {} : { [name]: text });
    const before = readdirSync(cwd);

    const { code, stdout, stderr } = await init(cwd, name);

    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.trimEnd()).toMatch(says);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(readdirSync(cwd)).toEqual(before);
  });
});
