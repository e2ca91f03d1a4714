import { describe, expect, it } from "vitest";
import { clusteredCoverage, equalModels, simulateRanking } from "./ranking.ts";

describe("equalModels()", () => {
  const found = equalModels({ runs: 400, resamples: 20, seed: 0 });
  const figure = (name: string) => found.find((row) => row.name.endsWith(name))!.value;

  it("claims that one of eight equal models beats the baseline in at most 5 % of worlds", () => {
    expect(figure("any claim of better than baseline")).toBeLessThanOrEqual(0.05);
    expect(figure("any claim of better than baseline")).toBeGreaterThan(0.005);
  });

  it("gives each the same chance of a place, and finds another top 3 in a second sample", () => {
    expect(figure("mean P(top 3)")).toBeCloseTo(3 / 8, 9);
    expect(figure("the same top 3 in a second sample")).toBeLessThan(0.06);
    expect(figure("winner's accuracy above the truth")).toBeGreaterThan(0.02);
  });
});

describe("clusteredCoverage()", () => {
  it("keeps its promise in every setting, where independent rows would not", () => {
    const found = clusteredCoverage({ runs: 150, resamples: 10, seed: 0 });
    for (const { name, value, promised } of found) {
      // Three standard errors of 150 runs around what is promised.
      if (promised !== null) expect([name, Math.abs(value - 0.95) <= 0.02 + 3 * 0.018]).toEqual([name, true]);
    }
    expect(found.find(({ name }) => name === "coverage 93 x 50: independent")!.value).toBeLessThan(0.65);
  });
});

describe("simulateRanking()", () => {
  it("returns the same table for the same seed", () => {
    const table = () => simulateRanking({ runs: 2, resamples: 5, seed: 1 });
    expect(table()).toEqual(table());
    expect(table()).toHaveLength(24);
  });
});
