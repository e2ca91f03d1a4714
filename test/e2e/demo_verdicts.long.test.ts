import { describe, expect, it } from "vitest";
import { type DemoVerdict, demoVerdicts, isDetected } from "../support/demo_verdicts.ts";

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
const CLEAN = ["student", "coin", "amnesiac"];

async function found(worldOf: (seed: number) => number): Promise<ReadonlyArray<DemoVerdict>> {
  const all: Array<DemoVerdict> = [];
  for (const seed of SEEDS) all.push(...(await demoVerdicts({ seed, world: worldOf(seed) })));
  return all;
}

describe("the verdicts of configs/demo.yaml", () => {
  it("detect the parrot under each of 20 seeds and each of the others at most once", async () => {
    const all = await found(() => 1);
    const of = (name: string) => all.filter(({ model }) => model === name);

    expect(of("parrot")).toEqual(SEEDS.map(() => ({ model: "parrot", verdict: "detected", recall: "yes" })));
    for (const name of CLEAN) {
      expect([name, of(name).length, of(name).filter(isDetected).length <= 1]).toEqual([name, 20, true]);
    }
  });

  // A test of 5 % finds 3 of 60 clean models by chance, and more than 8 of 60 independent ones 4 times in 1,000.
  it("detect the parrot in each of 20 worlds and clean models about as often as chance", async () => {
    const all = await found((seed) => seed);
    const parrots = all.filter(({ model }) => model === "parrot");

    expect(parrots.filter(isDetected)).toHaveLength(20);
    expect(parrots.filter(({ recall }) => recall === "yes")).toHaveLength(20);
    expect(all.filter((one) => CLEAN.includes(one.model) && isDetected(one)).length).toBeLessThanOrEqual(8);
  });
});
