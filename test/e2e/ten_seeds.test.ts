import { describe, expect, it } from "vitest";
import { demoRun } from "../support/demo_run.ts";

const HELD_OUT = {
  validation: "holdout",
  permutations: "19",
  controls: "false",
  "models.candidates": "[parrot, student, coin]",
  stages: "[{ use: load, with: { blind: false } }, cutoff_guard, smoke, baseline, calibrate]",
};

/** The demo's parrot, student and coin in a world of another seed, as far as their calibrators. */
async function heldOutAucs(seed: number): Promise<Readonly<Record<string, number | null>>> {
  const { calibrators } = await demoRun({ seed, world: seed }, HELD_OUT);
  return Object.fromEntries(
    [...(calibrators ?? [])].map(([model, found]) => [
      model,
      found.ok && found.calibrator.validation.kind === "holdout" ? found.calibrator.validation.auc : null,
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
    240_000,
  );
});
