import { describe, expect, it } from "vitest";
import { bootstrap, random } from "../../../stages/math/mod.ts";

describe("bootstrap()", () => {
  it("collapses to the point and counts where every resample is undefined", () => {
    let calls = 0;
    const firstOnly = () => (calls++ === 0 ? 2 / 3 : Number.NaN);
    expect(bootstrap(3, firstOnly, { resamples: 50, random: random(0, "a") })).toEqual({
      bound: { point: 2 / 3, lo: 2 / 3, hi: 2 / 3 },
      dropped: 50,
    });
  });

  it("is a point for one row and null for none or an undefined statistic", () => {
    const options = { random: random(0, "a") };
    expect(bootstrap(1, () => 7, options)).toEqual({ bound: { point: 7, lo: 7, hi: 7 }, dropped: 0 });
    expect(bootstrap(0, () => 7, options).bound).toBeNull();
    expect(bootstrap(5, () => Number.NaN, options).bound).toBeNull();
  });

  it("clamps the interval to hold the point", () => {
    let calls = 0;
    const shrinking = () => (calls++ === 0 ? 1 : 0.5);
    expect(bootstrap(9, shrinking, { random: random(0, "a") }).bound).toEqual({ point: 1, lo: 0.5, hi: 1 });
  });

  it("widens with the confidence", () => {
    const values = Float64Array.from({ length: 50 }, (_, i) => i % 7);
    const width = (confidence: number) => {
      const { bound } = bootstrap(50, meanOf(values), { confidence, random: random(0, "width") });
      return bound!.hi - bound!.lo;
    };
    expect(width(0.99)).toBeGreaterThan(width(0.9));
    expect(width(0.9)).toBeGreaterThan(width(0.5));
  });

  it("refuses resamples, a confidence and rows out of range", () => {
    const of = (n: number, options: { resamples?: number; confidence?: number }) => () =>
      bootstrap(n, () => 0, { random: random(0, "a"), ...options });
    for (const resamples of [0, 0.5, Number.NaN]) expect(of(2, { resamples })).toThrow(RangeError);
    for (const confidence of [0, 1, Number.NaN]) expect(of(2, { confidence })).toThrow(RangeError);
    for (const n of [-1, 0.5]) expect(of(n, {})).toThrow(RangeError);
  });
});

function meanOf(values: ArrayLike<number>) {
  return (rows: Uint32Array) => rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;
}
