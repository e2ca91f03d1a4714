import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { demoFiles } from "../../configs/data/demo_files.ts";
import type { Analysis, Calibrators, Ranking, Values } from "../../plugins/contract/mod.ts";
import { processesLayer } from "../../runtime/cli/processes.ts";
import { run } from "../../runtime/mod.ts";
import { folder } from "./cli.ts";

/** A run's seed, and the seed of the world it runs in. */
export interface DemoSeeds {
  readonly seed: number;
  readonly world: number;
}

/** Runs `configs/demo.yaml` in a world of some seed, some of its values set otherwise. */
export async function demoRun(
  { seed, world }: DemoSeeds,
  settings: Readonly<Record<string, string>>,
): Promise<Partial<Values<typeof Analysis | typeof Calibrators | typeof Ranking>>> {
  const base = folder({ "demo.yaml": readFileSync("configs/demo.yaml", "utf8") });
  const data = join(base, "data/demo");
  mkdirSync(data, { recursive: true });
  cpSync("configs/data/demo/cutoffs.yaml", join(data, "cutoffs.yaml"));
  for (const [name, text] of Object.entries(demoFiles(world))) writeFileSync(join(data, name), text);
  const overrides = Object.entries({ ...settings, seed: String(seed) }).map(([path, value]) => ({
    path: path.split("."),
    value,
  }));
  const running = run({ config: join(base, "demo.yaml"), out: join(base, "out"), overrides });
  const result = await Effect.runPromise(
    Effect.provide(running, Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, processesLayer)),
  );
  return result.artifacts;
}
