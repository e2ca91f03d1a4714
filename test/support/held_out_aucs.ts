import { demoRun } from "./demo_run.ts";

const HELD_OUT = {
  validation: "holdout",
  permutations: "19",
  controls: "false",
  "models.candidates": "[parrot, student, coin]",
  stages: "[{ use: load, with: { blind: false } }, cutoff_guard, smoke, baseline, calibrate]",
};

/** The demo's parrot, student and coin in a world of another seed, as far as their calibrators. */
export async function heldOutAucs(seed: number): Promise<Readonly<Record<string, number | null>>> {
  const { calibrators } = await demoRun({ seed, world: seed }, HELD_OUT);
  return Object.fromEntries(
    [...(calibrators ?? [])].map(([model, found]) => [
      model,
      found.ok && found.calibrator.validation.kind === "holdout" ? found.calibrator.validation.auc : null,
    ]),
  );
}
