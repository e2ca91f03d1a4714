import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantile } from "../../../stages/math/mod.ts";
import { golden } from "./_golden.ts";

interface Percentiles {
  readonly kind: string;
  readonly values: ReadonlyArray<number>;
  readonly q: ReadonlyArray<number>;
}

describe("quantile()", () => {
  const cases = golden<Percentiles, ReadonlyArray<number>>("bootstrap").filter(
    ({ input }) => input.kind === "percentile",
  );

  it.each(cases)("agrees with numpy to the last bit on $name", ({ input, expected }) => {
    const sorted = Float64Array.from(input.values).sort();
    expect(input.q.map((percent) => quantile(sorted, percent / 100))).toEqual(expected);
  });

  it("stays between its neighbours and grows with the share", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), share, share, (values, a, b) => {
        const sorted = Float64Array.from(values).sort();
        const [low, high] = [quantile(sorted, Math.min(a, b)), quantile(sorted, Math.max(a, b))];
        expect(low).toBeGreaterThanOrEqual(sorted[0]!);
        expect(high).toBeLessThanOrEqual(sorted.at(-1)!);
        expect(low).toBeLessThanOrEqual(high + 1e-6);
      }),
    );
  });

  it("refuses no values and a share outside [0, 1]", () => {
    expect(() => quantile(new Float64Array(0), 0.5)).toThrow(RangeError);
    for (const q of [-0.01, 1.01, Number.NaN])
      expect(() => quantile(Float64Array.of(1), q)).toThrow(RangeError);
  });
});
