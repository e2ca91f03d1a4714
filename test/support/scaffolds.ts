import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { recallGuard } from "./cli.ts";
import type { HouseServer } from "./house_server.ts";

/** The key of the house server, in `MY_HOUSE_KEY`. */
export const KEY = "house-key-123456";
/** The plugins that are made: their names and their files. */
export const PLUGINS = {
  provider: ["my-house", "my_house"],
  gates: ["my-edge", "my_edge"],
  report: ["my-desk", "my_desk"],
  stage: ["my-unread", "my_unread"],
} as const;
export type Kind = keyof typeof PLUGINS;
export const KINDS = ["provider", "gates", "report", "stage"] as const satisfies ReadonlyArray<Kind>;

/** The study of the plugin tests by plugins that are named in some way, none of them built in. */
export function scaffoldConfig(use: (kind: Kind) => string, url: string): string {
  return `version: 1
inputs: { eval_set: eval.jsonl, is_memorized: memorised.jsonl, oos_control: control.jsonl, cutoffs: cutoffs.yaml }
models: { candidates: [one, two] }
provider: { use: "${use("provider")}", with: { url: "${url}", key_env: MY_HOUSE_KEY } }
gates: { use: "${use("gates")}", with: { parse_min: 0.8 } }
reports: [terminal, { use: "${use("report")}", with: { channel: macro } }]
controls: false
permutations: 19
resamples: 50
stages:
  - { use: load, with: { blind: false } }
  - { use: "${use("stage")}", with: { at_least: 500 } }
  - cutoff_guard
  - smoke
  - baseline
  - calibrate
  - evaluate
  - rank
  - report
`;
}

/** What a run by the four plugins leaves in its directory. */
export function expectRun(out: string, server: HouseServer): void {
  const calls = readFileSync(join(out, "my-desk.jsonl"), "utf8").trimEnd().split("\n");
  const { plugins, warnings } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));

  expect(calls.map((line) => JSON.parse(line))).toEqual(
    ["one", "two"].map((model) => ({
      channel: "macro",
      model,
      call: expect.stringMatching(/^trade$|^stand aside$/),
      says: expect.stringMatching(/^[A-Z].+ /),
    })),
  );
  expect([plugins.provider.name, plugins.gates.name, plugins.stages[1].name]).toEqual([
    "my-house",
    "my-edge",
    "my-unread",
  ]);
  expect(warnings).toContain("120 rows lie after every cutoff, 500 wanted");
  expect(new Set(server.asked)).toEqual(new Set(["one", "two"]));
}

/** How a package's own tests ended, by Node's runner. */
export function ownTests(cwd: string, ...files: ReadonlyArray<string>) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const ended = spawnSync(process.execPath, ["--test", ...files], { cwd, env, encoding: "utf8" });
  const count = (word: string) => Number(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m").exec(ended.stdout)?.[1]);
  return { code: ended.status, passed: count("pass"), failed: count("fail"), said: ended.stdout };
}

/** Makes a package of every kind in a folder. */
export async function scaffoldAll(cwd: string): Promise<void> {
  for (const kind of KINDS) {
    const [name, file] = PLUGINS[kind];
    const { code, stdout, stderr } = await recallGuard(["init", "plugin", kind, name], { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`\n  ${name}/src/${file}.ts\n`);
  }
}
