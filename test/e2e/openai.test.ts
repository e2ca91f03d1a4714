import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ended, folder, recallGuard } from "../support/cli.ts";
import { KEY } from "../support/keys.ts";
import { truth } from "../support/mock/mod.ts";
import { mocks } from "../support/mocks.ts";

interface Lab {
  readonly models: ReadonlyArray<string>;
  readonly reference?: string;
  readonly rows: number;
  readonly corpus: number;
  readonly minValid?: number;
  readonly settings?: ReadonlyArray<string>;
}

const jsonl = (rows: ReadonlyArray<unknown>) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const prompts = (kind: string, size: number) =>
  Array.from({ length: size }, (_, i) => `[${kind}] Session ${i}. Up or down at the close?`);

/** A folder with a config for the mock and its inputs. */
function lab(url: string, { models, reference, rows, corpus, minValid = 50, settings = [] }: Lab): string {
  const evaluation = prompts("oos", rows).map((prompt) => `${prompt} Evaluation.`);
  const registered = [...models, ...(reference === undefined ? [] : [reference])];
  return folder({
    "eval.jsonl": jsonl([
      { _cutoff_date: "2024-12-31" },
      ...evaluation.map((prompt) => ({ prompt, target_direction: truth(prompt) })),
    ]),
    "is.jsonl": jsonl(prompts("is", corpus).map((prompt) => ({ prompt, label: 1 }))),
    "oos.jsonl": jsonl(prompts("oos", corpus).map((prompt) => ({ prompt, label: 0 }))),
    "cutoffs.yaml": `models:\n${registered.map((model) => `  ${model}: 2023-12-31\n`).join("")}`,
    "run.yaml": [
      "version: 1",
      "inputs: { eval_set: eval.jsonl, is_memorized: is.jsonl, oos_control: oos.jsonl, cutoffs: cutoffs.yaml }",
      `models: { candidates: [${models.join(", ")}] }`,
      ...(reference === undefined ? [] : [`reference_model: ${reference}`]),
      `provider: { use: openai, with: { base_url: "${url}", api_key_env: LAB_KEY, concurrency: 8 } }`,
      "gates: { use: classic }",
      "resamples: 100",
      `calibration: { min_valid: ${minValid} }`,
      ...settings,
      "",
    ].join("\n"),
  });
}

/** A run that ended; what was warned of the small eval set is left out of `stderr`. */
interface Done extends Ended {
  readonly text: (name: string) => string;
  readonly files: ReadonlyArray<string>;
}

async function runLab(
  directory: string,
  env: Readonly<Record<string, string>> = { LAB_KEY: KEY },
): Promise<Done> {
  const out = join(directory, "out");
  const ended = await recallGuard(["run", join(directory, "run.yaml"), "--out", out], { env });
  const files = readdirSync(directory).includes("out") ? filesIn(out) : [];
  const stderr = ended.stderr.replace(/^warning: (?:"[^"]*eval\.jsonl"|confounded-corpus).*\n/gm, "");
  return { ...ended, stderr, files, text: (name) => readFileSync(join(out, name), "utf8") };
}

/** Names of the files in a folder and its folders, sorted. */
function filesIn(directory: string): ReadonlyArray<string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(directory, join(parentPath, name))).toSorted();
}

interface Row {
  readonly model: string;
  readonly parse_ok: boolean;
  readonly fail_reason: string | null;
  readonly raw_response_excerpt: string | null;
  readonly prompt_hash: string;
}

const records = ({ text }: Done): ReadonlyArray<Row> =>
  text("records.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

interface Try {
  readonly model: string;
  readonly passed: boolean;
  readonly fail_reason: string | null;
  readonly detail: string | null;
}

const tries = ({ text }: Done): ReadonlyArray<Try> => JSON.parse(text("shortlist.json")).outcomes;

const REPORTS = ["calibrators.json", "records.jsonl", "shortlist.json", "summary.csv", "top3.md"];
const all = (...names: ReadonlyArray<string>) => expect.arrayContaining([...names]);

const mocked = mocks();

const SMALL = { rows: 12, corpus: 10, minValid: 4 };

describe("recall-guard run against an OpenAI-compatible endpoint", () => {
  it("finishes with four models, a reference model and 330 rows: every request once, every record in order", async () => {
    const mock = await mocked({ latencyMs: 2 });
    const models = ["lab/a", "lab/b", "lab/c", "lab/d"];
    const run = await runLab(lab(mock.url, { models, reference: "lab/ref", rows: 330, corpus: 100 }));
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(run.files).toEqual(all(...REPORTS, "manifest.json"));
    expect(mock.arrivals).toHaveLength(5 * (330 + 100 + 100));
    expect(new Set(mock.arrivals.map(({ model, prompt }) => `${model}\n${prompt}`)).size).toBe(
      mock.arrivals.length,
    );
    expect(mock.most.inFlight).toBeLessThanOrEqual(8);
    expect(mock.most.connections).toBeLessThanOrEqual(8);
    const rows = records(run);
    expect(rows.map(({ model }) => model)).toEqual(models.flatMap((model) => Array<string>(330).fill(model)));
    const order = (model: string) => rows.filter((row) => row.model === model).map((row) => row.prompt_hash);
    for (const model of models) expect(order(model)).toEqual(order("lab/a"));
    expect(rows.filter(({ parse_ok }) => !parse_ok)).toEqual([]);
    for (const name of run.files) expect(run.text(name)).not.toContain(KEY);
  }, 240_000);

  it("ends with exit 2 after no more requests than the concurrency when every call is answered by 401", async () => {
    const mock = await mocked({
      latencyMs: 20,
      faults: [{ does: { status: 401, body: `{"error":"${KEY}?"}` } }],
    });
    const run = await runLab(lab(mock.url, { models: ["lab/a", "lab/b", "lab/c"], ...SMALL }));
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /^Cannot ask 127\.0\.0\.1:\d+: it rejected the key in LAB_KEY \(HTTP 401: \[key\]\?\)\n$/,
    );
    expect(mock.arrivals.length).toBeGreaterThan(0);
    expect(mock.arrivals.length).toBeLessThanOrEqual(8);
    expect(run.files.filter((name) => REPORTS.includes(name))).toEqual([]);
    for (const name of run.files) expect(run.text(name)).not.toContain(KEY);
  });

  it("loses no row, and asks none before its time, when every third request is put off for a second", async () => {
    const does = { status: 429, headers: { "retry-after": "1" }, body: "{}" };
    const mock = await mocked({ faults: [{ every: 3, does }] });
    const run = await runLab(lab(mock.url, { models: ["lab/a"], rows: 8, corpus: 6, minValid: 4 }));
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(records(run).map(({ parse_ok }) => parse_ok)).toEqual(Array(8).fill(true));
    const putOff = mock.arrivals.filter(({ fault }) => fault !== null);
    expect(putOff.length).toBeGreaterThanOrEqual(5);
    for (const { prompt, at } of putOff) {
      const next = mock.arrivals.find((later) => later.prompt === prompt && later.at > at);
      expect((next?.at ?? 0) - at).toBeGreaterThanOrEqual(1000);
    }
    expect(mock.arrivals).toHaveLength(20 + putOff.length);
  });

  it("leaves out a model that only fails and one without log-probabilities, names why, and judges the others whole", async () => {
    const faults = [
      { model: "lab/broken", does: { status: 500, body: '{"error":{"message":"no such luck"}}' } },
      { model: "lab/mute", does: "no-logprobs" },
    ] as const;
    const mock = await mocked({ faults });
    const models = ["lab/a", "lab/broken", "lab/mute", "lab/b"];
    const run = await runLab(lab(mock.url, { models, ...SMALL, settings: ["retry: { backoff_s: 0 }"] }));
    expect([run.code, run.files]).toEqual([0, all(...REPORTS, "manifest.json")]);
    expect(tries(run).map(({ model, fail_reason, detail }) => [model, fail_reason, detail])).toEqual([
      ["lab/a", null, null],
      ["lab/broken", "error", "HTTP 500: no such luck"],
      ["lab/mute", "no_logprobs", "the endpoint gave no logprobs"],
      ["lab/b", null, null],
    ]);
    expect(records(run).map(({ model, parse_ok }) => `${model} ${parse_ok}`)).toEqual([
      ...Array(12).fill("lab/a true"),
      ...Array(12).fill("lab/b true"),
    ]);
    expect(mock.arrivals.filter(({ model }) => model === "lab/broken")).toHaveLength(5 * 3);
  });

  it("ends with exit 5 when one model's server asks for hours, with everything else written", async () => {
    const does = { status: 429, headers: { "retry-after": "10800" }, body: '{"detail":"come back later"}' };
    const mock = await mocked({ faults: [{ model: "lab/busy", does }] });
    const run = await runLab(lab(mock.url, { models: ["lab/busy", "lab/a"], ...SMALL }));
    expect([run.code, run.files]).toEqual([5, all(...REPORTS)]);
    const [warning, left, end] = run.stderr.trimEnd().split("\n");
    expect(warning).toMatch(
      /^warning: Cannot ask "lab\/busy" before \d{4}-.*Z: .* \(HTTP 429: come back later\)$/,
    );
    expect(left).toMatch(/^warning: "lab\/busy" is left out by the smoke test: error \(throttled until /);
    expect(end).toBe('Cannot finish with "lab/busy" now, for the reasons above; all else is written');
    expect(tries(run)[0]).toMatchObject({ model: "lab/busy", passed: false, fail_reason: "error" });
    expect(tries(run)[0]?.detail).toMatch(/^throttled until /);
    expect(records(run).map(({ model, parse_ok }) => `${model} ${parse_ok}`)).toEqual(
      Array(12).fill("lab/a true"),
    );
    expect(mock.arrivals.filter(({ model }) => model === "lab/busy").length).toBeLessThanOrEqual(5);
  });

  it("ends with exit 5, not with an empty shortlist, when the only candidate is put off for hours", async () => {
    const mock = await mocked({ faults: [{ does: { status: 429, headers: { "retry-after": "10800" } } }] });
    const run = await runLab(lab(mock.url, { models: ["lab/busy"], ...SMALL }));
    expect(run.code).toBe(5);
    expect(run.stderr).toContain("lab/busy: error (throttled until ");
  });

  it("names the host, without a stack, when nothing listens there", async () => {
    const mock = await mocked();
    await mock.close();
    const directory = lab(mock.url, { models: ["lab/a"], ...SMALL, settings: ["retry: { backoff_s: 0 }"] });
    const run = await runLab(directory);
    expect([run.code, run.stderr]).toEqual([
      2,
      `No candidate passed the smoke test:\n  lab/a: error (no reply from ${new URL(mock.url).host}: the connection was refused (ECONNREFUSED))\n`,
    ]);
  });

  it("names the variable of a missing key and sends nothing", async () => {
    const mock = await mocked();
    const run = await runLab(lab(mock.url, { models: ["lab/a"], ...SMALL }), {});
    expect([run.code, run.stderr, mock.arrivals.length]).toEqual([
      2,
      "Cannot find a usable API key: set LAB_KEY in the environment, or in a file .env beside the config\n",
      0,
    ]);
  });
});
