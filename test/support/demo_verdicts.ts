import { type DemoSeeds, demoRun } from "./demo_run.ts";

/** What a run of the demo says of a model. */
export interface DemoVerdict {
  readonly model: string;
  readonly verdict: string;
  readonly recall: string;
}

// What verdicts do not rest on is left out, which makes a seed a matter of seconds.
const AS_FAR_AS_VERDICTS = {
  controls: "false",
  resamples: "100",
  "models.candidates": "[parrot, student, coin, amnesiac]",
  stages: "[load, cutoff_guard, smoke, baseline, calibrate, evaluate, rank]",
};

/** The verdicts of the demo's parrot, student, coin and amnesiac. */
export async function demoVerdicts(seeds: DemoSeeds): Promise<ReadonlyArray<DemoVerdict>> {
  const { analysis } = await demoRun(seeds, AS_FAR_AS_VERDICTS);
  return (analysis?.models ?? []).map(({ model, verdict, outcomes }) => ({
    model,
    verdict: verdict.verdict,
    recall: outcomes.recall,
  }));
}

/** Whether a verdict says that memory was found. */
export function isDetected({ verdict }: DemoVerdict): boolean {
  return verdict === "detected" || verdict === "detected-adjusted";
}
