import type { Ranking, Values } from "../../plugins/contract/mod.ts";
import { demoRun } from "./demo_run.ts";

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
  const { ranking } = await demoRun({ seed, world: seed }, QUICK);
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
