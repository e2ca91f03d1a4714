import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { standardErrors, type Tail, wilsonInterval } from "../../../stages/math/mod.ts";
import { golden, raises } from "./_golden.ts";

interface Input {
  readonly z_only?: true;
  readonly k: number;
  readonly n: number;
  readonly confidence: number;
  readonly tail: Tail;
  readonly continuity: boolean;
}

const cases = golden<Input, readonly [number, number] | { readonly error: string } | null | number>("wilson");

describe("wilsonInterval()", () => {
  it.each(cases.filter(({ input }) => input.z_only !== true))(
    "agrees with the reference on $name",
    ({ input, expected }) => {
      const { k, n, ...options } = input;
      const found = () => wilsonInterval(k, n, options);
      if (raises(expected)) expect(found).toThrow(RangeError);
      else if (expected === null) expect(found()).toBeNull();
      else {
        const [lo, hi] = expected as readonly [number, number];
        expect(Math.abs(found()!.lo - lo)).toBeLessThan(1e-12);
        expect(Math.abs(found()!.hi - hi)).toBeLessThan(1e-12);
      }
    },
  );

  it("holds the share, mirrors, and widens by the correction", () => {
    const count = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(count, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (n, share, continuity) => {
        const k = Math.round(share * n);
        const [a, b] = [wilsonInterval(k, n, { continuity })!, wilsonInterval(n - k, n, { continuity })!];
        expect(a.lo).toBeLessThanOrEqual(a.point);
        expect(a.hi).toBeGreaterThanOrEqual(a.point);
        expect(a.lo).toBeCloseTo(1 - b.hi, 12);
        const wider = wilsonInterval(k, n, { continuity: true })!;
        expect(wider.hi - wider.lo).toBeGreaterThanOrEqual(a.hi - a.lo - 1e-12);
      }),
    );
  });

  it("takes effective counts that are no integers", () => {
    const between = wilsonInterval(5.5, 11, {})!;
    expect(between.point).toBe(0.5);
    expect(between.lo).toBeGreaterThan(wilsonInterval(5, 10)!.lo);
    expect(between.lo).toBeLessThan(wilsonInterval(6, 12)!.lo);
  });
});

describe("standardErrors()", () => {
  it.each(cases.filter(({ input }) => input.z_only === true))(
    "agrees with the reference on $name",
    ({ input, expected }) => {
      expect(standardErrors(input)).toBeCloseTo(expected as number, 12);
    },
  );

  it("refuses a confidence outside (0, 1)", () => {
    for (const confidence of [0, 1, Number.NaN])
      expect(() => standardErrors({ confidence })).toThrow(RangeError);
  });
});
