import { describe, expect, it } from "vitest";
import {
  binomialGreater,
  clopperPearsonInterval,
  jeffreysInterval,
  mantelHaenszelDiff,
  mcnemar,
  newcombeDiff,
  wilsonInterval,
} from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";

type Ends = readonly [number, number];

function expectEnds(found: { readonly lo: number; readonly hi: number } | null, [lo, hi]: Ends): void {
  expect(found!.lo).toBeCloseTo(lo, 9);
  expect(found!.hi).toBeCloseTo(hi, 9);
}

describe("intervals of a share", () => {
  const { expect: shares } = vector<{
    readonly expect: Readonly<Record<string, Readonly<Record<string, Ends>>>>;
  }>("proportion");

  it.each(Object.entries(shares))("agree with the method's vector on %s", (name, expected) => {
    const [k = 0, n = 0] = name.split("/").map(Number);
    expectEnds(wilsonInterval(k, n), expected["wilson"]!);
    expectEnds(jeffreysInterval(k, n), expected["jeffreys"]!);
    expectEnds(clopperPearsonInterval(k, n), expected["clopper"]!);
  });

  it("are null without trials and refuse impossible counts", () => {
    expect(jeffreysInterval(0, 0)).toBeNull();
    expect(clopperPearsonInterval(0, 0)).toBeNull();
    for (const interval of [jeffreysInterval, clopperPearsonInterval]) {
      expect(() => interval(3, 2)).toThrow(RangeError);
      expect(() => interval(1, 2, 1)).toThrow(RangeError);
    }
  });

  it("are nested: the exact one holds the Jeffreys one", () => {
    for (let k = 0; k <= 12; k++) {
      const [exact, jeffreys] = [clopperPearsonInterval(k, 12)!, jeffreysInterval(k, 12)!];
      expect(exact.lo).toBeLessThanOrEqual(jeffreys.lo);
      expect(exact.hi).toBeGreaterThanOrEqual(jeffreys.hi);
    }
  });
});

describe("newcombeDiff()", () => {
  it("agrees with the method's vector", () => {
    const { input, expect: expected } = vector<{
      readonly input: Readonly<Record<"k1" | "n1" | "k0" | "n0", number>>;
      readonly expect: { readonly diff: number; readonly ci: Ends };
    }>("newcombe_diff");
    const found = newcombeDiff({ k: input.k1, n: input.n1 }, { k: input.k0, n: input.n0 })!;
    expect(found.point).toBeCloseTo(expected.diff, 12);
    expectEnds(found, expected.ci);
  });

  it("turns around with the groups, keeps a width at 1 against 1 and is null without trials", () => {
    const [a, b] = [
      { k: 3, n: 9 },
      { k: 20, n: 25 },
    ];
    expect(newcombeDiff(a, b)!.lo).toBeCloseTo(-newcombeDiff(b, a)!.hi, 14);
    const equal = newcombeDiff({ k: 8, n: 8 }, { k: 8, n: 8 })!;
    expect(equal.hi - equal.lo).toBeGreaterThan(0.5);
    expect(newcombeDiff(a, { k: 0, n: 0 })).toBeNull();
  });
});

describe("mantelHaenszelDiff()", () => {
  const { input, expect: expected } = vector<{
    readonly input: ReadonlyArray<readonly [number, number, number, number]>;
    readonly expect: {
      readonly rd: number;
      readonly se: number;
      readonly ci: Ends;
      readonly cmh: number;
      readonly p: number;
    };
  }>("mh_riskdiff");
  const strata = input.map(
    ([k1, n1, k0, n0]) =>
      [
        { k: k1, n: n1 },
        { k: k0, n: n0 },
      ] as const,
  );

  it("agrees with the method's vector", () => {
    const found = mantelHaenszelDiff(strata)!;
    expect(found.bound.point).toBeCloseTo(expected.rd, 12);
    expect(found.se).toBeCloseTo(expected.se, 12);
    expectEnds(found.bound, expected.ci);
    expect(found.cmh).toBeCloseTo(expected.cmh, 9);
    expect(found.p).toBeCloseTo(expected.p, 9);
  });

  it("does not see strata without a second group", () => {
    expect(
      mantelHaenszelDiff([
        ...strata,
        [
          { k: 5, n: 9 },
          { k: 0, n: 0 },
        ],
      ]),
    ).toEqual(mantelHaenszelDiff(strata));
    expect(mantelHaenszelDiff([])).toBeNull();
    expect(
      mantelHaenszelDiff([
        [
          { k: 5, n: 9 },
          { k: 0, n: 0 },
        ],
      ]),
    ).toBeNull();
  });

  it("has no test where all outcomes are equal, and no interval of width 0", () => {
    expect(
      mantelHaenszelDiff([
        [
          { k: 5, n: 5 },
          { k: 4, n: 4 },
        ],
      ]),
    ).toBeNull();
  });
});

describe("mcnemar()", () => {
  const { expect: expected } = vector<{
    readonly expect: Readonly<Record<string, { readonly exact: number; readonly midp: number }>>;
  }>("mcnemar");

  it.each(Object.entries(expected))("agrees with the method's vector on %s", (name, { exact, midp }) => {
    const [b = 0, c = 0] = name.split(",").map(Number);
    expect(mcnemar(b, c).exact).toBeCloseTo(exact, 12);
    expect(mcnemar(b, c).midP).toBeCloseTo(midp, 12);
    expect(mcnemar(c, b)).toEqual(mcnemar(b, c));
  });

  it("refuses what is no count", () => {
    expect(() => mcnemar(-1, 2)).toThrow(RangeError);
    expect(() => mcnemar(1.5, 2)).toThrow(RangeError);
  });
});

describe("binomialGreater()", () => {
  const { expect: expected } = vector<{ readonly expect: Readonly<Record<string, number>> }>("binom_greater");

  it.each(Object.entries(expected))("agrees with the method's vector on %s", (name, p) => {
    const [k = 0, n = 0, share = 0] = name.match(/[\d.]+/g)!.map(Number);
    expect(binomialGreater(k, n, share)).toBeCloseTo(p, 12);
  });

  it("is 1 for no success wanted, 0 or 1 at the certain shares", () => {
    expect(binomialGreater(0, 0, 0.5)).toBe(1);
    expect(binomialGreater(1, 5, 0)).toBe(0);
    expect(binomialGreater(5, 5, 1)).toBe(1);
    expect(() => binomialGreater(1, 2, 1.1)).toThrow(RangeError);
  });
});
