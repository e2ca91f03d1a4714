import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { folder, recallGuard } from "../support/cli.ts";
import { completionBody } from "../support/mock/language.ts";
import { startMock } from "../support/mock/mod.ts";

vi.setConfig({ testTimeout: 240_000 });

const jsonl = (rows: ReadonlyArray<unknown>) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const corpus = (kind: string) =>
  jsonl(Array.from({ length: 8 }, (_, i) => ({ prompt: `[${kind}] Session ${i}?` })));

interface Lab {
  readonly url: string;
  readonly models: string;
  readonly ids: ReadonlyArray<string>;
  readonly prompts: ReadonlyArray<string>;
}

function lab({ url, models, ids, prompts }: Lab): string {
  return folder({
    "eval.jsonl": jsonl(
      prompts.map((prompt, i) => ({ prompt, target_direction: i % 2, metadata: { date: "2024-05-01" } })),
    ),
    "is.jsonl": corpus("is"),
    "oos.jsonl": corpus("oos"),
    "cutoffs.yaml": `models:\n${ids.map((id) => `  ${JSON.stringify(id)}: 2023-12-31\n`).join("")}`,
    "run.yaml": `version: 1
inputs: { eval_set: eval.jsonl, is_memorized: is.jsonl, oos_control: oos.jsonl, cutoffs: cutoffs.yaml }
models: ${models}
provider: { use: openai, with: { base_url: "${url}", concurrency: 8 } }
gates: { use: classic }
resamples: 20
calibration: { min_valid: 4 }
retry: { max: 0 }
`,
  });
}

const text = (cwd: string, name: string) => readFileSync(join(cwd, "out", name), "utf8");
const lines = (cwd: string, name: string) =>
  text(cwd, name)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

it("tries 500 candidates over eight connections and tells of each in its order", async () => {
  const mock = await startMock({ latencyMs: 2 });
  onTestFinished(() => mock.close());
  const ids = Array.from({ length: 500 }, (_, i) => `lab/model-${(i * 7919) % 500}`);
  const cwd = lab({
    url: mock.url,
    models: `{ candidates: ${JSON.stringify(ids)} }`,
    ids,
    prompts: ["Up?", "Down?"],
  });

  const { code } = await recallGuard(["run", "run.yaml", "--out", "out"], { cwd });

  expect(code).toBe(0);
  expect(mock.most.inFlight).toBeLessThanOrEqual(8);
  expect(mock.most.connections).toBeLessThanOrEqual(16);
  const { outcomes }: { outcomes: ReadonlyArray<{ model: string; passed: boolean; selected: boolean }> } =
    JSON.parse(text(cwd, "shortlist.json"));
  expect(outcomes.map(({ model }) => model)).toEqual(ids);
  const passed = outcomes.filter((outcome) => outcome.passed).map(({ model }) => model);
  const selected = outcomes.filter((outcome) => outcome.selected).map(({ model }) => model);
  expect(selected).toEqual(passed.slice(0, 10));
  const order = [...new Set(lines(cwd, "records.jsonl").map(({ model }) => model))];
  expect(order).toEqual(selected.filter((model) => order.includes(model)));
});

it("loses one row, and shows none of its text, where a prompt is longer than the server takes", async () => {
  const server = createServer(async (request, response) => {
    const parts: Array<Buffer> = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (body.length > 1_000_000) {
      response.writeHead(413, { "content-type": "text/html" });
      response.end(`<html><title>413 Too Large</title>${"lorem ".repeat(1000)}</html>`);
      return;
    }
    const { model, messages, max_tokens, top_logprobs } = JSON.parse(body.toString("utf8"));
    const asked = { model, prompt: messages[0].content, maxTokens: max_tokens, topLogprobs: top_logprobs };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completionBody(asked, true));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const prompts = ["lorem ".repeat(350_000), "Up or down?", "Bonds?"];
  const cwd = lab({
    url: `http://127.0.0.1:${port}/v1`,
    models: "{ shortlist: [lab/a] }",
    ids: ["lab/a"],
    prompts,
  });

  const { code, stdout, stderr } = await recallGuard(["run", "run.yaml", "--out", "out"], { cwd });

  expect(code).toBe(0);
  const rows = lines(cwd, "records.jsonl");
  expect(rows.map(({ fail_reason }) => fail_reason)).toEqual(["error", null, null]);
  expect(rows[0].raw_response_excerpt).toContain("413");
  const written = readdirSync(join(cwd, "out"), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => text(cwd, name));
  for (const shown of [stdout, stderr, ...written]) expect(shown).not.toContain("lorem lorem");
  expect(stderr.length).toBeLessThan(10_000);
});

it("writes no escape sequence of a model's name to the terminal, in a table or in an error", async () => {
  const id = "lab/\u001b[2J\u001b[31mred\u202e\u0085";
  const cwd = lab({
    url: "http://127.0.0.1:9/v1",
    models: `{ candidates: ${JSON.stringify([id])} }`,
    ids: [id],
    prompts: ["Up?"],
  });
  const elsewhere = lab({
    url: "http://127.0.0.1:9/v1",
    models: `{ candidates: ${JSON.stringify([id])}, "${"\\u001b"}[2J": 1 }`,
    ids: ["other"],
    prompts: ["Up?"],
  });

  const checked = await recallGuard(["check", "run.yaml"], { cwd });
  const unknown = await recallGuard(["check", "run.yaml"], { cwd: elsewhere });
  const failed = await recallGuard(["run", "run.yaml", "--out", "out"], { cwd });

  expect([checked.code, unknown.code, failed.code]).toEqual([0, 2, 2]);
  for (const { stdout, stderr } of [checked, unknown, failed]) {
    expect(stdout + stderr).toMatch(/\\u\{1b\}\[2J/);
    expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  }
});

it("gives the same files and times with a zone, wherever the machine stands", async () => {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  const cwd = lab({
    url: mock.url,
    models: "{ candidates: [lab/a, lab/b] }",
    ids: ["lab/a", "lab/b"],
    prompts: ["I?", "i?", "İ?"],
  });
  const zones = ["UTC", "America/St_Johns", "Pacific/Auckland"];
  for (const zone of zones) {
    const env = { TZ: zone, LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
    const { code } = await recallGuard(["run", "run.yaml", "--out", `out/${zone}`], { cwd, env });
    expect(code).toBe(0);
  }
  const files = readdirSync(join(cwd, "out", "UTC")).filter((name) =>
    /\.(?:csv|md)$|^(?:records|short|cal)/.test(name),
  );
  expect(files.length).toBeGreaterThanOrEqual(5);
  for (const name of files) {
    const [first, ...others] = zones.map((zone) => text(cwd, `${zone}/${name}`));
    for (const other of others) expect(other, name).toBe(first);
  }
  for (const zone of zones) {
    const { started_at, finished_at } = JSON.parse(text(cwd, `${zone}/manifest.json`));
    for (const time of [started_at, finished_at]) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  }
});
