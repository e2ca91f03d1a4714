import { describe, expect, it } from "vitest";
import { simulateEmbedded } from "./embedded.ts";

describe("simulateEmbedded()", () => {
  it("detects memory in every world, a style in none, and a clean model rarely", async () => {
    const rows = await simulateEmbedded({ runs: 4, seed: 11 });
    const [strong, clean, shifted, refused] = rows.map(({ value }) => value);

    expect(strong).toBe(1);
    expect(shifted).toBe(0);
    expect(clean).toBeLessThanOrEqual(1 / 4);
    expect(refused).toBeLessThanOrEqual(1 / 4);
  });
});
