import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aucOfD, cohensD } from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";

describe("aucOfD()", () => {
  const { auc_of_d } = vector<{ readonly expect: { readonly auc_of_d: Readonly<Record<string, number>> } }>(
    "cohens_d",
  ).expect;

  it.each(Object.entries(auc_of_d))("agrees with the method at d = %s", (d, area) => {
    expect(aucOfD(Number(d))).toBeCloseTo(area, 9);
  });
});

describe("cohensD()", () => {
  it("is the difference of the means in pooled standard deviations, with Hedges and Olkin's error", () => {
    const found = cohensD(Float64Array.of(1, 2, 3, 4), Float64Array.of(0, 2))!;

    expect(found.point).toBeCloseTo(1.5 / Math.sqrt(7 / 4), 12);
    expect(found.se).toBeCloseTo(Math.sqrt(1 / 4 + 1 / 2 + found.point ** 2 / 12), 12);
    expect(found.hi - found.lo).toBeCloseTo(2 * 1.959963984540054 * found.se, 12);
  });

  it("changes sign with the samples and not with the unit", () => {
    const sample = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        const found = cohensD(Float64Array.from(a), Float64Array.from(b));
        const mirrored = cohensD(Float64Array.from(b), Float64Array.from(a));
        const scaled = cohensD(
          Float64Array.from(a, (x) => 8 * x),
          Float64Array.from(b, (x) => 8 * x),
        );
        expect(mirrored === null).toBe(found === null);
        if (found === null) return;
        expect(mirrored!.point).toBeCloseTo(-found.point, 12);
        expect(scaled!.point).toBeCloseTo(found.point, 12);
      }),
    );
  });

  it("is null without two values each or without a spread, and refuses holes", () => {
    expect(cohensD(Float64Array.of(1), Float64Array.of(1, 2))).toBeNull();
    expect(cohensD(new Float64Array(3).fill(0.1), new Float64Array(7).fill(0.3))).toBeNull();
    expect(() => cohensD(Float64Array.of(1, Number.NaN), Float64Array.of(1, 2))).toThrow(RangeError);
  });
});
