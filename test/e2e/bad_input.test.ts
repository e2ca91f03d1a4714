import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, recallGuard } from "../support/cli.ts";

const ROWS = Array.from({ length: 120 }, (_, i) =>
  JSON.stringify({
    prompt: `Session ${i}. Up or down?`,
    target_direction: i % 2 === 0 ? 1 : -1,
    metadata: { date: "2024-02-01" },
  }),
);
const corpus = (kind: string) =>
  Array.from({ length: 60 }, (_, i) => `${JSON.stringify({ prompt: `${kind} ${i}?` })}\n`).join("");

const GOOD = `version: 1
inputs:
  eval_set: eval.jsonl
  is_memorized: memorised.jsonl
  oos_control: control.jsonl
  cutoffs: cutoffs.yaml
models: { candidates: [one, two] }
provider: { use: embedded, with: { models: { one: { reads: [{ file: eval.jsonl }] }, two: { reads: [{ file: eval.jsonl }] } } } }
gates: { use: classic }
`;

function study(files: Readonly<Record<string, string>> = {}) {
  return folder({
    "run.yaml": GOOD,
    "eval.jsonl": `${ROWS.join("\n")}\n`,
    "memorised.jsonl": corpus("Memorised"),
    "control.jsonl": corpus("Control"),
    "cutoffs.yaml": "models: { one: 2024-01-31, two: 2024-01-31 }\n",
    ...files,
  });
}

/** What is warned of the corpora is another test's matter. */
const withoutWarnings = (stderr: string) => stderr.replace(/^warning: .*\n/gm, "");

async function refused(files: Readonly<Record<string, string>>, args: ReadonlyArray<string> = []) {
  const cwd = study(files);
  const before = readdirSync(cwd);
  const ended = await recallGuard(["run", "run.yaml", ...args], { cwd });
  expect(readdirSync(cwd)).toEqual(before);
  expect(ended.stdout).toBe("");
  expect(ended.stderr).not.toMatch(/\n\s+at |Error:|undefined|\[object/);
  return ended;
}

describe("a config with mistakes", () => {
  it("names every one of them with its place in one go", async () => {
    const config = `${GOOD.replace("version: 1", "version: 1\nseeed: 4")}stages:
  - load
  - cutoff_guard
  - baseline
  - { use: smoke, with: { max_sise: 3 } }
  - calibrate
  - evalute
  - rank
  - report
`;
    const { code, stderr } = await refused({ "run.yaml": config });
    expect(code).toBe(2);
    expect(stderr.trimEnd().split("\n")).toEqual([
      'run.yaml:2:1: unknown key "seeed"; did you mean "seed"?',
      'run.yaml:14:5: Stage "baseline" needs "shortlist", which no earlier stage gives; put "smoke" before it',
      'run.yaml:15:27: stages[3].with: unknown key "max_sise"; did you mean "max_size"?',
      'run.yaml:17:5: unknown stage "evalute"; did you mean "evaluate"?',
    ]);
  });

  it.each([
    ["a missing config", {}, /^Cannot read "absent.yaml": there is no such file$/, ["absent.yaml"]],
    [
      "unreadable YAML",
      { "run.yaml": "version: [1\n" },
      /^run.yaml:\d+:\d+: Cannot read the YAML: /,
      ["run.yaml"],
    ],
    [
      "an unknown key",
      { "run.yaml": `${GOOD}wibble: 1\n` },
      /^run.yaml:10:1: unknown key "wibble"/,
      ["run.yaml"],
    ],
    [
      "a wrong type",
      { "run.yaml": `${GOOD}resamples: two\n` },
      /^run.yaml:10:12: resamples: expected .*, got "two"$/,
      ["run.yaml"],
    ],
    [
      "an empty list",
      { "run.yaml": GOOD.replace("[one, two]", "[]") },
      /^run.yaml:7:23: models.candidates: expected at least one model/,
      ["run.yaml"],
    ],
    [
      "a duplicate model",
      { "run.yaml": GOOD.replace("[one, two]", "[one, two, one]") },
      /^run.yaml:7:34: models.candidates\[2\]: .*"one".* second time$/,
      ["run.yaml"],
    ],
    [
      "a missing gate set",
      { "run.yaml": GOOD.replace("gates: { use: classic }\n", "") },
      /missing key "gates"/,
      ["run.yaml"],
    ],
    [
      "an unknown model",
      {
        "run.yaml": GOOD.replace("[one, two]", "[one, tow]"),
        "cutoffs.yaml": "models: { one: 2024-01-31, tow: 2024-01-31 }\n",
      },
      /tow/,
      ["run.yaml"],
    ],
  ])("%s is one sentence and exit 2", async (_, files, sentence, [config = ""]) => {
    const cwd = study(files);
    const before = readdirSync(cwd);
    const { code, stderr, stdout } = await recallGuard(["run", config], { cwd });
    const says = withoutWarnings(stderr).trimEnd();
    expect([code, stdout]).toEqual([2, ""]);
    expect(says).toMatch(sentence);
    expect(says.split("\n")).toHaveLength(1);
    expect(readdirSync(cwd)).toEqual(before);
  });

  it.each([
    [
      "a missing input",
      { "run.yaml": GOOD.replace("eval.jsonl\n", "absent.jsonl\n") },
      'Cannot read "absent.jsonl": there is no such file',
    ],
    [
      "a row that is no row",
      { "eval.jsonl": `${ROWS[0]}\n{"prompt": "x", "target_direction": 2}\n` },
      "eval.jsonl:2:37: target_direction: expected -1, 0 or 1, got 2",
    ],
    [
      "a line that is no JSON",
      { "control.jsonl": '{"prompt": "a"}\n{"prompt": \n' },
      "control.jsonl:2:12: not JSON: it ends in the middle of a value",
    ],
    [
      "a directory for an input",
      { "run.yaml": GOOD.replace("eval.jsonl\n", "./\n") },
      'Cannot read "./": it is no file but a directory',
    ],
    ["an empty input", { "memorised.jsonl": "\n" }, 'Cannot use "memorised.jsonl": it holds no rows'],
    [
      "a registry with a date that is none",
      { "cutoffs.yaml": "models:\n  one: 2024-02-30\n" },
      "cutoffs.yaml:2:8: models.one: ",
    ],
  ])("%s is one sentence and exit 2", async (_, files, sentence) => {
    const { code, stderr } = await refused(files);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });
});

describe("a study in another folder", () => {
  it("names the mistakes of all its files, each by a path that opens from here", async () => {
    const cwd = folder();
    mkdirSync(join(cwd, "studies"));
    mkdirSync(join(cwd, "data"));
    const files = {
      "studies/run.yaml": GOOD.replace("control.jsonl", "../data/control.jsonl"),
      "studies/eval.jsonl": `${ROWS[0]}\n{"promt": "x", "target_direction": 1}\n{"prompt": 1}\n`,
      "studies/memorised.jsonl": "\n",
      "data/control.jsonl": '{"prompt": "a"}\n{"prompt": \n',
      "studies/cutoffs.yaml": "models:\n  one: 2024-02-30\n  two: 2024-01-31\n",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);

    const { code, stderr } = await recallGuard(["check", "studies/run.yaml"], { cwd });

    expect(code).toBe(2);
    expect(stderr.trimEnd().split("\n")).toEqual([
      'studies/eval.jsonl:2:1: prompt: is missing, but the row has "promt"; did you mean "prompt"?',
      "studies/eval.jsonl:3:12: prompt: expected a text, got 1",
      'Cannot use "studies/memorised.jsonl": it holds no rows',
      "data/control.jsonl:2:12: not JSON: it ends in the middle of a value",
      expect.stringMatching(/^studies\/cutoffs\.yaml:2:8: models\.one: expected a date/),
    ]);
  });

  it("warns of a misspelt key where it opens from here, and keeps it by the config's name", async () => {
    const cwd = study();
    mkdirSync(join(cwd, "studies"));
    const names = ["run.yaml", "eval.jsonl", "memorised.jsonl", "control.jsonl", "cutoffs.yaml"];
    for (const name of names) renameSync(join(cwd, name), join(cwd, "studies", name));
    const misspelt = ROWS.map((row) => row.replace("metadata", "metdata"));
    writeFileSync(join(cwd, "studies/eval.jsonl"), `${misspelt.join("\n")}\n`);

    const { code, stderr, stdout } = await recallGuard(["check", "studies/run.yaml", "--json"], { cwd });

    const says = 'eval.jsonl:1:67: 120 rows have "metdata", which is not read; did you mean "metadata"?';
    expect(code).toBe(0);
    expect(stderr).toContain(`warning: studies/${says}\n`);
    const kept: ReadonlyArray<string> = JSON.parse(stdout).warnings;
    expect(kept).toContain(says);
    expect(kept).toContainEqual(
      expect.stringMatching(/^"eval\.jsonl" has neither a header date nor row dates/),
    );
    expect(kept.join("\n")).not.toContain("studies/");
    expect(stderr).toContain('warning: "studies/eval.jsonl" has neither a header date nor row dates');
    expect(stderr).not.toMatch(/"(?:eval|memorised|control)\.jsonl"/);
  });

  it("says where a file was looked for, and which registry does not know a model", async () => {
    const cwd = folder();
    mkdirSync(join(cwd, "studies"));
    const files = {
      "run.yaml": GOOD.replace("[one, two]", "[one, tow]"),
      "eval.jsonl": `${ROWS.join("\n")}\n`,
      "memorised.jsonl": corpus("Memorised"),
      "cutoffs.yaml": "models: { one: 2024-01-31, two: 2024-01-31 }\n",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, "studies", name), text);

    const absent = await recallGuard(["check", "studies/run.yaml"], { cwd });
    writeFileSync(join(cwd, "studies/control.jsonl"), corpus("Control"));
    const unknown = await recallGuard(["check", "studies/run.yaml"], { cwd });

    expect([absent.code, absent.stderr]).toEqual([
      2,
      'studies/run.yaml:5:16: Cannot read "studies/control.jsonl": there is no such file\n',
    ]);
    expect([unknown.code, withoutWarnings(unknown.stderr)]).toEqual([
      3,
      'Model "tow" is not in the cutoff registry "studies/cutoffs.yaml"; did you mean "two"?\n',
    ]);
  });
});

describe("a cutoff violation", () => {
  it("names the model that the registry does not know, exit 3", async () => {
    const { code, stderr } = await refused({ "cutoffs.yaml": "models: { one: 2024-01-31 }\n" });
    expect([code, withoutWarnings(stderr)]).toEqual([
      3,
      'Model "two" is not in the cutoff registry "cutoffs.yaml"; add its training cutoff there\n',
    ]);
  });

  it("names the model trained after the header date, exit 3", async () => {
    const header = JSON.stringify({ _cutoff_date: "2023-12-31" });
    const { code, stderr } = await refused({ "eval.jsonl": `${header}\n${ROWS.join("\n")}\n` });
    expect(code).toBe(3);
    expect(stderr).toContain(
      'Model "one" was trained through 2024-01-31, after the eval set\'s cutoff date 2023-12-31',
    );
  });
});

describe("--out", () => {
  it("never mixes with what is there", async () => {
    const cwd = study();
    writeFileSync(join(cwd, "cutoffs.txt"), "mine");
    const { code, stderr } = await recallGuard(["run", "run.yaml", "--out", "."], { cwd });
    expect([code, stderr]).toEqual([
      2,
      'Cannot write to ".": it holds files already; name a new directory\n',
    ]);
    expect(existsSync(join(cwd, "records.jsonl"))).toBe(false);
  });
});

describe("the command line", () => {
  it.each([
    [["run"]],
    [["run", "a.yaml", "--ouput", "x"]],
    [["rnu", "a.yaml"]],
    [["run", "a.yaml", "--set", "seed"]],
  ])("%s is refused with exit 2", async (args) => {
    const { code, stderr, stdout } = await recallGuard(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: /);
  });

  it("prints help and version", async () => {
    expect((await recallGuard(["--help"])).code).toBe(0);
    expect(await recallGuard(["--version"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});
