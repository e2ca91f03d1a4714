import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { studentTCdf, studentTQuantile } from "../../../stages/math/mod.ts";
import { relativeError } from "./_golden.ts";

describe("studentTCdf()", () => {
  // scipy 1.17.1, stats.t.cdf(t, df)
  const cases = [
    [-2.5, 1, 0.12111894159084341],
    [-12, 3, 0.0006225079003946681],
    [0.3, 7.5, 0.6138386707156109],
    [4, 250, 0.9999582648992706],
    [-0.001, 2, 0.49964644669779507],
    [-40, 4, 1.1670081613006339e-6],
  ] as const;

  it.each(cases)("at %d with %d degrees agrees with another program", (t, df, expected) => {
    expect(relativeError(studentTCdf(t, df), expected)).toBeLessThan(1e-12);
  });

  it("is symmetric and refuses what is no number or no degree", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -30, max: 30, noNaN: true }),
        fc.double({ min: 0.5, max: 500, noNaN: true }),
        (t, df) => {
          expect(studentTCdf(t, df) + studentTCdf(-t, df)).toBeCloseTo(1, 14);
        },
      ),
    );
    expect(() => studentTCdf(Number.NaN, 3)).toThrow(RangeError);
    for (const df of [0, -1, Number.NaN]) expect(() => studentTCdf(1, df)).toThrow(RangeError);
  });
});

describe("studentTQuantile()", () => {
  // scipy 1.17.1, stats.t.ppf(p, df)
  const cases = [
    [0.975, 29, 2.045229642132703],
    [0.975, 1, 12.706204736174694],
    [0.6, 2.5, 0.2814595127485477],
    [0.0001, 3, -22.203742273204178],
    [0.95, 1000, 1.6463788172854643],
    [0.5000001, 10, 2.569978033880817e-7],
  ] as const;

  it.each(cases)("at %d with %d degrees agrees with another program", (p, df, expected) => {
    expect(relativeError(studentTQuantile(p, df), expected)).toBeLessThan(1e-9);
  });

  it.each([
    [0.49742096532531205, 199],
    [0.5002467455863953, 274],
  ])("undoes the distribution function at %d, beside the middle", (p, df) => {
    expect(relativeError(studentTCdf(studentTQuantile(p, df), df), p)).toBeLessThan(1e-14);
  });

  it("undoes the distribution function", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.integer({ min: 1, max: 400 }),
        (p, df) => {
          expect(studentTCdf(studentTQuantile(p, df), df)).toBeCloseTo(p, 13);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("refuses a probability outside (0, 1)", () => {
    for (const p of [0, 1, Number.NaN]) expect(() => studentTQuantile(p, 3)).toThrow(RangeError);
  });
});
