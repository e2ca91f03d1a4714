import { describe, expect, it } from "vitest";
import { heldOutAucs } from "../support/held_out_aucs.ts";

describe("held-out AUC of the demo's models", () => {
  it.each([1])(
    "seed %i: the parrot's is at least .95, the student's and the coin's below .65",
    async (seed) => {
      const aucs = await heldOutAucs(seed);
      expect(aucs["parrot"]).toBeGreaterThanOrEqual(0.95);
      expect(aucs["student"]).toBeLessThan(0.65);
      expect(aucs["coin"]).toBeLessThan(0.65);
    },
  );
});
