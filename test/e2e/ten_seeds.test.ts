import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { describe, expect, it } from "vitest";
import { demoFiles } from "../../configs/data/demo_files.ts";
import type { Calibrators, Values } from "../../plugins/contract/mod.ts";
import { run } from "../../runtime/mod.ts";
import { folder } from "../support/cli.ts";

/** The demo's parrot, student and coin in a world of another seed, as far as their calibrators. */
async function heldOutAucs(seed: number): Promise<Readonly<Record<string, number | null>>> {
  const base = folder();
  mkdirSync(join(base, "data/demo"), { recursive: true });
  cpSync("configs/data/demo/cutoffs.yaml", join(base, "data/demo/cutoffs.yaml"));
  for (const [name, text] of Object.entries(demoFiles(seed)))
    writeFileSync(join(base, "data/demo", name), text);
  const config = readFileSync("configs/demo.yaml", "utf8");
  writeFileSync(
    join(base, "demo.yaml"),
    `${config}\nstages: [load, cutoff_guard, smoke, baseline, calibrate]\n`,
  );
  const overrides = [
    { path: ["seed"], value: String(seed) },
    { path: ["models", "candidates"], value: "[parrot, student, coin]" },
  ];
  const running = run({ config: join(base, "demo.yaml"), out: join(base, "out"), overrides });
  const result = await Effect.runPromise(
    Effect.provide(running, Layer.merge(NodeFileSystem.layer, NodePath.layer)),
  );
  const { calibrators }: Partial<Values<typeof Calibrators>> = result.artifacts;
  return Object.fromEntries(
    [...(calibrators ?? [])].map(([model, found]) => [
      model,
      found.ok ? found.calibrator.validation.auc : null,
    ]),
  );
}

describe("held-out AUC of the demo's models", () => {
  it.each(Array.from({ length: 10 }, (_, i) => i + 1))(
    "seed %i: the parrot's is at least .95, the student's and the coin's below .65",
    async (seed) => {
      const aucs = await heldOutAucs(seed);
      expect(aucs["parrot"]).toBeGreaterThanOrEqual(0.95);
      expect(aucs["student"]).toBeLessThan(0.65);
      expect(aucs["coin"]).toBeLessThan(0.65);
    },
    120_000,
  );
});
