import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp, expm1, hypotenuse, log, log1p, power, square } from "../../../stages/math/elementary.ts";

interface Rounded {
  readonly name: "exp" | "log" | "log1p" | "expm1";
  readonly x: number;
  readonly expected: number;
}

const [, ...ROUNDED]: readonly [unknown, ...ReadonlyArray<Rounded>] = JSON.parse(
  readFileSync("test/golden/elementary.json", "utf8"),
);
const OURS = { exp, log, log1p, expm1 };
/** Units in the last place that each may be off; the last two round four times. */
const MOST_OFF = { exp: 1, log: 1, log1p: 3, expm1: 4 };

const bits = new BigInt64Array(1);
const number = new Float64Array(bits.buffer);

/** How many numbers lie between two of the same sign. */
function unitsBetween(a: number, b: number): number {
  const [x = 0n, y = 0n] = [a, b].map((value) => {
    number[0] = value;
    return bits[0];
  });
  return Math.abs(Number(x - y));
}

describe("the elementary functions", () => {
  it("are off by a unit in the last place or so from the true values", () => {
    const off = ROUNDED.map(({ name, x, expected }) => ({
      ...{ name, x },
      units: unitsBetween(OURS[name](x), expected),
    }));
    expect(off.length).toBeGreaterThan(200);
    expect(off.filter(({ name, units }) => units > MOST_OFF[name])).toEqual([]);
  });

  it("agree with the engine's own everywhere, to its accuracy", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (x) => {
        expect(unitsBetween(exp(x), Math.exp(x))).toBeLessThanOrEqual(2);
        expect(unitsBetween(log(Math.abs(x)), Math.log(Math.abs(x)))).toBeLessThanOrEqual(2);
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(fc.double({ min: -745, max: 710, noNaN: true }), (x) => {
        expect(unitsBetween(exp(x), Math.exp(x))).toBeLessThanOrEqual(2);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["exp(-Infinity)", exp(Number.NEGATIVE_INFINITY), 0],
    ["exp(Infinity)", exp(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY],
    ["exp(710)", exp(710), Number.POSITIVE_INFINITY],
    ["exp(-746)", exp(-746), 0],
    ["exp(NaN)", exp(Number.NaN), Number.NaN],
    ["log(0)", log(0), Number.NEGATIVE_INFINITY],
    ["log(-1)", log(-1), Number.NaN],
    ["log(Infinity)", log(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY],
    ["log(NaN)", log(Number.NaN), Number.NaN],
    ["log1p(-1)", log1p(-1), Number.NEGATIVE_INFINITY],
    ["log1p(-2)", log1p(-2), Number.NaN],
    ["log1p(Infinity)", log1p(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY],
    ["expm1(-Infinity)", expm1(Number.NEGATIVE_INFINITY), -1],
    ["expm1(Infinity)", expm1(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY],
    ["power(0, 2)", power(0, 2), 0],
    ["power(0, 0)", power(0, 0), 1],
  ])("%s is what it is in IEEE 754", (_, found, expected) => {
    expect(found).toBe(expected);
  });

  it("square and hypotenuse are what they say", () => {
    expect([square(-3), hypotenuse(3, 4), hypotenuse(0, 0)]).toEqual([9, 5, 0]);
    expect(power(2, 0.5)).toBeCloseTo(Math.SQRT2, 14);
  });
});
