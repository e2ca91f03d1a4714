import { describe, expect, it } from "vitest";
import { simulatePrevalence } from "./prevalence.ts";

describe("simulatePrevalence()", () => {
  it("finds planted shares of 0, 1/4, 1/2 and 1 within 5 points on average", () => {
    const found = simulatePrevalence({ runs: 3, seed: 0 });
    const errors = found.filter(({ name }) => name.endsWith("mean distance of pi_hat from pi"));
    expect(errors).toHaveLength(4);
    for (const { name, value } of errors) expect([name, value <= 0.05]).toEqual([name, true]);
    for (const { name, value } of found.filter(({ name }) => name.endsWith("pi_lo <= pi"))) {
      expect([name, value]).toEqual([name, 1]);
    }
  }, 120_000);
});
