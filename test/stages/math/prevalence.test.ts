import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CorrectionInputs,
  correctedProbability,
  correctionOf,
  differenceInDifferences,
  normalQuantile,
  piGap,
  prevalence,
  prevalenceLowerBound,
  priorShift,
  puPosterior,
  random,
} from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("prevalenceLowerBound()", () => {
  it("agrees with the method's vector", () => {
    const { input, expect: expected } = vector<{
      readonly input: Readonly<Record<"tp" | "n1" | "fp" | "n0" | "conf_one_sided", number>>;
      readonly expect: { readonly pi_hat: number; readonly pi_lo: number };
    }>("prevalence_lower_bound");
    const found = prevalenceLowerBound(
      { k: input.tp, n: input.n1 },
      { k: input.fp, n: input.n0 },
      input.conf_one_sided,
    )!;
    expect(found.piHat).toBeCloseTo(expected.pi_hat, 12);
    expect(found.piLo).toBeCloseTo(expected.pi_lo, 12);
  });

  it("is cut at 0 and null where nothing can be said", () => {
    expect(prevalenceLowerBound({ k: 2, n: 100 }, { k: 8, n: 100 })).toEqual({ piHat: 0, piLo: 0 });
    expect(prevalenceLowerBound({ k: 5, n: 5 }, { k: 5, n: 5 })).toBeNull();
    expect(prevalenceLowerBound({ k: 0, n: 0 }, { k: 0, n: 9 })).toBeNull();
  });
});

describe("prevalence()", () => {
  /** 200 and 200 normal scores, a share `planted` of the members 4 deviations higher. */
  const world = (planted: number, seed: number) => {
    const draw = random(seed, `planted ${planted}`);
    const score = () => normalQuantile(draw() + 2 ** -33);
    const labels = Uint8Array.from({ length: 400 }, (_, row) => (row < 200 ? 1 : 0));
    const scores = Float64Array.from(labels, (label) => score() + (label === 1 && draw() < planted ? 4 : 0));
    return { scores, labels, folds: Array.from(labels, (_, row) => row % 5) };
  };

  it.each([0, 0.25, 0.5, 1])("finds a planted share of %d with a bound below it", (planted) => {
    const runs = Array.from({ length: 60 }, (_, seed) => prevalence(world(planted, seed))!);
    const mean = runs.reduce((sum, { piHat }) => sum + piHat, 0) / runs.length;
    expect(Math.abs(mean - planted)).toBeLessThan(0.05);
    const held = runs.filter(({ piLo }) => piLo <= planted).length / runs.length;
    expect(held).toBeGreaterThan(0.88);
  });

  it("is null without a row of a class or with all controls in one fold", () => {
    const one = { scores: Float64Array.of(1, 2), labels: Uint8Array.of(1, 1), folds: [0, 1] };
    expect(prevalence(one)).toBeNull();
    expect(prevalence({ ...one, labels: Uint8Array.of(1, 0), folds: [0, 0] })).toBeNull();
    expect(() => prevalence({ ...one, folds: [0] })).toThrow(RangeError);
  });
});

describe("piGap()", () => {
  const { input, expect: expected } = vector<{
    readonly input: { readonly acc_is: number; readonly acc_oos: number };
    readonly expect: number;
  }>("pi_gap");
  const gap = { accBefore: input.acc_is, accAfter: input.acc_oos, gapLo: 0.1, strataMatch: true };

  it("agrees with the method's vector", () => {
    expect(piGap(gap).pi).toBeCloseTo(expected, 12);
  });

  it.each([
    [{ ...gap, accAfter: null }, "no rows on one side of the cutoff"],
    [{ ...gap, strataMatch: false }, "the periods differ in more than the cutoff"],
    [{ ...gap, gapLo: null }, "the gap has no interval"],
    [{ ...gap, gapLo: 0 }, "the gap's interval includes 0"],
  ])("is not read from %j", (given, reason) => {
    expect(piGap(given)).toEqual({ pi: null, reason });
  });

  it("refuses accuracies outside [0, 1]", () => {
    expect(() => piGap({ ...gap, accBefore: 1.2 })).toThrow(RangeError);
  });
});

describe("puPosterior()", () => {
  const { input, expect: expected } = vector<{
    readonly input: { readonly p_balanced: ReadonlyArray<number>; readonly pi: ReadonlyArray<number> };
    readonly expect: Readonly<Record<string, ReadonlyArray<number>>>;
  }>("pu_posterior");

  it.each(input.pi)("agrees with the method's vector at prevalence %d", (pi) => {
    input.p_balanced.forEach((p, i) => {
      expect(puPosterior(p, pi)).toBeCloseTo(expected[String(pi)]![i]!, 12);
    });
  });

  it("stays in [0, 1] and grows with the probability and with the prevalence", () => {
    fc.assert(
      fc.property(share, share, share, (p, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(puPosterior(p, low)).toBeLessThanOrEqual(puPosterior(p, high));
        expect(puPosterior(low, p)).toBeLessThanOrEqual(puPosterior(high, p));
        expect(puPosterior(a, b)).toBeGreaterThanOrEqual(0);
        expect(puPosterior(a, b)).toBeLessThanOrEqual(1);
      }),
    );
    expect(() => puPosterior(1.5, 0.5)).toThrow(RangeError);
  });
});

describe("correctedProbability()", () => {
  const inputs: CorrectionInputs = {
    verdict: "detected",
    piHat: 0.5,
    piLo: 0.4,
    piGap: null,
    calibrationP: [0.2, 0.6, 0.9, 0.95],
  };

  it.each(["confounded", "not-identifiable", "instrument-failed"])(
    "is null under the verdict %s",
    (verdict) => {
      const found = correctionOf({ ...inputs, verdict });
      for (const period of ["before", "after", "undated"] as const) {
        expect(correctedProbability(0.9, period, found)).toEqual({
          range: null,
          reason: `the verdict is ${verdict}`,
        });
      }
    },
  );

  it("is null without dates or without a prevalence", () => {
    expect(correctedProbability(0.9, "undated", correctionOf(inputs))).toEqual({
      range: null,
      reason: "the row or the cutoff has no date",
    });
    expect(correctionOf({ ...inputs, piHat: null, piLo: null }).reason).toBe("no prevalence can be had");
  });

  it("is 0 after the cutoff", () => {
    expect(correctedProbability(0.99, "after", correctionOf(inputs)).range).toEqual({
      point: 0,
      lo: 0,
      hi: 0,
    });
  });

  it("takes the larger prevalence and never averages more than it", () => {
    const found = correctionOf({ ...inputs, piGap: 0.7 });
    expect(found.correction!.point.pi).toBe(0.7);
    const mean = inputs.calibrationP.length;
    const corrected = Array.from(
      inputs.calibrationP,
      (p) => correctedProbability(p, "before", found).range!.point,
    );
    expect(corrected.reduce((a, b) => a + b, 0) / mean).toBeLessThanOrEqual(0.7 + 1e-12);
    const low = correctionOf({ ...inputs, calibrationP: [0.99, 0.99] });
    expect(correctedProbability(0.99, "before", low).range!.point).toBeCloseTo(0.5, 12);
  });

  it("lies in its range, which reaches to 1", () => {
    fc.assert(
      fc.property(share, share, share, (p, piHat, piLo) => {
        const found = correctionOf({ ...inputs, piHat, piLo: Math.min(piHat, piLo) });
        const { point, lo, hi } = correctedProbability(p, "before", found).range!;
        expect(lo).toBeLessThanOrEqual(point);
        expect(point).toBeLessThanOrEqual(hi);
        expect(hi).toBe(1);
      }),
    );
  });
});

describe("priorShift()", () => {
  const { input, expect: expected } = vector<{
    readonly input: Readonly<Record<"p" | "from_prior" | "to_prior", number>>;
    readonly expect: number;
  }>("prior_shift");

  it("agrees with the method's vector", () => {
    expect(priorShift(input.p, input.from_prior, input.to_prior)).toBeCloseTo(expected, 12);
  });

  it("goes back the way it came and keeps certainty", () => {
    fc.assert(
      fc.property(
        share,
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (p, a, b) => {
          expect(priorShift(priorShift(p, a, b), b, a)).toBeCloseTo(p, 9);
        },
      ),
    );
    expect([priorShift(0, 0.5, 0.1), priorShift(1, 0.5, 0.1), priorShift(1, 0.5, 0)]).toEqual([0, 1, 1]);
    for (const from of [0, 1, Number.NaN]) expect(() => priorShift(0.5, from, 0.5)).toThrow(RangeError);
  });
});

describe("differenceInDifferences()", () => {
  const { input, expect: expected } = vector<{
    readonly input: Readonly<Record<"pre" | "post", readonly [number, number, number]>>;
    readonly expect: { readonly diff: number; readonly se: number; readonly ci: readonly [number, number] };
  }>("did");
  const group = ([mean, d, n]: readonly [number, number, number]) => ({ mean, sd: mean / d, n });

  it("agrees with the method's vector", () => {
    const { bound, se } = differenceInDifferences(group(input.pre), group(input.post))!;
    expect(bound.point).toBeCloseTo(expected.diff, 12);
    expect(se).toBeCloseTo(expected.se, 12);
    expect(bound.lo).toBeCloseTo(expected.ci[0], 9);
    expect(bound.hi).toBeCloseTo(expected.ci[1], 9);
  });

  it("is null without two rows a side or without variation", () => {
    const one = { mean: 0.5, sd: 0.1, n: 1 };
    expect(differenceInDifferences(one, group(input.post))).toBeNull();
    const fixed = { mean: 0.5, sd: 0, n: 9 };
    expect(differenceInDifferences(fixed, fixed)).toBeNull();
    expect(() => differenceInDifferences({ ...fixed, sd: -1 }, fixed)).toThrow(RangeError);
  });
});
