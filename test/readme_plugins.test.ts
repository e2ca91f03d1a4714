import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "./support/cli.ts";
import { type HouseServer, startHouse } from "./support/house_server.ts";

const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const [, section = ""] = readme.split("\n## Write a plugin\n");
const [chapter = ""] = section.split("\n## ");
const sources = [...chapter.matchAll(/^```ts\n\/\/ (\w+\.ts)\n(.*?)^```/gms)];
const uses = [...chapter.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = ""]) => text);
const [, ownTest = ""] = /^```js\n(\/\/ desk\.test\.mjs\n.*?)^```/ms.exec(chapter) ?? [];
const commands = [...readme.matchAll(/^```\n(recall-guard init .*?)^```/gms)]
  .flatMap(([, block = ""]) => block.trim().split("\n"))
  .map((line) => ({ line, args: line.split(" ").slice(1) }));

const KEY = "house-key-123456";

describe("the plugins in the README", () => {
  const cwd = folder();
  let server: HouseServer;
  beforeAll(async () => {
    server = await startHouse(KEY);
    cpSync(join(ROOT, "configs/data/example"), join(cwd, "data"), { recursive: true });
    for (const [, name = "", text = ""] of sources) writeFileSync(join(cwd, name), text);
  });
  afterAll(() => server.close());

  it("are the worked examples that packages are made of", () => {
    expect(sources.map(([, name]) => name)).toEqual(["desk.ts", "edge.ts", "house.ts", "unread.ts"]);
    for (const [, name = "", text] of sources) {
      expect([name, text]).toEqual([name, readFileSync(join(ROOT, "configs/plugins", name), "utf8")]);
    }
  });

  it("run together as their configs say, outside any project", { timeout: 240_000 }, async () => {
    writeFileSync(join(cwd, "cutoffs.yaml"), "models: { one: 2020-01-01 }\n");
    writeFileSync(
      join(cwd, "run.yaml"),
      `version: 1
inputs: { eval_set: data/eval.jsonl, is_memorized: data/is_memorized.jsonl, oos_control: data/oos_control.jsonl, cutoffs: cutoffs.yaml }
models: { candidates: [one] }
controls: false
${uses.join("").replace("http://127.0.0.1:8000/complete", server.url)}`,
    );

    const env = { HOUSE_KEY: KEY };
    const { code, stdout, stderr } = await recallGuard(["run", "run.yaml", "--out", "out"], { cwd, env });
    const { plugins } = JSON.parse(readFileSync(join(cwd, "out/manifest.json"), "utf8"));

    expect(uses).toHaveLength(4);
    expect(stderr).not.toMatch(/Cannot|fault|failed/);
    expect(code).toBe(0);
    expect(stdout).toContain("Raw Acc");
    expect(plugins).toMatchObject({ provider: { name: "house" }, gates: { name: "edge" } });
    expect(plugins.stages[1]).toMatchObject({ name: "unread" });
    expect(JSON.parse(readFileSync(join(cwd, "out/desk.jsonl"), "utf8"))).toMatchObject({
      channel: "macro",
      model: "one",
      says: expect.stringMatching(/^[A-Z].+ /),
    });
  });

  /** A project in which recall-guard is installed as a link, with the plugin's test under a framework. */
  function project(framework: string): string {
    const test = ownTest.replace("node:test", framework);
    const place = folder({ "desk.test.mjs": test, "desk.ts": sources[0]?.[2] ?? "", "package.json": "{}" });
    mkdirSync(join(place, "node_modules"));
    symlinkSync(ROOT, join(place, "node_modules/recall-guard"));
    symlinkSync(join(ROOT, "node_modules/vitest"), join(place, "node_modules/vitest"));
    return place;
  }

  it("have a test that passes", () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const options = { cwd: project("node:test"), env, encoding: "utf8" } as const;
    const ended = spawnSync(process.execPath, ["--test"], options);

    expect(ended.stdout).toMatch(/^(#|ℹ) pass 10$/m);
    expect(ended.status).toBe(0);
  });

  it("have the same test under vitest", () => {
    const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env;
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const options = { cwd: project("vitest"), env: { ...env, NO_COLOR: "1" }, encoding: "utf8" } as const;
    const args = [vitest, "run", "--testTimeout=240000"];
    const ended = spawnSync(process.execPath, args, options);

    expect(ended.stdout).toMatch(/^ *Tests +10 passed \(10\)$/m);
    expect(ended.status).toBe(0);
  });
});

describe("the init commands in the README", () => {
  const cwd = folder();
  cpSync(join(ROOT, "configs/data/example"), cwd, { recursive: true });
  writeFileSync(join(cwd, "cutoffs.yaml"), "models: { lab/one: 2024-06-30 }\n");

  it.each(commands)("$line works", { timeout: 240_000 }, async ({ args }) => {
    const { code, stderr } = await recallGuard(args, { cwd });

    expect([code, stderr]).toEqual([0, ""]);
  });

  it("leave a config and packages", () => {
    expect(commands.map(({ args: [command] }) => command)).toEqual(["init", "check", "init", "init"]);
    expect(readdirSync(cwd)).toEqual(expect.arrayContaining(["eval.yaml", "my-desk"]));
    expect(readdirSync(join(cwd, "stages/unread"))).toEqual(["README.md", "package.json", "src", "test"]);
  });
});
