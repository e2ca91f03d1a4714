import { describe, expect, it } from "vitest";
import {
  accuracyPower,
  cmmd,
  medianSplit,
  pairDetectable,
  pairPower,
  pairRowsNeeded,
  rowsNeeded,
  tau,
} from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";

const power = vector<{
  readonly expect: Readonly<Record<string, { readonly exact: number; readonly normal: number }>>;
  readonly mcnemar: Readonly<Record<string, number>>;
  readonly deff_rows: Readonly<Record<string, number>>;
}>("power");

describe("rowsNeeded()", () => {
  it.each(Object.entries(power.expect))("agrees with the method's vector on %s", (name, expected) => {
    const [accuracy = 0, baseline = 0] = name.split("v").map(Number);
    expect(rowsNeeded(accuracy, baseline)).toEqual(expected);
  });

  it("agrees with the method's figures for a small step and for clustered rows", () => {
    expect(rowsNeeded(0.55, 0.53)!.exact).toBe(3924);
    expect(rowsNeeded(0.6, 0.54, { deff: 2.25 })!.exact).toBe(power.deff_rows["0.60v0.54 deff 2.25"]);
  });

  it("is the row from which the power never falls below", () => {
    const { exact } = rowsNeeded(0.65, 0.5)!;
    for (let rows = exact; rows < exact + 40; rows++) {
      expect(accuracyPower(rows, 0.65, { baseline: 0.5 })).toBeGreaterThanOrEqual(0.8);
    }
    expect(accuracyPower(exact - 1, 0.65, { baseline: 0.5 })).toBeLessThan(0.8);
  });

  it("promises nothing where there is nothing to find, and refuses impossible plans", () => {
    expect(rowsNeeded(0.5, 0.5)).toBeNull();
    expect(rowsNeeded(0.4, 0.5)).toBeNull();
    for (const share of [0, 1, Number.NaN]) expect(() => rowsNeeded(share, 0.5)).toThrow(RangeError);
    expect(() => rowsNeeded(0.6, 0.5, { deff: 0.5 })).toThrow(RangeError);
    expect(() => rowsNeeded(0.6, 0.5, { alpha: 0 })).toThrow(RangeError);
  });
});

describe("accuracyPower()", () => {
  it("is at most alpha where the accuracy is the baseline", () => {
    for (const rows of [20, 77, 313])
      expect(accuracyPower(rows, 0.53, { baseline: 0.53 })).toBeLessThanOrEqual(0.05);
  });

  it("counts effective rows and is 0 where no result would do", () => {
    expect(accuracyPower(200, 0.6, { baseline: 0.5, deff: 2 })).toBe(
      accuracyPower(100, 0.6, { baseline: 0.5 }),
    );
    expect(accuracyPower(4, 0.9, { baseline: 0.5 })).toBe(0);
    expect(() => accuracyPower(-1, 0.9, { baseline: 0.5 })).toThrow(RangeError);
  });
});

describe("pairRowsNeeded()", () => {
  it.each(Object.entries(power.mcnemar))("agrees with the method's vector on %s", (name, rows) => {
    const [first = 0, second = 0] = name.split(",").map(Number);
    expect(pairRowsNeeded({ first, second })).toBe(rows);
    expect(pairRowsNeeded({ first: second, second: first })).toBe(rows);
  });

  it("is undone by the power and by the smallest difference found", () => {
    const rows = pairRowsNeeded({ first: 0.3, second: 0.2 }, { deff: 1.5 })!;
    expect(pairPower(rows, 0.1, { psi: 0.5, deff: 1.5 })).toBeCloseTo(0.8, 2);
    expect(pairDetectable(rows, { psi: 0.5, deff: 1.5 })).toBeCloseTo(0.1, 3);
  });

  it("promises nothing for equal models, for too few rows, or for impossible shares", () => {
    expect(pairRowsNeeded({ first: 0.2, second: 0.2 })).toBeNull();
    expect(pairDetectable(5, { psi: 0.2 })).toBeNull();
    expect(() => pairRowsNeeded({ first: 0.7, second: 0.4 })).toThrow(RangeError);
    expect(() => pairPower(100, 0.4, { psi: 0.3 })).toThrow(RangeError);
  });
});

describe("cmmd()", () => {
  interface Vector {
    readonly input: { readonly logit: ReadonlyArray<number>; readonly signal: ReadonlyArray<number> };
    readonly expect: {
      readonly clean: ReadonlyArray<number>;
      readonly tainted: ReadonlyArray<number>;
      readonly signal: number;
      readonly delta: number | null;
    };
  }

  it.each(["cmmd", "cmmd_ties"])("agrees with the method's vector %s", (name) => {
    const { input, expect: expected } = vector<Vector>(name);
    const found = cmmd(input.signal, medianSplit(input.logit));
    expect([found.clean, found.tainted]).toEqual([expected.clean, expected.tainted]);
    expect(found.signal).toBeCloseTo(expected.signal, 12);
    if (expected.delta === null) expect(found.delta).toBeNull();
    else expect(found.delta).toBeCloseTo(expected.delta, 12);
  });

  it("abstains without a clean model", () => {
    expect(cmmd([1, -1], () => false)).toEqual({ clean: [], tainted: [0, 1], signal: null, delta: null });
    expect(() => medianSplit([])).toThrow(RangeError);
    expect(() => medianSplit([1, Number.NaN])).toThrow(RangeError);
  });
});

describe("tau()", () => {
  const { expect: expected } = vector<{ readonly expect: Readonly<Record<string, number>> }>("tau");

  it.each(Object.entries(expected))("agrees with the method's vector on %s", (name, value) => {
    expect(tau(Number.parseInt(name, 10))).toBeCloseTo(value, 12);
  });

  it("refuses what is no number", () => {
    expect(() => tau(Number.NaN)).toThrow(RangeError);
  });
});
