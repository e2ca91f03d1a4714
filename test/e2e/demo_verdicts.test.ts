import { describe, expect, it } from "vitest";
import { demoVerdicts, isDetected } from "../support/demo_verdicts.ts";

describe("the verdicts of configs/demo.yaml", () => {
  it.each([1])("seed %i: the parrot is detected and recalls outcomes, nobody else is", async (seed) => {
    const [parrot, ...others] = await demoVerdicts({ seed, world: 1 });

    expect(parrot).toEqual({ model: "parrot", verdict: "detected", recall: "yes" });
    expect(others.map(({ model }) => model)).toEqual(["student", "coin", "amnesiac"]);
    expect(others.filter(isDetected)).toEqual([]);
  });
});
