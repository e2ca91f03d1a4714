import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Ended, folder, recallGuard, startRecallGuard, startUnshielded } from "../support/cli.ts";
import { KEY } from "../support/keys.ts";
import type { Mock } from "../support/mock/mod.ts";
import { mocks } from "../support/mocks.ts";
import {
  distinctRequests,
  EVERY_WRITER,
  SMALL,
  WHOLE,
  type Workload,
  workload,
} from "../support/workload.ts";

const ARTIFACTS = [
  "calibrators.json",
  "records.jsonl",
  "shortlist.json",
  "summary.csv",
  "top3.md",
  "report.html",
];
const TOTAL = distinctRequests(SMALL);

const mocked = mocks();

interface Lab {
  readonly base: string;
  readonly config: string;
  readonly out: string;
}

function lab(mock: Mock, load: Workload): Lab {
  const base = workload(mock.url, load);
  return { base, config: join(base, "run.yaml"), out: join(base, "out") };
}

const artifacts = (out: string) => ARTIFACTS.map((name) => readFileSync(join(out, name), "utf8"));
const distinct = (mock: Mock) =>
  new Set(mock.arrivals.map(({ model, prompt }) => `${model}\n${prompt}`)).size;
const journal = (out: string) => readFileSync(join(out, "answers.jsonl"), "utf8").trimEnd().split("\n");
/** What is said, but for what is said of the inputs. */
const plain = ({ stderr }: Ended) =>
  stderr.replace(/^warning: (?:"[^"]*eval\.jsonl"|confounded-corpus).*\n/gm, "");

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

const manifestOf = (out: string) => JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));

describe("a run that is killed", () => {
  it("goes on where it stopped, three times, and ends with the files of one that was left alone", async () => {
    const mock = await mocked({ latencyMs: 5 });
    const load = { ...SMALL, reports: EVERY_WRITER };
    const whole = lab(mock, load);
    expect((await recallGuard(["run", whole.config, "--out", whole.out])).code).toBe(0);
    expect([mock.arrivals.length, distinct(mock)]).toEqual([TOTAL, TOTAL]);

    const { config, out } = lab(mock, load);
    for (const share of [0.1, 0.5, 0.9]) {
      const from = mock.arrivals.length;
      const left = TOTAL - (existsSync(out) ? journal(out).length : 0);
      const run = startRecallGuard(["run", config, "--out", out]);
      await until(() => mock.arrivals.length >= from + Math.ceil(share * left));
      run.signal("SIGKILL");
      expect((await run.ended).code).toBeNull();
      expect(existsSync(join(out, "manifest.json"))).toBe(false);
    }
    const last = await recallGuard(["run", "--resume", out]);
    expect([last.code, plain(last)]).toEqual([0, ""]);
    expect(artifacts(out)).toEqual(artifacts(whole.out));
    expect(mock.arrivals.length).toBeLessThanOrEqual(2 * TOTAL + 3 * 8);
    expect(readdirSync(out)).not.toContain(".lock");
  });

  it("is told of a torn line, which is asked again", async () => {
    const mock = await mocked();
    const { config, out } = lab(mock, { ...SMALL, settings: ["budget: { requests: 40 }"] });
    expect((await recallGuard(["run", config, "--out", out])).code).toBe(5);
    const file = join(out, "answers.jsonl");
    writeFileSync(file, readFileSync(file).subarray(0, -100));
    const run = await recallGuard(["run", "--resume", out, "--set", "budget.requests=1000"]);
    expect(run.code).toBe(0);
    expect(plain(run)).toBe(
      `warning: "${file}" line 40 does not count: it has no end; it is cut, and its question is asked again\n`,
    );
    expect(mock.arrivals).toHaveLength(TOTAL + 1);
  });
});

describe("a run with a budget", () => {
  it("sends no more requests than it may, at any concurrency, says what is missing and goes on with more", async () => {
    const mock = await mocked({ latencyMs: 3 });
    const { config, out } = lab(mock, { ...WHOLE, concurrency: 64, settings: ["budget: { requests: 500 }"] });
    const planned = await recallGuard(["plan", config, "--json"]);
    expect(JSON.parse(planned.stdout).total).toMatchObject({ requests: 2650, answered: 0, worstCase: 7950 });
    expect(mock.arrivals).toHaveLength(0);

    const capped = await recallGuard(["run", config, "--out", out]);
    expect([capped.code, mock.arrivals.length]).toEqual([5, 500]);
    expect(plain(capped)).toMatch(
      /^Cannot ask more: budget\.requests \(500\) is used up; missing are up to 2150 requests, about \d+ tokens\n/,
    );
    expect(capped.stderr).toContain(`\nGo on with: recall-guard run --resume ${out}\n`);
    const half = await recallGuard(["plan", config, "--journal", out, "--json"]);
    expect(JSON.parse(half.stdout).total).toMatchObject({ requests: 2650, answered: 500, toAsk: 2150 });

    const run = await recallGuard(["run", "--resume", out, "--set", "budget.requests=5000"]);
    expect([run.code, plain(run)]).toEqual([0, ""]);
    expect([mock.arrivals.length, distinct(mock)]).toEqual([2650, 2650]);
    expect(manifestOf(out).journal.lines).toBe(2650);
    expect(statSync(join(out, "answers.jsonl")).size).toBeLessThan(30e6);

    await mock.close();
    const replayed = await recallGuard(["replay", out, "--json"]);
    expect([replayed.code, replayed.stderr]).toEqual([0, ""]);
    expect(JSON.parse(replayed.stdout).outcomes).toBe(2650);
  }, 300_000);

  it("never spends more tokens, nor more money, than it may", async () => {
    const mock = await mocked({ latencyMs: 3 });
    const prices = `prices: { ${[...SMALL.models, "lab/ref"].map((model) => `${model}: { input: 1, output: 10 }`).join(", ")} }`;
    for (const [budget, spent] of [
      ["tokens: 4000", ({ input, output }: Charge) => input + output],
      ["money: 0.02", ({ input, output }: Charge) => (input + 10 * output) / 1e6],
    ] as const) {
      const { config, out } = lab(mock, {
        ...SMALL,
        concurrency: 16,
        settings: [prices, `budget: { ${budget} }`, "request: { max_tokens: 128 }"],
      });
      const run = await recallGuard(["run", config, "--out", out]);
      const [name, limit] = budget.split(": ");
      expect(run.code).toBe(5);
      expect(run.stderr).toContain(`Cannot ask more: budget.${name} (${limit}) leaves `);
      const charges: ReadonlyArray<Charge> = journal(out).map((line) => JSON.parse(line).charged);
      const total = charges.reduce((sum, charge) => sum + spent(charge), 0);
      expect(total).toBeLessThanOrEqual(Number(limit));
      expect(total).toBeGreaterThan(0.7 * Number(limit));
    }
  });

  it("ends when its time is over", async () => {
    const mock = await mocked({ latencyMs: 300 });
    const { config, out } = lab(mock, { ...SMALL, settings: ["budget: { wall_time_s: 0.5 }"] });
    const run = await recallGuard(["run", config, "--out", out]);
    expect(run.code).toBe(5);
    expect(run.stderr).toContain("Cannot ask more: budget.wall_time_s (0.5) is over; missing are up to ");
    expect(journal(out)).toHaveLength(mock.arrivals.length);
  });

  it("needs a price for every model that money is spent on", async () => {
    const mock = await mocked();
    const { config } = lab(mock, {
      ...SMALL,
      settings: ["budget: { money: 1 }", "prices: { lab/a: { input: 1, output: 1 } }"],
    });
    const run = await recallGuard(["run", config]);
    expect([run.code, run.stderr]).toEqual([
      2,
      'Cannot keep budget.money: prices names no price for "lab/b", "lab/ref"\n',
    ]);
  });
});

interface Charge {
  readonly input: number;
  readonly output: number;
}

describe("a run that loses a model in the middle", () => {
  it.each([
    [429, '{"error":{"code":"insufficient_quota","message":"no quota"}}', "its account is spent", 8],
    [402, '{"error":{"message":"no credits"}}', "its account is spent", 8],
    [503, "{}", "its last 16 requests failed", 16 + 8],
  ])(
    "to HTTP %i ends with exit 5, and is resumed to the files of one that was left alone",
    async (status, body, why, most) => {
      let isLost = true;
      const isLater = (asked: Readonly<Record<string, unknown>>) =>
        isLost && /Session (?:[5-9]|\d\d)\. .* Evaluation/.test(JSON.stringify(asked));
      const faults = [{ model: "lab/b", when: isLater, does: { status, body } }];
      const load = { ...SMALL, rows: 30, settings: ["retry: { max: 0 }"] };
      const alone = lab(await mocked(), load);
      await recallGuard(["run", alone.config, "--out", alone.out]);

      const mock = await mocked({ faults });
      const { config, out } = lab(mock, load);
      const run = await recallGuard(["run", config, "--out", out]);
      expect(run.code).toBe(5);
      expect(run.stderr).toContain(`warning: Cannot ask "lab/b" any more: ${why} (HTTP ${status}`);
      expect(run.stderr).toContain(`\nGo on with: recall-guard run --resume ${out}\n`);
      expect(mock.arrivals.filter(({ fault }) => fault !== null).length).toBeLessThanOrEqual(most);
      expect(existsSync(join(out, "manifest.json"))).toBe(false);
      isLost = false;
      expect((await recallGuard(["run", "--resume", out])).code).toBe(0);
      for (const name of ["records.jsonl", "summary.csv", "top3.md", "statistics.csv"]) {
        expect(readFileSync(join(out, name), "utf8")).toBe(readFileSync(join(alone.out, name), "utf8"));
      }
    },
  );
});

describe("a run that is interrupted", () => {
  it("keeps the answers under way, says how to go on, and asks none of them again", async () => {
    const mock = await mocked({ latencyMs: 300 });
    const { config, out } = lab(mock, SMALL);
    const run = startRecallGuard(["run", config, "--out", out]);
    await until(() => mock.arrivals.length >= 20);
    run.signal("SIGINT");
    const { code, stdout, stderr } = await run.ended;
    expect([code, stdout]).toEqual([130, ""]);
    expect(stderr.replace(/^warning.*\n/gm, "").split("\n")).toEqual([
      "Waiting for the answers under way, to keep them; a second Ctrl-C ends at once",
      "Interrupted",
      `Go on with: recall-guard run --resume ${out}`,
      "",
    ]);
    expect(journal(out)).toHaveLength(mock.arrivals.length);
    expect(mock.arrivals.length).toBeLessThan(TOTAL);
    expect(readdirSync(out).toSorted()).not.toContain("manifest.json");
    expect((await recallGuard(["run", "--resume", out])).code).toBe(0);
    expect([mock.arrivals.length, distinct(mock)]).toEqual([TOTAL, TOTAL]);
  });

  it.each(["SIGTERM", "SIGHUP"] as const)("keeps the answers under way at %s as well", async (name) => {
    const mock = await mocked({ latencyMs: 300 });
    const { config, out } = lab(mock, SMALL);
    const run = startUnshielded(["run", config, "--out", out]);
    await until(() => mock.arrivals.length >= 20);
    run.signal(name);
    const { code, stderr } = await run.ended;
    expect(code).toBe(130);
    expect(stderr).toContain(`Go on with: recall-guard run --resume ${out}\n`);
    expect(journal(out)).toHaveLength(mock.arrivals.length);
    expect(mock.arrivals.length).toBeLessThan(TOTAL);
  });

  it("ends at once when it is interrupted again", async () => {
    const mock = await mocked({ faults: [{ every: 1, does: "hang" }] });
    const { config, out } = lab(mock, SMALL);
    const run = startRecallGuard(["run", config, "--out", out]);
    await until(() => mock.arrivals.length >= 8);
    run.signal("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 500));
    run.signal("SIGINT");
    expect((await run.ended).code).toBeNull();
    expect(mock.arrivals).toHaveLength(8);
  });
});

describe("a run on a disk that is too small", () => {
  const small = folder();
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", small]).status === 0;
  afterAll(() => {
    if (isMounted) spawnSync("umount", [small]);
  });

  it.runIf(isMounted)(
    "ends with a clear error, and goes on from what it had on a larger one",
    async () => {
      const mock = await mocked({ latencyMs: 1 });
      const load = { ...WHOLE, rows: 130, corpus: 60 };
      const { config, base } = lab(mock, load);
      const out = join(small, "out");
      const run = await recallGuard(["run", config, "--out", out]);
      expect(run.code).toBe(1);
      expect(run.stderr).toContain(
        `Cannot write "${join(out, "answers.jsonl")}": no space is left on the device\n`,
      );
      const moved = join(base, "moved");
      cpSync(out, moved, { recursive: true });
      expect(journal(moved).length).toBeGreaterThan(500);
      expect((await recallGuard(["run", "--resume", moved])).code).toBe(0);
      expect(mock.arrivals.length).toBeLessThanOrEqual(distinctRequests(load) + 8);
      expect(journal(moved)).toHaveLength(distinctRequests(load));
    },
    180_000,
  );

  it.runIf(isMounted)("finds a place that cannot be written before anything is sent", async () => {
    const mock = await mocked();
    const { config } = lab(mock, SMALL);
    spawnSync("mount", ["-o", "remount,ro", small]);
    const out = join(small, "other");
    const run = await recallGuard(["run", config, "--out", out]);
    expect([run.code, plain(run)]).toEqual([
      1,
      `Cannot make the directory "${out}": the file system is read-only\n`,
    ]);
    expect(mock.arrivals).toHaveLength(0);
  });

  it("finds a file where its directory should be before anything is sent", async () => {
    const mock = await mocked();
    const { config, base } = lab(mock, SMALL);
    const run = await recallGuard(["run", config, "--out", join(base, "eval.jsonl")]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("a part of its path is no directory");
    expect(mock.arrivals).toHaveLength(0);
  });
});

describe("a run that goes on", () => {
  it("has to be the same run: every field that differs is named", async () => {
    const mock = await mocked();
    const { base, config, out } = lab(mock, { ...SMALL, settings: ["budget: { requests: 30 }"] });
    await recallGuard(["run", config, "--out", out]);
    const sent = mock.arrivals.length;
    const seeded = await recallGuard([
      "run",
      config,
      "--resume",
      out,
      "--set",
      "seed=5",
      "--set",
      "request.max_tokens=9",
    ]);
    expect([seeded.code, plain(seeded)]).toEqual([
      2,
      `Cannot go on with the run in "${out}": seed was 0 and is 5\n` +
        `Cannot go on with the run in "${out}": request.max_tokens was 512 and is 9\n`,
    ]);
    const rows = readFileSync(join(base, "eval.jsonl"), "utf8").split("\n");
    const [header = "", first = "", second = "", ...more] = rows;
    writeFileSync(join(base, "eval.jsonl"), [header, second, first, ...more].join("\n"));
    for (const args of [
      ["run", config, "--out", out],
      ["run", "--resume", out],
    ]) {
      const edited = await recallGuard(args);
      expect(edited.code).toBe(2);
      expect(plain(edited)).toMatch(
        /^Cannot go on with the run in ".*": input "eval.jsonl" was [0-9a-f]{64} and is [0-9a-f]{64}\n$/,
      );
    }
    expect(mock.arrivals).toHaveLength(sent);
  });

  it("may be paced, paid and reported otherwise", async () => {
    const mock = await mocked();
    const { config, out } = lab(mock, { ...SMALL, settings: ["budget: { requests: 30 }"] });
    await recallGuard(["run", config, "--out", out]);
    const free = [
      "budget={}",
      "provider.with.concurrency=2",
      "retry.max=0",
      "request.timeout_s=9",
      "reports=[summary]",
    ];
    const run = await recallGuard(["run", "--resume", out, ...free.flatMap((value) => ["--set", value])]);
    expect(run.code).toBe(0);
    expect(mock.arrivals).toHaveLength(TOTAL);
  });

  it("asks what failed again, and nothing that was answered", async () => {
    const faults = [{ model: "lab/b", first: 1, does: { status: 400, body: "{}" } }];
    const mock = await mocked({ faults });
    const { config, out } = lab(mock, { ...SMALL, settings: ["budget: { requests: 60 }"] });
    expect((await recallGuard(["run", config, "--out", out])).code).toBe(5);
    expect(JSON.parse(readFileSync(join(out, "shortlist.json"), "utf8")).outcomes[1].passed).toBe(false);
    const run = await recallGuard(["run", "--resume", out, "--set", "budget={}"]);
    expect(run.code).toBe(0);
    expect(JSON.parse(readFileSync(join(out, "shortlist.json"), "utf8")).outcomes[1].passed).toBe(true);
    const asked = (model: string) => mock.arrivals.filter((arrival) => arrival.model === model).length;
    expect(asked("lab/a")).toBe(32);
  });

  it("does not go over a finished run, nor into a folder of other files, nor where there is none", async () => {
    const mock = await mocked();
    const { base, config, out } = lab(mock, SMALL);
    await recallGuard(["run", config, "--out", out]);
    const says = async (...args: ReadonlyArray<string>) => {
      const { code, stderr } = await recallGuard(["run", ...args]);
      return [code, stderr];
    };
    expect(await says(config, "--out", out)).toEqual([
      2,
      `Cannot write to "${out}": the run in it is finished; name a new directory\n`,
    ]);
    expect(await says("--resume", out)).toEqual([
      2,
      `Cannot go on with "${out}": the run in it is finished; name a new directory\n`,
    ]);
    expect(await says(config, "--out", base)).toEqual([
      2,
      `Cannot write to "${base}": it holds files already; name a new directory\n`,
    ]);
    expect(await says("--resume", base)).toEqual([2, `Cannot go on with "${base}": there is no run in it\n`]);
    expect(mock.arrivals).toHaveLength(TOTAL);
  });

  it("goes on with its kept inputs where the originals are gone", async () => {
    const mock = await mocked();
    const { base, config, out } = lab(mock, { ...SMALL, settings: ["budget: { requests: 30 }"] });
    await recallGuard(["run", config, "--out", out]);
    const moved = join(folder(), "moved");
    cpSync(out, moved, { recursive: true });
    rmSync(base, { recursive: true });
    const resumed = await recallGuard(["run", "--resume", moved, "--set", "budget={}"], {
      env: { LAB_KEY: KEY },
    });
    expect(resumed.code).toBe(0);
    expect(mock.arrivals).toHaveLength(TOTAL);
  });

  it("refuses a record that it cannot read", async () => {
    const mock = await mocked();
    const { config, out } = lab(mock, { ...SMALL, settings: ["budget: { requests: 30 }"] });
    await recallGuard(["run", config, "--out", out]);
    writeFileSync(join(out, "run.json"), '{"run_version":0}');
    const run = await recallGuard(["run", "--resume", out]);
    expect([run.code, run.stderr]).toEqual([
      2,
      `Cannot go on with "${out}": "run.json" was not written by this version of recall-guard\n`,
    ]);
  });
});

describe("two runs in one directory", () => {
  it("are not: the second is refused while the first lives", async () => {
    const mock = await mocked({ latencyMs: 100 });
    const { config, out } = lab(mock, SMALL);
    const first = startRecallGuard(["run", config, "--out", out]);
    await until(() => mock.arrivals.length >= 8);
    const second = await recallGuard(["run", config, "--out", out]);
    expect(second.code).toBe(2);
    expect(plain(second)).toMatch(/^Cannot use ".*": another run \(process \d+\) is under way in it\n$/);
    expect((await first.ended).code).toBe(0);
    expect(mock.arrivals).toHaveLength(TOTAL);
  });
});
