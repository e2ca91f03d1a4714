import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recallGuard } from "../support/cli.ts";
import { KEY } from "../support/keys.ts";
import { smallStudy } from "../support/small_study.ts";

/** No row lies after its models' cutoffs. */
const STUDY = { models: ["one"], reports: "[records]" };
const DATED = { ...STUDY, files: { "cutoffs.yaml": "models: { one: 2021-06-30, two: 2021-06-30 }\n" } };

describe("recall-guard check on rows and cutoffs", () => {
  it.each(["check", "plan"])("%s foresees that no model can show skill", async (command) => {
    const cwd = smallStudy(STUDY);

    const { code, stderr } = await recallGuard([command, "run.yaml"], { cwd });

    expect([code, stderr]).toEqual([
      0,
      'warning: Of the 100 rows of "eval.jsonl" hardly any lies after the training cutoff, where alone skill can show: 0 for "one" (2023-06-30); add rows with a later "metadata.date"\n',
    ]);
  });
});

describe("recall-guard check on a provider", () => {
  it.each(["check", "plan"])(
    "%s refuses a model that the provider does not have, as a run does",
    async (command) => {
      const cwd = smallStudy({ ...DATED, models: ["one", "two"] });
      const set = ["--set", "provider.with.models={ one: { reads: [{ file: library.jsonl }] } }"];

      const told = await recallGuard([command, "run.yaml", ...set], { cwd });
      const ran = await recallGuard(["run", "run.yaml", ...set], { cwd });

      expect([told.code, told.stderr]).toEqual([2, 'Cannot ask "two": the provider has the models "one"\n']);
      expect([ran.code, ran.stderr]).toEqual([told.code, told.stderr]);
    },
  );

  it("names a file that a model reads and that is not there, as a run does", async () => {
    const cwd = smallStudy(DATED);
    const set = ["--set", "provider.with.models.one.reads=[{ file: libary.jsonl }]"];

    const checked = await recallGuard(["check", "run.yaml", ...set], { cwd });
    const ran = await recallGuard(["run", "run.yaml", ...set], { cwd });

    expect(checked).toEqual({
      code: 2,
      stdout: "",
      stderr: 'Cannot read "libary.jsonl": there is no such file\n',
    });
    expect(ran).toEqual(checked);
    expect(existsSync(join(cwd, "runs"))).toBe(false);
  });

  it("names it beside what is wrong with the rows", async () => {
    const cwd = smallStudy({ ...STUDY, files: { "is.jsonl": '{"prompt":""}\n' } });
    const set = ["--set", "provider.with.models.one.reads=[{ file: libary.jsonl }]"];

    const { code, stderr } = await recallGuard(["check", "run.yaml", ...set], { cwd });

    expect([code, stderr]).toEqual([
      2,
      'is.jsonl:1:11: prompt: expected a prompt, got an empty text\nCannot read "libary.jsonl": there is no such file\n',
    ]);
  });

  it.each([
    [{}, "Cannot find a usable API key: set LAB_KEY in the environment, or in a file .env beside the config"],
    [{ LAB_KEY: "two words" }, "Cannot find a usable API key: LAB_KEY has white space inside"],
    [{ LAB_KEY: KEY }, null],
  ])("says of its key what a run will say, and passes: %#", async (env, says) => {
    const cwd = smallStudy(DATED);
    const provider = "{ use: openai, with: { base_url: 'http://127.0.0.1:9', api_key_env: LAB_KEY } }";
    const args = ["check", "run.yaml", "--no-blind", "--set", `provider=${provider}`];

    const told = await recallGuard(args, { cwd, env });
    const json = await recallGuard([...args, "--json"], { cwd, env });

    expect([told.code, told.stderr, json.code]).toEqual([0, "", 0]);
    expect(told.stdout.split("\n").filter((line) => line.includes("LAB_KEY"))).toEqual(
      says === null ? [] : [`A run would not begin yet: ${says}`],
    );
    expect(JSON.parse(json.stdout).missing_key).toBe(says);
    expect(told.stdout + json.stdout).not.toContain(KEY);
  });
});

describe("recall-guard plan", () => {
  it("says what a model is that is none of the candidates, and why there is no cost", async () => {
    const cwd = smallStudy({ ...STUDY, models: ["one", "base"] });
    const set = ["--set", "models.candidates=[one]", "--set", "reference_model=base"];
    const unpriced = "The cost needs a price for every model under prices in the config.";

    const told = await recallGuard(["plan", "run.yaml", ...set], { cwd });
    const prices = "prices={ one: { input: 1, output: 2 }, base: { input: 1, output: 2 } }";
    const priced = await recallGuard(["plan", "run.yaml", ...set, "--set", prices], { cwd });

    expect(told.stdout).toContain(
      "base is the reference model, asked what the others are: ref_delta is the loss beyond its loss.",
    );
    expect([told.stdout.includes(unpriced), priced.stdout.includes(unpriced)]).toEqual([true, false]);
  });
});
