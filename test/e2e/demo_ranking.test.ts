import { describe, expect, it } from "vitest";
import { demoPicks } from "../support/demo_ranking.ts";

describe("the ranking of configs/demo.yaml", () => {
  it.each([2])(
    "seed %i: honest has the student first and never the parrot, which classic picks",
    async (seed) => {
      const { honest, classic, order } = await demoPicks(seed);
      expect(order[0]).toBe("student");
      expect(honest[0]).toBe("student");
      expect(honest).not.toContain("parrot");
      expect(classic[0]).toBe("parrot");
    },
  );
});
