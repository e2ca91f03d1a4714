import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "../support/cli.ts";
import { configOf, embeddedStudy } from "../support/embedded_study.ts";
import { compilerOn, install, pack } from "../support/package.ts";

const study = embeddedStudy();
const { cwd: inputs, model, provider, referenceModel, seed } = study;
const HOW = JSON.stringify({ model, referenceModel, seed, provider });

describe("the package in an empty project", () => {
  const FILES = {
    "package.json": JSON.stringify({ name: "desk", private: true, type: "module" }),
    "study.json": JSON.stringify(study),
    "calibrate.js": `
      import { readFileSync, writeFileSync } from "node:fs";
      import { promises } from "recall-guard";
      const study = JSON.parse(readFileSync("study.json", "utf8"));
      const { isMemorized, oosControl, evaluation } = study;
      const scorer = await promises.MemoryGuardedScorer.calibrate({ ...${HOW}, isMemorized, oosControl });
      await scorer.save("calibrators.json");
      writeFileSync("before.json", JSON.stringify(await scorer.scoreMany(evaluation)));
    `,
    "score.js": `
      import { readFileSync, writeFileSync } from "node:fs";
      import { promises } from "recall-guard";
      const { evaluation } = JSON.parse(readFileSync("study.json", "utf8"));
      const scorer = await promises.MemoryGuardedScorer.load("calibrators.json", ${HOW});
      const scores = await scorer.scoreMany(evaluation);
      await scorer.save("again.json");
      writeFileSync("after.json", JSON.stringify(scores));
      console.log(scores.length, scores.filter(({ pMemorized }) => pMemorized !== null).length);
    `,
    "abort.js": `
      import { promises } from "recall-guard";
      const signal = AbortSignal.abort(new Error("enough"));
      const scorer = await promises.MemoryGuardedScorer.load("calibrators.json", ${HOW});
      await scorer.score("a", { signal }).catch((error) => console.log(error.message));
      await promises.MemoryGuardedScorer.load("absent.json", ${HOW}).catch((error) => console.log(error._tag, error.message));
    `,
    "typed.ts": `
      import { discount, type EnsembledScore, ensembleSpec, type GuardedScore, MemoryGuardedScorer, promises } from "recall-guard";
      import { reduceDraws } from "recall-guard/math";
      import { definePlugin } from "recall-guard/plugin";
      const provider = { use: "openai", with: { base_url: "http://localhost:8000/v1" } };
      const effect = MemoryGuardedScorer.load("calibrators.json", { provider });
      const scorer: promises.MemoryGuardedScorer = await promises.MemoryGuardedScorer.load("calibrators.json", { provider });
      const score: GuardedScore = await scorer.score("Up or down?", { date: "2024-02-01" });
      const many: EnsembledScore = await scorer.scoreEnsemble("Up or down?", { spec: ensembleSpec({ draws: 32 }) });
      export const size: number | null = discount(1, many.pMemorizedPoint ?? score.pMemorized, { onMissing: "withhold" });
      export { definePlugin, effect, reduceDraws };
    `,
    "wrong.ts": `
      import { promises } from "recall-guard";
      await promises.MemoryGuardedScorer.load("calibrators.json", { modle: "m" });
    `,
  };
  const cwd = folder(FILES);
  const node = (file: string) => execFileSync(process.execPath, [file], { cwd, encoding: "utf8" });
  const read = (name: string) => readFileSync(join(cwd, name), "utf8");

  beforeAll(() => install([pack(ROOT, cwd)], cwd), 240_000);
  afterAll(() => rmSync(cwd, { recursive: true }), 60_000);

  it("calibrates, saves, and scores 100 prompts to the same bits in another process", () => {
    node("calibrate.js");
    const said = node("score.js");
    const [scores, measured] = said.trim().split(" ").map(Number);

    expect(scores).toBe(100);
    expect(measured).toBeGreaterThan(80);
    expect(read("after.json")).toBe(read("before.json"));
    expect(read("again.json")).toBe(read("calibrators.json"));
  });

  it("rejects with the signal's reason, and with the error itself", () => {
    expect(node("abort.js").split("\n")).toEqual([
      "enough",
      'InputError Cannot read "absent.json": there is no such file',
      "",
    ]);
  });

  it("has types for both faces", () => {
    expect(compilerOn("typed.ts", cwd)).toBe("");
    expect(compilerOn("wrong.ts", cwd)).toMatch(/modle/);
  });
});

describe("recall-guard calibrate and score", () => {
  const config = join(inputs, "run.yaml");
  const calibrators = join(inputs, "made.json");
  const score = (...args: ReadonlyArray<string>) =>
    recallGuard(["score", "--calibrators", calibrators, "--model", model, config, ...args]);

  beforeAll(() => writeFileSync(config, configOf(study)));

  it("write the calibrators that a run writes", async () => {
    const ran = await recallGuard(["run", config, "--out", join(inputs, "out"), "--quiet"]);
    const made = await recallGuard(["calibrate", config, "--out", calibrators, "--model", model]);

    const warned = expect.stringMatching(/^warning: Of the 100 rows of "[^"]*eval\.jsonl" hardly any .*\n$/);
    expect([ran.code, ran.stderr, made.code, made.stderr]).toEqual([0, warned, 0, warned]);
    expect(made.stdout).toContain(`Calibrators:\n  ${calibrators}\n`);
    expect(readFileSync(calibrators, "utf8")).toBe(
      readFileSync(join(inputs, "out/calibrators.json"), "utf8"),
    );
  });

  it("find out where calibrators cannot be written before anything is asked", async () => {
    const place = join(inputs, "nowhere/made.json");
    const { code, stderr } = await recallGuard(["calibrate", config, "--out", place]);
    expect([code, stderr]).toEqual([1, `Cannot write "${place}": there is no such directory\n`]);
    expect((await recallGuard(["calibrate", config, "--out", inputs])).stderr).toBe(
      `Cannot write "${inputs}": it is a directory\n`,
    );
    expect(await recallGuard(["calibrate", config, "--out", ""])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("expected a path, got an empty text"),
    });
  });

  it("write over no input and no device, and where a link leads", async () => {
    const before = readFileSync(config, "utf8");
    const pipe = join(inputs, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const [place, why] of [
      [config, "it is the config"],
      [join(inputs, "eval.jsonl"), "it is an input of the config"],
      [pipe, "it is no file but a pipe"],
    ] as const) {
      const { code, stderr } = await recallGuard(["calibrate", config, "--out", place]);
      expect([code, stderr]).toEqual([1, `Cannot write "${place}": ${why}\n`]);
    }
    expect(readFileSync(config, "utf8")).toBe(before);
    const [target, link] = [join(inputs, "target.json"), join(inputs, "link.json")];
    writeFileSync(target, "old");
    symlinkSync(target, link);
    const { code } = await recallGuard(["calibrate", config, "--out", link, "--model", model, "--quiet"]);
    expect([code, lstatSync(link).isSymbolicLink()]).toEqual([0, true]);
    expect(readFileSync(target, "utf8")).toBe(readFileSync(calibrators, "utf8"));
  });

  it("score a file, or standard input, one line a prompt", async () => {
    const file = join(inputs, "prompts.jsonl");
    const rows = study.evaluation.slice(0, 20).map((prompt, i) => ({
      prompt,
      ...(i === 0 ? { metadata: { date: "2000-01-01" } } : {}),
    }));
    const text = `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
    writeFileSync(file, text);
    const named = await score(file);
    const piped = execFileSync(
      process.execPath,
      [join(ROOT, ".dist/cli.js"), "score", "--calibrators", calibrators, "--model", model, config, "-"],
      { input: text, encoding: "utf8" },
    );
    const lines = named.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

    expect([named.code, named.stderr]).toEqual([0, ""]);
    expect(lines).toHaveLength(20);
    expect(lines[0]).toMatchObject({ model, before_cutoff: true });
    expect(lines[1]).toMatchObject({ before_cutoff: null });
    expect(Object.keys(lines[0]).slice(0, 9)).toEqual([
      ...["model", "prompt_hash", "parse_ok", "signal", "raw_confidence", "p_memorized"],
      ...["memguard_confidence", "features", "fail_reason"],
    ]);
    expect(piped).toBe(named.stdout);
  });

  it("ask nothing again of what stands in a journal", async () => {
    const file = join(inputs, "prompts.jsonl");
    const journal = join(inputs, "kept");
    const first = await score(file, "--journal", journal);
    const before = readFileSync(join(journal, "answers.jsonl"), "utf8");
    const second = await score(file, "--journal", journal);

    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(before.trim().split("\n")).toHaveLength(40);
    expect(second.stdout).toBe(first.stdout);
    expect(readFileSync(join(journal, "answers.jsonl"), "utf8")).toBe(before);
  });

  it("name what is wrong, and keep no answers in the directory of a run", async () => {
    const bad = join(inputs, "bad.jsonl");
    writeFileSync(bad, `${JSON.stringify({ prompt: study.evaluation[0] })}\n{"prompt":1}\n`);
    const row = await score(bad);
    const other = await recallGuard([
      "score",
      "--calibrators",
      calibrators,
      "--model",
      "nobody",
      config,
      bad,
    ]);
    const run = await score(bad, "--journal", join(inputs, "out"));
    const warmer = await score(bad, "--set", "request.temperature=0.5");

    expect([row.code, row.stderr.trim()]).toEqual([2, `${bad}:2:11: prompt: expected a text, got 1`]);
    expect(row.stdout.trim().split("\n")).toHaveLength(1);
    expect([other.code, other.stderr.trim()]).toEqual([
      2,
      `Cannot use "${calibrators}": it has no model "nobody" (it holds "parrot")`,
    ]);
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining("it holds a run")]);
    expect([warmer.code, warmer.stderr]).toEqual([
      2,
      expect.stringContaining("temperature was 0 and is 0.5"),
    ]);
  });
});
