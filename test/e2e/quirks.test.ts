import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recallGuard } from "../support/cli.ts";
import { KEY } from "../support/keys.ts";
import type { Fault, Mock, MockOptions } from "../support/mock/mod.ts";
import { mocks } from "../support/mocks.ts";
import { distinctRequests, SMALL, type Workload, workload } from "../support/workload.ts";

const mocked = mocks();

/** What a command leaves behind, everything that it wrote and said in one text. */
async function command(args: ReadonlyArray<string>, directory: string) {
  const ended = await recallGuard(args, { env: { LAB_KEY: KEY } });
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== ".env",
  );
  const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  return { ...ended, everything: [ended.stdout, ended.stderr, ...written].join("\n") };
}

async function run(mock: Mock, load: Workload) {
  const base = workload(mock.url, { ...load, settings: ["retry: { backoff_s: 0 }"] });
  const config = join(base, "run.yaml");
  const out = join(base, "out");
  const set = ["--set", "provider.with.api_key_env=LAB_KEY"];
  const ended = await command(["run", config, "--out", out, ...set], base);
  const lines = (name: string) =>
    readFileSync(join(out, name), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  return {
    ...ended,
    out,
    lines,
    manifest: () => JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")),
  };
}

const refusing = (parameter: string, when: NonNullable<Fault["when"]>, message: string): Fault => ({
  when,
  does: {
    status: 400,
    body: JSON.stringify({ error: { message: `${message} (${KEY})`, param: parameter } }),
  },
});

const NO_TEMPERATURE = refusing("temperature", (body) => "temperature" in body, "temperature is fixed");
const CAPPED = refusing(
  "top_logprobs",
  ({ top_logprobs }) => Number(top_logprobs) > 5,
  "top_logprobs: at most 5",
);
const RENAMED = refusing("max_tokens", (body) => "max_tokens" in body, "use max_completion_tokens");

interface Line {
  readonly outcome: string;
  readonly temperature: number | null;
  readonly top_logprobs: number;
  readonly concessions?: unknown;
}

describe("a run against an endpoint that refuses parameters", () => {
  it("asks every row of a model in the one way that it takes, warns, records it, and holds no key", async () => {
    const faults = [NO_TEMPERATURE, CAPPED, RENAMED].map((fault) => ({ ...fault, model: "lab/a" }));
    const mock = await mocked({ faults });
    const result = await run(mock, SMALL);
    expect(result.code).toBe(0);
    const refused = mock.arrivals.filter(({ fault }) => fault !== null);
    expect(mock.arrivals.length - refused.length).toBe(distinctRequests(SMALL));
    // One a parameter where the first answer comes in time, and none but those under way where it does not.
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(refused.length).toBeLessThanOrEqual(3 * 8);
    const answered = mock.arrivals.filter(({ model, fault }) => model === "lab/a" && fault === null);
    expect(new Set(answered.map(({ body }) => Object.keys(body).toSorted().join()))).toEqual(
      new Set(["logprobs,max_completion_tokens,messages,model,top_logprobs"]),
    );
    expect(new Set(answered.map(({ body }) => body["top_logprobs"]))).toEqual(new Set([5]));
    const lines: ReadonlyArray<Line & { readonly model: string }> = result.lines("answers.jsonl");
    const good = lines.filter(({ outcome }) => outcome === "answered");
    const ways = (model: string) =>
      new Set(
        good.filter((line) => line.model === model).map((line) => `${line.temperature} ${line.top_logprobs}`),
      );
    expect([ways("lab/a"), ways("lab/b")]).toEqual([new Set(["null 5"]), new Set(["0 20"])]);
    const { warnings } = result.manifest();
    const told = warnings.filter((text: string) => text.includes('"lab/a" is asked'));
    expect(told.map((text: string) => text.split(":")[0])).toEqual([
      "temperature-not-honoured",
      "top-logprobs-capped",
      '"lab/a" is asked with max_completion_tokens for max_tokens, as its endpoint wants it (HTTP 400',
    ]);
    const summary = readFileSync(join(result.out, "summary.csv"), "utf8").split("\n");
    expect(summary.find((line) => line.startsWith("lab/a,"))).toMatch(
      /temperature-not-honoured;top-logprobs-capped/,
    );
    expect(summary.find((line) => line.startsWith("lab/b,"))).not.toMatch(/temperature|capped/);
    expect(result.everything).not.toContain(KEY);
    expect((await recallGuard(["replay", result.out])).code).toBe(0);
  });

  it("says in the manifest how much was in flight at once, and how far throttling brought it down", async () => {
    const does = { status: 429, headers: { "retry-after-ms": "50" }, body: "{}" };
    const mock = await mocked({ latencyMs: 5, faults: [{ every: 7, does }] });
    const { code, manifest } = await run(mock, SMALL);
    expect(code).toBe(0);
    expect(manifest().requests.peak_in_flight).toBeGreaterThan(2);
    expect(manifest().requests.peak_in_flight).toBeLessThanOrEqual(8);
    expect(manifest().requests.lowest_limit).toBeLessThan(8);
  });

  it("keeps starts apart by min_call_interval_s", async () => {
    const mock = await mocked();
    const few = { models: ["lab/a"], rows: 5, corpus: 4 };
    const base = workload(mock.url, few);
    const set = ["--set", "provider.with.min_call_interval_s=0.05"];
    const { code } = await command(["run", join(base, "run.yaml"), "--out", join(base, "out"), ...set], base);
    expect([code, mock.arrivals.length]).toEqual([0, 13]);
    const starts = mock.arrivals.map(({ at }) => at);
    const [first = 0, last = 0] = [starts[0], starts.at(-1)];
    // Arrivals may come closer together than the starts did, but not all of them.
    expect(last - first).toBeGreaterThanOrEqual(50 * (starts.length - 2));
  });
});

describe("recall-guard doctor", () => {
  const examine = async (options: MockOptions, ...flags: ReadonlyArray<string>) => {
    const mock = await mocked(options);
    const base = workload(mock.url, { ...SMALL, settings: ["retry: { backoff_s: 0 }"] });
    const set = ["--set", "provider.with.api_key_env=LAB_KEY"];
    const ended = await command(["doctor", join(base, "run.yaml"), ...set, ...flags], base);
    expect(ended.everything).not.toContain(KEY);
    return { ...ended, requests: mock.arrivals.length };
  };

  it("ends with 0 and a table for a healthy endpoint", async () => {
    const { code, stdout, stderr, requests } = await examine({});
    expect([code, stderr, requests]).toEqual([0, "", 15]);
    expect(stdout).toMatch(/│ lab\/b +│ inference +│ ok +│ 5 of 5 calls answered, in/);
    expect(stdout).toContain("3 of 3 models can be used; the instrument was not checked.");
    expect(stdout).not.toMatch(/warning|FAILED/);
  });

  it("ends with 7 and names the model and both its faults", async () => {
    const faults = [
      { ...NO_TEMPERATURE, model: "lab/b" },
      { model: "lab/b", does: "no-logprobs" },
    ] as const;
    const { code, stdout, stderr } = await examine({ faults });
    expect(code).toBe(7);
    expect(stderr).toBe(
      'Cannot use "lab/b": logprobs (unusable in 5 of 5 answers: the endpoint gave no logprobs (5 times))\n',
    );
    expect(stdout).toContain("temperature-not-honoured: the endpoint refuses temperature 0");
    expect(stdout).toContain("2 of 3 models can be used; the instrument was not checked.");
  });

  it("prints JSON for machines", async () => {
    const { code, stdout } = await examine(
      { faults: [{ does: { status: 401, body: `{"error":"${KEY}"}` } }] },
      "--json",
    );
    const { models } = JSON.parse(stdout);
    expect([code, models.length, models[0].usable]).toEqual([7, 3, false]);
    expect(models[0].findings[0]).toMatchObject({
      check: "inference",
      status: "failed",
      says: expect.stringContaining("it rejected the key in LAB_KEY (HTTP 401: [key])"),
    });
  });

  it("ends with 5 at the budget, with what it has seen until then", async () => {
    const { code, stdout, requests } = await examine({}, "--set", "budget.requests=7");
    expect([code, requests]).toEqual([5, 7]);
    expect(stdout).toContain("usable for every token");
  });
});
