import { describe, expect, it } from "vitest";
import { auc, matchedAuc, overlapAuc, overlapWeightedAuc, random } from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";
import { normal } from "./_rows.ts";

interface Golden {
  readonly input: Readonly<Record<"score" | "label" | "e" | "logit_e", ReadonlyArray<number>>> & {
    readonly caliper_sd: number;
  };
  readonly expect: Readonly<Record<"auc" | "ess1" | "ess0", number>> & {
    readonly pairs: ReadonlyArray<readonly [number, number]>;
    readonly ci: readonly [number, number];
  };
}

describe("overlapAuc()", () => {
  it("agrees with the method's worked sample", () => {
    const { input, expect: expected } = vector<Golden>("overlap_weighted_auc");
    const found = overlapAuc(
      Float64Array.from(input.score),
      Uint8Array.from(input.label),
      Float64Array.from(input.e),
    )!;

    expect(found.auc).toBeCloseTo(expected.auc, 12);
    expect(found.essMembers).toBeCloseTo(expected.ess1, 12);
    expect(found.essControls).toBeCloseTo(expected.ess0, 12);
  });

  it("is the plain area at even propensities, ties included", () => {
    const scores = Float64Array.of(3, 1, 1, 2, 1, 0);
    const labels = Uint8Array.of(1, 1, 0, 0, 1, 0);

    expect(overlapAuc(scores, labels, new Float64Array(6).fill(0.5))!.auc).toBeCloseTo(
      auc(scores, labels)!,
      12,
    );
  });

  it("is null where a class has no row or no weight, and refuses what is no propensity", () => {
    const labels = Uint8Array.of(1, 0);

    expect(overlapAuc(Float64Array.of(1, 0), labels, Float64Array.of(1, 0.5))).toBeNull();
    expect(overlapAuc(Float64Array.of(1, 0), Uint8Array.of(1, 1), Float64Array.of(0.5, 0.5))).toBeNull();
    expect(() => overlapAuc(Float64Array.of(1, 0), labels, Float64Array.of(1.5, 0.5))).toThrow(RangeError);
  });
});

describe("overlapWeightedAuc()", () => {
  const draws = (n: number, shift: number, memory: number, seed: number) => {
    const draw = random(seed, "rows");
    const labels = new Uint8Array(2 * n).fill(1, 0, n);
    const looks = Float64Array.from(labels, (label) => normal(draw) + shift * label);
    const scores = Float64Array.from(labels, (label, row) => looks[row]! + memory * label + normal(draw));
    return overlapWeightedAuc(scores, labels, looks, {
      d: 1,
      random: random(seed, "overlap"),
      resamples: 100,
    })!;
  };

  it("balances the covariates exactly", () => {
    const draw = random(5, "rows");
    const labels = new Uint8Array(100).fill(1, 0, 50);
    const looks = Float64Array.from({ length: 200 }, (_, i) => normal(draw) + (i < 100 ? 0.8 : 0));
    const { propensities } = overlapWeightedAuc(new Float64Array(100), labels, looks, {
      d: 2,
      c: 1e6,
      random: draw,
      resamples: 1,
    })!;
    const mean = (label: number, j: number) => {
      let [sum, total] = [0, 0];
      propensities.forEach((e, row) => {
        const weight = labels[row] !== label ? 0 : label === 1 ? 1 - e : e;
        sum += weight * looks[row * 2 + j]!;
        total += weight;
      });
      return sum / total;
    };

    for (const j of [0, 1]) expect(mean(1, j)).toBeCloseTo(mean(0, j), 5);
  });

  it("does not take looks for memory, and finds memory beside looks", () => {
    const runs = Array.from({ length: 25 }, (_, seed) => seed);
    const falseAlarms = runs.filter((seed) => draws(60, 0.7, 0, seed).bound!.lo > 0.5).length;
    const found = runs.filter((seed) => draws(100, 0.7, 1.2, seed).bound!.lo > 0.5).length;

    expect(falseAlarms).toBeLessThanOrEqual(3);
    expect(found).toBeGreaterThanOrEqual(22);
  });

  it("has few effective rows where looks hardly overlap", () => {
    const { essMembers, essControls } = draws(60, 5, 0, 1);

    expect(Math.min(essMembers, essControls)).toBeLessThan(20);
  });

  it("is the plain area for a constant covariate, null for one class, and refuses holes", () => {
    const scores = Float64Array.of(3, 1, 2, 0);
    const labels = Uint8Array.of(1, 1, 0, 0);
    const options = { d: 1, random: random(1, "overlap"), resamples: 10 };

    expect(overlapWeightedAuc(scores, labels, new Float64Array(4).fill(7), options)?.auc).toBeCloseTo(
      0.75,
      12,
    );
    expect(overlapWeightedAuc(scores, new Uint8Array(4), new Float64Array(4), options)).toBeNull();
    expect(() => overlapWeightedAuc(scores, labels, new Float64Array(4).fill(Number.NaN), options)).toThrow(
      RangeError,
    );
  });
});

describe("matchedAuc()", () => {
  it("agrees with the method's worked sample", () => {
    const { input, expect: expected } = vector<Golden>("matched_auc");
    const found = matchedAuc(
      Float64Array.from(input.score),
      Uint8Array.from(input.label),
      Float64Array.from(input.logit_e),
      input.caliper_sd,
    )!;

    expect(found.pairs).toEqual(expected.pairs);
    expect(found.auc.point).toBe(expected.auc);
    expect(found.auc.lo).toBeCloseTo(expected.ci[0], 9);
    expect(found.auc.hi).toBeCloseTo(expected.ci[1], 9);
  });

  it("is null without a pair", () => {
    expect(matchedAuc(Float64Array.of(1, 0), Uint8Array.of(1, 0), Float64Array.of(0, 9))).toBeNull();
    expect(matchedAuc(Float64Array.of(1), Uint8Array.of(1), Float64Array.of(0))).toBeNull();
  });
});
