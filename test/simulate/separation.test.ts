import { describe, expect, it } from "vitest";
import {
  blindFalseAlarms,
  COVERAGE_CELLS,
  coverage,
  permutationSize,
  simulateSeparation,
} from "./separation.ts";

/** Three standard errors of `runs` runs beyond a share. */
function reach(share: number, runs: number): number {
  return 3 * Math.sqrt((share * (1 - share)) / runs);
}

describe("coverage()", () => {
  it.each([
    { perClass: 25, auc: 0.5 },
    { perClass: 25, auc: 0.7 },
    { perClass: 25, auc: 0.99 },
    { perClass: 50, auc: 0.85 },
  ])("holds the refit model's area at $perClass per class and AUC $auc", (cell) => {
    expect(coverage(cell, { runs: 60, seed: 1 }).value).toBeGreaterThanOrEqual(0.9 - reach(0.9, 60));
  });
});

describe("permutationSize()", () => {
  it("rejects where nothing differs about as often as it may", () => {
    expect(permutationSize(25, { runs: 60, seed: 1 }).value).toBeLessThanOrEqual(0.05 + reach(0.05, 60));
  });
});

describe("blindFalseAlarms()", () => {
  it("calls exchangeable corpora separable about as seldom as it should", () => {
    expect(blindFalseAlarms(30, { runs: 30, seed: 1 }).value).toBeLessThanOrEqual(0.05 + reach(0.05, 30));
  });
});

describe("simulateSeparation()", () => {
  it("returns the same table for the same seed", () => {
    const table = () => simulateSeparation({ runs: 1, seed: 1 });

    expect(table()).toEqual(table());
    expect(table()).toHaveLength(COVERAGE_CELLS.length + 3);
  });
});
