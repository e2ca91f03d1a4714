import { describe, expect, it } from "vitest";
import { simulateCorrections } from "./corrections.ts";

describe("simulateCorrections()", () => {
  it("withholds the corrected p on every style-shifted and every undated run, and only there", async () => {
    for (const { name, value, promised } of await simulateCorrections({ runs: 3 })) {
      expect([name, value]).toEqual([name, promised?.[0]]);
    }
  }, 120_000);
});
