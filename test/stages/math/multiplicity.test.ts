import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { benjaminiHochberg, holm } from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";

const { input, expect: expected } = vector<{
  readonly input: ReadonlyArray<number>;
  readonly expect: Readonly<Record<"holm" | "bh", ReadonlyArray<number>>>;
}>("multiplicity");
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

describe.each([
  ["holm()", holm, expected.holm],
  ["benjaminiHochberg()", benjaminiHochberg, expected.bh],
] as const)("%s", (_, adjust, wanted) => {
  it("agrees with the method's vector", () => {
    adjust(input).forEach((p, i) => {
      expect(p).toBeCloseTo(wanted[i]!, 12);
    });
  });

  it("never lowers a p-value, keeps their order and stays in [0, 1]", () => {
    fc.assert(
      fc.property(shares, (ps) => {
        const adjusted = adjust(ps);
        ps.forEach((p, i) => {
          expect(adjusted[i]!).toBeGreaterThanOrEqual(p - 1e-15);
          expect(adjusted[i]!).toBeLessThanOrEqual(1);
          ps.forEach((other, j) => {
            if (p <= other) expect(adjusted[i]!).toBeLessThanOrEqual(adjusted[j]!);
          });
        });
      }),
    );
  });

  it("takes no p-value and refuses what is none", () => {
    expect(adjust([])).toEqual([]);
    for (const p of [-0.1, 1.1, Number.NaN]) expect(() => adjust([0.5, p])).toThrow(RangeError);
  });
});

describe("benjaminiHochberg()", () => {
  it("never adjusts more than Holm", () => {
    fc.assert(
      fc.property(shares, (ps) => {
        const strict = holm(ps);
        benjaminiHochberg(ps).forEach((p, i) => {
          expect(p).toBeLessThanOrEqual(strict[i]! + 1e-15);
        });
      }),
    );
  });
});
