import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { histogram } from "../../../stages/math/mod.ts";

describe("histogram()", () => {
  it("gives a value on an edge to the bin that it begins, and what lies beyond to the outer bins", () => {
    expect(histogram([-100, 0, 1, 2, 2.5, 3, 100], { lo: 0, hi: 3, bins: 3 })).toEqual([2, 1, 4]);
  });

  it("counts every value once, wherever it lies", () => {
    const range = fc
      .tuple(
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 40 }),
      )
      .map(([lo, size, bins]) => ({ lo, hi: lo + size, bins }));
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true })), range, (values, given) => {
        const counts = histogram(values, given);
        expect(counts).toHaveLength(given.bins);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
      }),
    );
  });

  it.each([
    { lo: 1, hi: 1, bins: 2 },
    { lo: 2, hi: 1, bins: 2 },
    { lo: 0, hi: 1, bins: 0 },
    { lo: 0, hi: 1, bins: 1.5 },
    { lo: Number.NaN, hi: 1, bins: 2 },
  ])("refuses the range %o", (range) => {
    expect(() => histogram([], range)).toThrow(RangeError);
  });
});
