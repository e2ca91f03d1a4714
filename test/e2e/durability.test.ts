import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { casesIn } from "../support/cases.ts";
import { ROOT, recallGuard, startRecallGuard } from "../support/cli.ts";
import { type Mock, type MockOptions, startMock } from "../support/mock/mod.ts";
import { distinctRequests, SMALL, type Workload, workload } from "../support/workload.ts";

const open: Array<Mock> = [];
afterAll(async () => {
  await Promise.all(open.map((mock) => mock.close()));
});

async function lab(load: Workload, options: MockOptions = {}) {
  const mock = await startMock(options);
  open.push(mock);
  const base = workload(mock.url, load);
  return {
    mock,
    base,
    config: join(base, "run.yaml"),
    out: join(base, "out"),
    total: distinctRequests(load),
  };
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
};
const linesOf = (out: string, name: string) => readFileSync(join(out, name), "utf8").trimEnd().split("\n");
const THREE: Workload = { models: ["lab/a", "lab/b", "lab/c"], rows: 40, corpus: 5 };
const CAPPED: Workload = { ...SMALL, settings: ["budget: { requests: 40 }"] };

/** What is done, and has to hold, for each handed case. */
const SCENARIOS: Readonly<Record<string, () => Promise<void>>> = {
  "G-crash-resume-1": async () => {
    const { mock, config, out, total } = await lab(THREE, { latencyMs: 5 });
    const run = startRecallGuard(["run", config, "--out", out]);
    await until(() => mock.arrivals.length >= 60);
    run.signal("SIGKILL");
    await run.ended;
    expect((await recallGuard(["run", config, "--out", out])).code).toBe(0);
    expect(mock.arrivals.length).toBeLessThanOrEqual(total + 8);
    const rows = linesOf(out, "records.jsonl").map((line) => JSON.parse(line));
    expect(new Set(rows.map(({ model, prompt_hash }) => `${model} ${prompt_hash}`)).size).toBe(120);
    expect(rows).toHaveLength(120);
  },
  "G-crash-resume-2": async () => {
    const load: Workload = { ...THREE, models: ["lab/a"], rows: 200 };
    for (const answered of [150, distinctRequests(load)]) {
      const { mock, config, out } = await lab(load, { latencyMs: 40 });
      const run = startRecallGuard(["run", config, "--out", out]);
      await until(() => mock.arrivals.length >= answered);
      rmSync(out, { recursive: true });
      const { code, stderr } = await run.ended;
      expect([code, stderr.split("\n").at(-2)]).toEqual([
        1,
        `Cannot go on: "${join(out, "answers.jsonl")}" was removed while the run was writing it`,
      ]);
      expect(existsSync(out)).toBe(false);
    }
  },
  "G-torn-record-2": async () => {
    const { mock, config, out } = await lab(CAPPED);
    await recallGuard(["run", config, "--out", out]);
    const lines = linesOf(out, "answers.jsonl");
    writeFileSync(join(out, "answers.jsonl"), `${lines.with(1, '{"k":2').join("\n")}\n`);
    const refused = await recallGuard(["run", "--resume", out]);
    expect([refused.code, refused.stderr.includes('answers.jsonl" line 2:')]).toEqual([2, true]);
    writeFileSync(join(out, "answers.jsonl"), `${lines.toSpliced(1, 1).join("\n")}\n`);
    expect((await recallGuard(["run", "--resume", out, "--set", "budget={}"])).code).toBe(0);
    expect(mock.arrivals).toHaveLength(distinctRequests(SMALL) + 1);
  },
  "G-torn-record-3": async () => {
    const { config, out } = await lab(CAPPED);
    await recallGuard(["run", config, "--out", out]);
    const file = join(out, "answers.jsonl");
    writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from("eyJrIjoxLCJ0Ijoi5Lg=", "base64")]));
    const run = await recallGuard(["run", "--resume", out, "--set", "budget={}"]);
    expect([run.code, run.stderr.includes("line 41 does not count: it has no end")]).toEqual([0, true]);
    expect(readFileSync(file, "utf8")).not.toContain("\uFFFD");
  },
  "G-disk-full-3": async () => {
    const { mock, config, base } = await lab(SMALL);
    const run = await recallGuard(["run", config, "--out", join(base, "eval.jsonl", "out")]);
    expect([run.code === 1 || run.code === 2, mock.arrivals.length]).toEqual([true, 0]);
  },
  "G-interrupt-1": async () => {
    const { mock, config, out } = await lab({ ...THREE, rows: 50 }, { latencyMs: 300 });
    const run = startRecallGuard(["run", config, "--out", out]);
    await until(() => mock.arrivals.length >= 30);
    run.signal("SIGINT");
    expect((await run.ended).code).toBe(130);
    expect(existsSync(join(out, "top3.md"))).toBe(false);
    for (const line of linesOf(out, "answers.jsonl")) JSON.parse(line);
    expect((await recallGuard(["replay", out])).stderr).toContain("it holds no finished run");
  },
  "G-interrupt-4": async () => {
    const { config, out } = await lab(SMALL);
    const command = `"$0" .dist/cli.js run "$1" --out "$2" 2>"$2.err" | true`;
    const shell = spawn("sh", ["-c", command, process.execPath, config, out], { cwd: ROOT });
    await new Promise((resolve) => shell.on("close", resolve));
    expect(readFileSync(`${out}.err`, "utf8")).not.toMatch(/EPIPE|at .*\.js/);
    expect(readdirSync(out)).toContain("manifest.json");
    expect((await recallGuard(["replay", out])).code).toBe(0);
  },
  "G-two-runs-1": async () => {
    const { mock, config, out, total } = await lab(SMALL, { latencyMs: 30 });
    const both = await Promise.all([1, 2].map(() => recallGuard(["run", config, "--out", out])));
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 2]);
    expect(mock.arrivals).toHaveLength(total);
    expect((await recallGuard(["replay", out])).code).toBe(0);
  },
  "G-cache-poison-3": async () => {
    const faults = [{ first: 1, model: "lab/a", does: { status: 200, body: '{"choices":[]}' } }];
    const { mock, config, out } = await lab(
      { ...SMALL, models: ["lab/b", "lab/a"], settings: ["budget: { requests: 30 }", "retry: { max: 0 }"] },
      { faults },
    );
    expect((await recallGuard(["run", config, "--out", out])).code).toBe(5);
    const empty = mock.arrivals.filter(({ fault }) => fault !== null);
    expect(empty.length).toBeGreaterThan(0);
    expect((await recallGuard(["run", "--resume", out, "--set", "budget={}"])).code).toBe(0);
    for (const { prompt } of empty) {
      expect(mock.arrivals.filter((one) => one.prompt === prompt && one.model === "lab/a")).toHaveLength(2);
    }
  },
  "G-cache-poison-5": async () => {
    let isFixed = false;
    const faults = [{ model: "lab/a", when: () => !isFixed, does: "no-logprobs" as const }];
    const { mock, config, out } = await lab(
      { ...SMALL, models: ["lab/b", "lab/a"], settings: ["budget: { requests: 30 }"] },
      { faults },
    );
    expect((await recallGuard(["run", config, "--out", out])).code).toBe(5);
    const mute = mock.arrivals.filter(({ fault }) => fault !== null);
    expect(mute).toHaveLength(5);
    expect(
      linesOf(out, "answers.jsonl").filter((line) => line.includes('"outcome":"unmeasured"')),
    ).toHaveLength(5);
    isFixed = true;
    expect((await recallGuard(["run", "--resume", out, "--set", "budget={}"])).code).toBe(0);
    for (const { prompt } of mute) {
      expect(mock.arrivals.filter((one) => one.prompt === prompt && one.model === "lab/a")).toHaveLength(2);
    }
    const rows = linesOf(out, "records.jsonl").map((line) => JSON.parse(line));
    expect(rows.filter(({ model }) => model === "lab/a")).toHaveLength(12);
    expect((await recallGuard(["replay", out])).code).toBe(0);
  },
  "G-cache-poison-4": async () => {
    const { config, out } = await lab(CAPPED);
    await recallGuard(["run", config, "--out", out]);
    const lines = linesOf(out, "answers.jsonl");
    const edited = (lines[3] ?? "").replace(/"text":"[^"]*"/, '"text":"Direction: 1"');
    writeFileSync(join(out, "answers.jsonl"), `${lines.with(3, edited).join("\n")}\n`);
    const run = await recallGuard(["run", "--resume", out]);
    expect([run.code, run.stderr.includes("line 4: its checksum does not hold")]).toEqual([2, true]);
  },
  "G-resume-changed-2": async () => {
    const { base, config, out } = await lab(CAPPED);
    await recallGuard(["run", config, "--out", out]);
    const rows = readFileSync(join(base, "eval.jsonl"), "utf8").split("\n");
    writeFileSync(
      join(base, "eval.jsonl"),
      rows
        .with(3, rows[4] ?? "")
        .with(4, rows[3] ?? "")
        .join("\n"),
    );
    const run = await recallGuard(["run", config, "--out", out]);
    expect([run.code, run.stderr.includes('input "eval.jsonl" was ')]).toEqual([2, true]);
  },
  "G-resume-changed-3": async () => {
    const { config, out } = await lab(CAPPED);
    await recallGuard(["run", config, "--out", out]);
    const { inputs: _, ...older } = JSON.parse(readFileSync(join(out, "run.json"), "utf8"));
    writeFileSync(join(out, "run.json"), JSON.stringify({ ...older, unknown: 1 }));
    const run = await recallGuard(["run", "--resume", out]);
    expect([run.code, run.stderr]).toEqual([
      2,
      `Cannot go on with "${out}": "run.json" was not written by this version of recall-guard\n`,
    ]);
  },
};

/** Cases that tests of the journal itself hold. */
const IN_UNIT_TESTS = ["G-disk-full-2", "G-two-runs-3"];

describe("handed cases of crashes, partial files, locks and interrupts", () => {
  const cases = casesIn<{ readonly type: string }, unknown>("durability.jsonl");

  it("are all accounted for", () => {
    expect([...Object.keys(SCENARIOS), ...IN_UNIT_TESTS].toSorted()).toEqual(
      cases.map(({ id }) => id).toSorted(),
    );
  });

  it.each(Object.entries(SCENARIOS))("%s", async (_, holds) => {
    await holds();
  });
});
