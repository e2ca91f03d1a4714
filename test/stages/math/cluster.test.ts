import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clusterBootstrap,
  clusterEffect,
  clusteredGap,
  clusteredGreater,
  clusteredMean,
  clusteredShare,
  random,
  twoWayMean,
  wilsonInterval,
} from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";
import { mulberry32 } from "./_mulberry32.ts";

type Ends = readonly [number, number];

interface Icc {
  readonly icc: number;
  readonly msb: number;
  readonly msw: number;
  readonly n0: number;
  readonly deff: number;
  readonly n_eff: number;
  readonly F: number;
  readonly p: number;
}

const { input, expect: expected } = vector<{
  readonly input: { readonly up_by_ticker: Readonly<Record<string, ReadonlyArray<number>>> };
  readonly expect: {
    readonly icc: Icc;
    readonly cluster_t: { readonly mean: number; readonly se: number; readonly G: number; readonly ci: Ends };
    readonly two_way: { readonly mean: number; readonly se: number; readonly df: number; readonly ci: Ends };
    readonly cluster_bootstrap_B500_seed3: Ends;
    readonly wilson_iid: Ends;
    readonly wilson_neff: Ends;
  };
}>("cluster");
const rows = Object.entries(input.up_by_ticker).flatMap(([ticker, ups]) =>
  ups.map((up, date) => ({ ticker, date, value: up === 1 ? 1 : 0 })),
);
const values = rows.map(({ value }) => value);
const dates = rows.map(({ date }) => date);
const tickers = rows.map(({ ticker }) => ticker);

function expectEnds(
  found: { readonly lo: number; readonly hi: number } | null | undefined,
  [lo, hi]: Ends,
): void {
  expect(found!.lo).toBeCloseTo(lo, 9);
  expect(found!.hi).toBeCloseTo(hi, 9);
}

describe("clusterEffect()", () => {
  const found = clusterEffect(values, dates)!;

  it("agrees with the method's vector", () => {
    const wanted = expected.icc;
    const pairs = [
      [found.icc, wanted.icc],
      [found.msb, wanted.msb],
      [found.msw, wanted.msw],
      [found.n0, wanted.n0],
      [found.deff, wanted.deff],
      [found.nEff, wanted.n_eff],
      [found.f, wanted.F],
      [found.p! * 1e6, wanted.p * 1e6],
    ];
    for (const [actual, value] of pairs) expect(actual).toBeCloseTo(value!, 9);
  });

  it("gives the score interval its effective rows", () => {
    const share = expected.cluster_t.mean;
    expectEnds(wilsonInterval(share * 120, 120), expected.wilson_iid);
    expectEnds(wilsonInterval(share * found.nEff!, found.nEff!), expected.wilson_neff);
  });

  it("says why there is no correlation", () => {
    expect(clusterEffect([], [])).toBeNull();
    expect(clusterEffect([1, 0], ["a", "a"])).toMatchObject({
      icc: null,
      deff: null,
      nEff: null,
      reason: "all rows share one cluster",
    });
    expect(clusterEffect([1, 0], ["a", "b"])).toMatchObject({
      icc: null,
      deff: 1,
      nEff: 2,
      reason: "every row is its own cluster",
    });
    expect(clusterEffect([1, 1, 1], ["a", "a", "b"])).toMatchObject({
      icc: null,
      nEff: null,
      reason: "all values are equal",
    });
  });

  it("does not see the order of the rows or the names of the clusters, and never says more than the rows", () => {
    fc.assert(
      fc.property(sample(), (cells) => {
        const of = (some: typeof cells, name: (c: number) => string | number) =>
          clusterEffect(
            some.map(([value]) => value),
            some.map(([, cluster]) => name(cluster)),
          );
        const [a, b] = [of(cells, (c) => c), of(cells.toReversed(), (c) => `cluster ${c}`)];
        expect(b?.icc ?? 0).toBeCloseTo(a?.icc ?? 0, 9);
        if (a?.nEff != null) expect(a.nEff).toBeLessThanOrEqual(cells.length);
        if (a?.icc != null) expect(a.icc).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("refuses rows without a cluster and values that are no numbers", () => {
    expect(() => clusterEffect([1, 0], ["a"])).toThrow(RangeError);
    expect(() => clusterEffect([Number.NaN], ["a"])).toThrow(RangeError);
  });
});

describe("clusteredMean()", () => {
  it("agrees with the method's vector", () => {
    const found = clusteredMean(values, dates)!;
    expect(found.mean).toBeCloseTo(expected.cluster_t.mean, 12);
    expect(found.se).toBeCloseTo(expected.cluster_t.se, 12);
    expect(found.clusters).toBe(expected.cluster_t.G);
    expectEnds(found.bound, expected.cluster_t.ci);
  });

  it("is the ordinary t interval where every row is a cluster", () => {
    const found = clusteredMean([1, 2, 4, 7], [1, 2, 3, 4])!;
    const sd = Math.sqrt([2.5, 1.5, 0.5, 3.5].reduce((sum, x) => sum + x * x, 0) / 3);
    expect(found.se).toBeCloseTo(sd / 2, 14);
    expect(found.df).toBe(3);
  });

  it("has no interval without variation, whatever rounding leaves, and none with one cluster", () => {
    expect(clusteredMean([0.1, 0.1, 0.1], ["a", "b", "c"])!.bound).toBeNull();
    expect(clusteredMean([1, 0, 1, 0], ["a", "a", "b", "b"])!.bound).toBeNull();
    expect(clusteredMean([1e-20, 3e-20], ["a", "b"])!.bound).not.toBeNull();
    expect(clusteredMean([1, 0], ["a", "a"])).toBeNull();
    expect(clusteredMean([], [])).toBeNull();
  });
});

describe("clusteredShare()", () => {
  it("keeps a width for a perfect record and stays in [0, 1]", () => {
    const perfect = clusteredShare([1, 1, 1, 1, 1, 1], ["a", "a", "b", "b", "c", "c"])!;
    expect(perfect).toEqual(wilsonInterval(3, 3));
    const wide = clusteredShare([1, 1, 1, 0], ["a", "a", "b", "b"])!;
    expect([wide.lo, wide.hi]).toEqual([0, 1]);
  });

  it("refuses what is neither right nor wrong", () => {
    expect(() => clusteredShare([0.5, 1], ["a", "b"])).toThrow(RangeError);
  });
});

describe("clusteredGreater()", () => {
  it("halves the two-sided p of the t interval", () => {
    const differences = values.map((value) => value - 0.4);
    const { p, t, df } = clusteredGreater(differences, dates)!;
    expect(df).toBe(29);
    expect(t).toBeCloseTo((expected.cluster_t.mean - 0.4) / expected.cluster_t.se, 9);
    const { bound } = clusteredMean(differences, dates, { confidence: 1 - 2 * p })!;
    expect(bound!.lo).toBeCloseTo(0, 9);
  });

  it("turns around with the sign", () => {
    const differences = values.map((value) => value - 0.4);
    const negated = differences.map((difference) => -difference);
    expect(clusteredGreater(differences, dates)!.p + clusteredGreater(negated, dates)!.p).toBeCloseTo(1, 12);
  });

  it("counts clusters where they all say the same, and claims nothing without a difference", () => {
    expect(clusteredGreater([1, 1, 1, 1], ["a", "a", "b", "c"])).toMatchObject({ p: 1 / 8, t: null });
    expect(clusteredGreater([0, 0, 0], ["a", "b", "c"])!.p).toBe(1);
    expect(clusteredGreater([-1, -1], ["a", "b"])!.p).toBe(1);
    expect(clusteredGreater([1, 1], ["a", "a"])).toBeNull();
  });
});

describe("clusteredGap()", () => {
  const before = { hits: [1, 1, 1, 0, 1, 1], labels: ["a", "a", "b", "b", "c", "c"] };
  const after = { hits: [1, 0, 0, 0, 1, 0], labels: ["d", "d", "e", "e", "f", "f"] };

  it("is the difference, turns around with the sides and holds it", () => {
    const gap = clusteredGap(before, after)!;
    expect(gap.point).toBeCloseTo(5 / 6 - 1 / 3, 14);
    expect(gap.lo).toBeCloseTo(-clusteredGap(after, before)!.hi, 14);
    expect(gap.lo).toBeLessThan(gap.point);
  });

  it("keeps a width for a perfect side and is null with one cluster", () => {
    const perfect = { hits: [1, 1, 1], labels: ["a", "b", "c"] };
    const gap = clusteredGap(perfect, perfect)!;
    expect(gap.hi - gap.lo).toBeGreaterThan(0.8);
    expect(clusteredGap(before, { hits: [1], labels: ["d"] })).toBeNull();
  });
});

describe("twoWayMean()", () => {
  it("agrees with the method's vector", () => {
    const found = twoWayMean(values, [dates, tickers])!;
    expect(found.bound.point).toBeCloseTo(expected.two_way.mean, 12);
    expect(found.se).toBeCloseTo(expected.two_way.se, 12);
    expect(found.df).toBe(expected.two_way.df);
    expectEnds(found.bound, expected.two_way.ci);
  });

  it("does not see which way is first and is never narrower than one way with its degrees", () => {
    const [a, b] = [twoWayMean(values, [dates, tickers])!, twoWayMean(values, [tickers, dates])!];
    expect(b).toEqual(a);
    expect(a.se).toBeGreaterThanOrEqual(clusteredMean(values, tickers)!.se);
  });

  it("is null with one cluster of a kind or without variation", () => {
    expect(
      twoWayMean(
        [1, 0],
        [
          ["a", "b"],
          ["x", "x"],
        ],
      ),
    ).toBeNull();
    expect(
      twoWayMean(
        [1, 1],
        [
          ["a", "b"],
          ["x", "y"],
        ],
      ),
    ).toBeNull();
  });
});

describe("clusterBootstrap()", () => {
  it("agrees with the method's vector draw by draw", () => {
    const found = clusterBootstrap(values, dates, { resamples: 500, random: mulberry32(3) })!;
    expectEnds(found, expected.cluster_bootstrap_B500_seed3);
  });

  it("returns the same interval for the same seed and is null with one cluster", () => {
    const draw = () => clusterBootstrap(values, dates, { resamples: 50, random: random(0, "days") });
    expect(draw()).toEqual(draw());
    expect(clusterBootstrap([1, 0], ["a", "a"], { random: random(0, "days") })).toBeNull();
  });
});

describe("under clustering", () => {
  const draws = random(11, "clustered coverage");
  /** Right answers on 60 days of 5 rows: a day's chance is .55 shifted up or down by .25. */
  const world = () => {
    const days = Array.from({ length: 60 }, () => 0.55 + (draws() < 0.5 ? 0.25 : -0.25));
    return days.flatMap((chance, day) =>
      Array.from({ length: 5 }, () => ({ day, hit: draws() < chance ? 1 : 0 })),
    );
  };
  const runs = Array.from({ length: 400 }, () => {
    const drawn = world();
    const [hits, days] = [drawn.map(({ hit }) => hit), drawn.map(({ day }) => day)];
    return { hits, days };
  });
  const share = (holds: (run: (typeof runs)[number]) => boolean) => runs.filter(holds).length / runs.length;
  const covers = (bound: { readonly lo: number; readonly hi: number } | null) =>
    bound!.lo <= 0.55 && bound!.hi >= 0.55;

  it("the clustered interval covers 93 to 97 %, the independent one far less", () => {
    const clustered = share(({ hits, days }) => covers(clusteredShare(hits, days)));
    const naive = share(({ hits }) =>
      covers(wilsonInterval(hits.filter((hit) => hit === 1).length, hits.length)),
    );
    expect(clustered).toBeGreaterThan(0.925);
    expect(clustered).toBeLessThan(0.98);
    expect(naive).toBeLessThan(0.88);
  });

  it("the one-sided test rejects a true hypothesis about 5 % of the time", () => {
    const rejected = share(
      ({ hits, days }) =>
        clusteredGreater(
          hits.map((hit) => hit - 0.55),
          days,
        )!.p <= 0.05,
    );
    expect(rejected).toBeGreaterThan(0.02);
    expect(rejected).toBeLessThan(0.08);
  });
});

function sample() {
  return fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 4 })), {
    maxLength: 20,
  });
}
