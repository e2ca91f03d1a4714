import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { demoFiles } from "../../configs/data/demo_files.ts";
import type { Ranking, Values } from "../../plugins/contract/mod.ts";
import { processesLayer } from "../../runtime/cli/processes.ts";
import { run } from "../../runtime/mod.ts";
import { folder } from "./cli.ts";

/** What the two gate sets pick of the demo's models, best first. */
export interface DemoPicks {
  readonly honest: ReadonlyArray<string>;
  readonly classic: ReadonlyArray<string>;
  /** All models in the order of the table. */
  readonly order: ReadonlyArray<string>;
}

// What ranking does not read is left out, which makes a seed a matter of seconds.
const QUICK: Readonly<Record<string, string>> = {
  controls: "false",
  permutations: "19",
  resamples: "200",
  stages: "[{ use: load, with: { blind: false } }, cutoff_guard, smoke, baseline, calibrate, evaluate, rank]",
};

/** Runs `configs/demo.yaml`, as far as its ranking, in a world of another seed. */
export async function demoPicks(seed: number): Promise<DemoPicks> {
  const base = folder({ "demo.yaml": readFileSync("configs/demo.yaml", "utf8") });
  const data = join(base, "data/demo");
  mkdirSync(data, { recursive: true });
  cpSync("configs/data/demo/cutoffs.yaml", join(data, "cutoffs.yaml"));
  for (const [name, text] of Object.entries(demoFiles(seed))) writeFileSync(join(data, name), text);
  const settings = { ...QUICK, seed: String(seed) };
  const overrides = Object.entries(settings).map(([path, value]) => ({ path: [path], value }));
  const running = run({ config: join(base, "demo.yaml"), out: join(base, "out"), overrides });
  const result = await Effect.runPromise(
    Effect.provide(running, Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, processesLayer)),
  );
  const { ranking }: Partial<Values<typeof Ranking>> = result.artifacts;
  if (ranking === undefined) throw new Error("The demo was not ranked");
  const [classic] = ranking.beside;
  if (classic?.gates.name !== "classic") throw new Error("The demo was not judged by `classic` as well");
  const order = ranking.order.flatMap((index) => ranking.verdicts[index]?.model ?? []);
  return { honest: survivors(ranking), classic: survivors(classic), order };
}

function survivors({ order, verdicts }: Pick<Values<typeof Ranking>["ranking"], "order" | "verdicts">) {
  return order.flatMap((index) => {
    const verdict = verdicts[index];
    return verdict?.survives ? [verdict.model] : [];
  });
}
