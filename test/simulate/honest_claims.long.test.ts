import { describe, expect, it } from "vitest";
import { simulateHonestClaims } from "./honest_claims.ts";

describe("simulateHonestClaims()", () => {
  it("lets one of eight equal models through in at most 5 % of worlds", () => {
    const [found] = simulateHonestClaims({ runs: 150 });
    // 0.05 and two Monte-Carlo standard errors of 150 runs.
    expect(found?.value).toBeLessThanOrEqual(0.05 + 2 * 0.018);
  });
});
