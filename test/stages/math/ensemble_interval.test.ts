import { describe, expect, it } from "vitest";
import {
  agreementEvidence,
  agreementSequence,
  clusterEffect,
  ensembleInterval,
  hedgedCs,
  random,
  wilsonInterval,
} from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";

const { input, expect: expected } = vector<{
  readonly input: { readonly waves_k: ReadonlyArray<number>; readonly waves_n: ReadonlyArray<number> };
  readonly expect: {
    readonly p: number;
    readonly rho: number;
    readonly icc: Readonly<Record<"icc" | "msb" | "msw" | "n0" | "deff" | "n_eff" | "F" | "p", number>>;
    readonly cs_betabinom_58_64: readonly [number, number];
    readonly "log_e_ge_0.8": number;
    readonly wilson: readonly [number, number];
  };
}>("ensemble");
const waves = input.waves_k.map((k, i) => ({ k, n: input.waves_n[i]! }));
const total = waves.reduce((sum, { k }) => sum + k, 0);

describe("ensembleInterval()", () => {
  const found = ensembleInterval(waves)!;

  it("stands on the method's analysis of variance", () => {
    const hits = waves.flatMap(({ k, n }) => Array.from({ length: n }, (_, i) => (i < k ? 1 : 0)));
    const effect = clusterEffect(
      hits,
      waves.flatMap(({ n }, wave) => new Array<number>(n).fill(wave)),
    )!;
    expect(found.bound.point).toBe(expected.p);
    expect(effect.icc).toBeCloseTo(expected.rho, 12);
    const { msb, msw, n0, deff, n_eff, F, p } = expected.icc;
    expect(
      [effect.msb, effect.msw, effect.n0, effect.deff, effect.nEff, effect.f].map((x) => x!.toFixed(9)),
    ).toEqual([msb, msw, n0, deff, n_eff, F].map((x) => x.toFixed(9)));
    expect(effect.p).toBeCloseTo(p, 9);
    const plain = wilsonInterval(total, 64)!;
    expect(plain.lo).toBeCloseTo(expected.wilson[0], 9);
    expect(plain.hi).toBeCloseTo(expected.wilson[1], 9);
  });

  it("uses the upper bound of the correlation, of 10 % of the F distribution", () => {
    // scipy 1.17.1: stats.f.ppf(.1, 7, 56)
    const ratio = expected.icc.F / 0.3972615975041755;
    expect(found.rho).toBeCloseTo((ratio - 1) / (ratio + 7), 12);
    expect(found.deff).toBeCloseTo(1 + 7 * found.rho, 12);
    const nEff = 64 / found.deff;
    expect(found.bound.lo).toBeCloseTo(wilsonInterval(expected.p * nEff, nEff)!.lo, 12);
    expect(found.hasFewWaves).toBe(true);
  });

  it("counts a wave as one draw where waves decide as one, and draws as draws in waves of one", () => {
    const whole = ensembleInterval([8, 8, 0, 8, 8, 8].map((k) => ({ k, n: 8 })))!;
    expect(whole).toMatchObject({ rho: 1, nEff: 6 });
    const unanimous = ensembleInterval([8, 8, 8].map((k) => ({ k, n: 8 })))!;
    expect(unanimous.bound).toEqual(wilsonInterval(3, 3));
    const single = ensembleInterval([1, 1, 0, 1].map((k) => ({ k, n: 1 })))!;
    expect(single.bound).toEqual(wilsonInterval(3, 4));
  });

  it("does not see empty waves and is null with fewer than two others", () => {
    expect(ensembleInterval([...waves, { k: 0, n: 0 }])).toEqual(found);
    expect(
      ensembleInterval([
        { k: 3, n: 8 },
        { k: 0, n: 0 },
      ]),
    ).toBeNull();
    expect(ensembleInterval([])).toBeNull();
    expect(() => ensembleInterval([{ k: 3, n: 2 }])).toThrow(RangeError);
  });

  it("covers at least 94 % at a correlation of .2 in 8 waves of 8, where the independent interval does not", () => {
    const draw = random(3, "waves");
    const runs = Array.from({ length: 2000 }, () =>
      Array.from({ length: 8 }, () => betaBinomial(draw, 0.7, 0.2)),
    );
    const rate = (bound: (run: (typeof runs)[number]) => { readonly lo: number; readonly hi: number }) =>
      runs.filter((run) => bound(run).lo <= 0.7 && bound(run).hi >= 0.7).length / runs.length;
    expect(rate((run) => ensembleInterval(run)!.bound)).toBeGreaterThanOrEqual(0.94);
    const hits = (run: (typeof runs)[number]) => run.reduce((sum, { k }) => sum + k, 0);
    expect(rate((run) => wilsonInterval(hits(run), 64)!)).toBeLessThan(0.88);
  });
});

/** So many of 8 draws whose chance varies by wave with mean p and intraclass correlation rho: a Polya urn. */
function betaBinomial(
  draw: () => number,
  p: number,
  rho: number,
): { readonly k: number; readonly n: number } {
  const mass = 1 / rho - 1;
  let k = 0;
  for (let i = 0; i < 8; i++) if (draw() < (p * mass + k) / (mass + i)) k++;
  return { k, n: 8 };
}

describe("agreementSequence()", () => {
  it("agrees with the method's vector", () => {
    const { lo, hi } = agreementSequence(58, 64)!;
    expect(lo).toBeCloseTo(expected.cs_betabinom_58_64[0], 12);
    expect(hi).toBeCloseTo(expected.cs_betabinom_58_64[1], 12);
  });

  it("mirrors, reaches the ends, and is null for no draws", () => {
    const [a, b] = [agreementSequence(3, 20)!, agreementSequence(17, 20)!];
    expect(a.lo).toBeCloseTo(1 - b.hi, 12);
    expect(agreementSequence(0, 9)!.lo).toBe(0);
    expect(agreementSequence(9, 9)!.hi).toBe(1);
    expect(agreementSequence(0, 0)).toBeNull();
    expect(() => agreementSequence(1, 0)).toThrow(RangeError);
  });

  it("errs at no look in over 95 % of sequences, where repeated score intervals err often", () => {
    const draw = random(5, "looks");
    const missed = { sequence: 0, wilson: 0 };
    for (let run = 0; run < 200; run++) {
      let k = 0;
      const seen = { sequence: false, wilson: false };
      for (let n = 1; n <= 200; n++) {
        if (draw() < 0.6) k++;
        if (n % 4 !== 0) continue;
        const [sequence, wilson] = [agreementSequence(k, n)!, wilsonInterval(k, n)!];
        seen.sequence ||= sequence.lo > 0.6 || sequence.hi < 0.6;
        seen.wilson ||= wilson.lo > 0.6 || wilson.hi < 0.6;
      }
      missed.sequence += Number(seen.sequence);
      missed.wilson += Number(seen.wilson);
    }
    expect(missed.sequence).toBeLessThanOrEqual(10);
    expect(missed.wilson).toBeGreaterThan(20);
  });
});

describe("agreementEvidence()", () => {
  it("agrees with the method's vector", () => {
    expect(agreementEvidence(58, 64, 0.8)).toBeCloseTo(expected["log_e_ge_0.8"], 9);
  });

  it("grows with agreement and is nothing before the first draw", () => {
    expect(agreementEvidence(0, 0, 0.8)).toBeCloseTo(0, 12);
    expect(agreementEvidence(64, 64, 0.8)).toBeGreaterThan(agreementEvidence(60, 64, 0.8));
    expect(agreementEvidence(40, 64, 0.8)).toBeLessThan(0);
    expect(() => agreementEvidence(1, 2, 1)).toThrow(RangeError);
  });
});

describe("hedgedCs()", () => {
  const { input: bets, expect: ends } = vector<{
    readonly input: {
      readonly x: ReadonlyArray<number>;
      readonly alpha: number;
      readonly grid: number;
      readonly c: number;
    };
    readonly expect: readonly [number, number];
  }>("hedged_cs");

  it("agrees with the method's vector", () => {
    const found = hedgedCs(bets.x, { confidence: 1 - bets.alpha, grid: bets.grid, cap: bets.c })!;
    expect(found.lo).toBeCloseTo(ends[0], 12);
    expect(found.hi).toBeCloseTo(ends[1], 12);
  });

  it("narrows as draws arrive, holds the mean, and mirrors", () => {
    const draw = random(0, "hedged");
    const values = Array.from({ length: 300 }, draw);
    const [early, late] = [hedgedCs(values.slice(0, 30))!, hedgedCs(values)!];
    expect(late.hi - late.lo).toBeLessThan(early.hi - early.lo);
    expect(late.lo).toBeLessThanOrEqual(late.point);
    const mirrored = hedgedCs(values.map((value) => 1 - value))!;
    expect(mirrored.lo).toBeCloseTo(1 - late.hi, 9);
    expect(hedgedCs([0, 0, 0])!.lo).toBe(0);
    expect(hedgedCs([1, 1, 1])!.hi).toBe(1);
  });

  it("is null for no values and refuses what is out of range", () => {
    expect(hedgedCs([])).toBeNull();
    for (const value of [-0.1, 1.1, Number.NaN]) expect(() => hedgedCs([value])).toThrow(RangeError);
    expect(() => hedgedCs([0.5], { grid: 0 })).toThrow(RangeError);
    expect(() => hedgedCs([0.5], { cap: 1 })).toThrow(RangeError);
  });
});
