import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalCdf, normalQuantile } from "../../../stages/math/mod.ts";
import { relativeError } from "./_golden.ts";

describe("normalCdf()", () => {
  it.each([
    [-37, 5.725571e-300],
    [-8, 6.220960574271785e-16],
    [-5, 2.866515718791946e-7],
    [-2.9, 0.0018658133003840384],
    [-1.5, 0.06680720126885809],
    [-1, 0.15865525393145707],
    [0.3, 0.6179114221889526],
    [2, 0.9772498680518208],
    [4, 0.9999683287581669],
  ])("agrees with the error function at %d", (x, expected) => {
    expect(relativeError(normalCdf(x), expected)).toBeLessThan(x === -37 ? 1e-6 : 1e-13);
  });

  it("is 0, 1/2 and 1 at the ends and the middle, and NaN for NaN", () => {
    expect([Number.NEGATIVE_INFINITY, 0, Number.POSITIVE_INFINITY].map(normalCdf)).toEqual([0, 0.5, 1]);
    expect(normalCdf(Number.NaN)).toBeNaN();
  });

  it("is symmetric and never decreases", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -8, max: 8, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (x, step) => {
          expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 14);
          expect(normalCdf(x + step)).toBeGreaterThanOrEqual(normalCdf(x) - 1e-15);
        },
      ),
    );
  });
});

describe("normalQuantile()", () => {
  it.each([
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798405],
    [1e-5, -4.2648907939228256],
    [0.01, -2.3263478740408408],
    [0.3, -0.5244005127080407],
    [0.9, 1.2815515655446008],
    [0.999, 3.090232306167813],
  ])("agrees with another program at %d", (p, expected) => {
    expect(relativeError(normalQuantile(p), expected)).toBeLessThan(1e-14);
  });

  it("undoes the distribution function", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (p) => {
        expect(relativeError(normalCdf(normalQuantile(p)), p)).toBeLessThan(1e-12);
      }),
    );
  });

  it("is infinite at 0 and 1 and refuses what is no probability", () => {
    expect([0, 1].map(normalQuantile)).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    for (const p of [-0.1, 1.1, Number.NaN]) expect(() => normalQuantile(p)).toThrow(RangeError);
  });
});
