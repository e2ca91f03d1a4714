import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixed, four, interval, percent } from "../../../plugins/report/_numbers.ts";

describe("fixed()", () => {
  // Python 3: format(value, ".4f").
  it.each([
    [0.03125, "0.0312"],
    [0.15625, "0.1562"],
    [0.21875, "0.2188"],
    [0.62345, "0.6234"],
    [0.99995, "1.0000"],
    [-0.03125, "-0.0312"],
    [0, "0.0000"],
  ])("fixed() rounds %d to %s as the reference does", (value, text) => {
    expect(fixed(value, 4)).toBe(text);
  });

  it("fixed() has no negative zero", () => {
    expect(fixed(-0, 4)).toBe("0.0000");
    expect(fixed(-1e-9, 4)).toBe("0.0000");
  });

  it("fixed() is within half a unit of the last digit", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -2, max: 2, noNaN: true }),
        fc.integer({ min: 1, max: 6 }),
        (value, digits) => {
          expect(Math.abs(Number(fixed(value, digits)) - value)).toBeLessThanOrEqual(
            0.5000001 * 10 ** -digits,
          );
        },
      ),
    );
  });
});

describe("percent()", () => {
  it("percent() has one decimal", () => {
    expect([percent(0.9858), percent(1), percent(0.8125), percent(Number.NaN)]).toEqual([
      "98.6%",
      "100.0%",
      "81.2%",
      "—",
    ]);
  });
});

describe("interval()", () => {
  it("interval() shows a point with its bounds, or a dash", () => {
    expect(interval({ point: 0.5492, lo: 0.4921, hi: 0.6032 })).toBe("0.5492 [0.4921–0.6032]");
    expect(interval({ point: 0.5, lo: Number.NaN, hi: 1 })).toBe("—");
    expect([interval(null), four(null), four(0.5)]).toEqual(["—", "—", "0.5000"]);
  });
});
