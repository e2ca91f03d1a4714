import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { discount } from "../../../runtime/mod.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const exposure = fc.double({ min: -1e9, max: 1e9, noNaN: true });

describe("discount()", () => {
  it("is the exposure times one minus the probability, whatever is to be done where there is none", () => {
    fc.assert(
      fc.property(exposure, share, share, (amount, p, prior) => {
        const expected = amount * (1 - p);
        expect(discount(amount, p, { onMissing: "withhold" })).toBe(expected);
        expect(discount(amount, p, { onMissing: "passthrough" })).toBe(expected);
        expect(discount(amount, p, { onMissing: "prior", prior })).toBe(expected);
      }),
    );
  });

  it("withholds a missing score as null, and never gives the raw exposure", () => {
    fc.assert(
      fc.property(exposure, (amount) => {
        expect(discount(amount, null, { onMissing: "withhold" })).toBeNull();
      }),
    );
  });

  it("passes it or takes a prior where it is told to", () => {
    expect(discount(0.8, null, { onMissing: "passthrough" })).toBe(0.8);
    expect(discount(0.8, null, { onMissing: "prior", prior: 0.25 })).toBeCloseTo(0.6, 15);
  });

  it.each([
    [Number.NaN, 0.5, { onMissing: "withhold" }, "exposure"],
    [1, Number.NaN, { onMissing: "withhold" }, "pMemorized"],
    [1, 1.5, { onMissing: "withhold" }, "pMemorized"],
    [1, null, { onMissing: "prior", prior: -1 }, "prior"],
  ] as const)("refuses %s with p_memorized %s under %j", (amount, p, policy, word) => {
    expect(() => discount(amount, p, policy)).toThrow(word);
  });

  it("has no default policy", () => {
    expect(() => discount(1, null, JSON.parse("{}"))).toThrow(/withhold.*passthrough.*prior/);
  });
});
