import { describe, expect, it } from "vitest";
import { type DemoVerdict, demoVerdicts, isDetected } from "../support/demo_verdicts.ts";

describe("the verdicts of configs/demo.yaml over 20 seeds", () => {
  it("detects the parrot every time and each of the others at most once", async () => {
    const found: Array<DemoVerdict> = [];
    for (let seed = 1; seed <= 20; seed++) found.push(...(await demoVerdicts(seed)));
    const of = (name: string) => found.filter(({ model }) => model === name);

    expect(of("parrot")).toEqual(
      Array.from({ length: 20 }, () => ({ model: "parrot", verdict: "detected", recall: "yes" })),
    );
    for (const name of ["student", "coin", "amnesiac"]) {
      expect(of(name)).toHaveLength(20);
      expect([name, of(name).filter(isDetected).length <= 1]).toEqual([name, true]);
    }
  });
});
