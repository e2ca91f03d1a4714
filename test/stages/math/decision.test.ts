import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accuracyByP, memguardAccuracy, riskCoverage } from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";

const { input, expect: expected } = vector<{
  readonly input: Readonly<Record<"conf" | "correct" | "p_mem", ReadonlyArray<number>>>;
  readonly expect: {
    readonly conf_weighted_acc: number;
    readonly memguard_weighted_acc: number;
    readonly clean_weight_share: number;
    readonly kish_n_eff: number;
    readonly aurc: number;
    readonly e_aurc: number;
    readonly curve: ReadonlyArray<readonly [number, number]>;
    readonly aurc_penalised: number;
    readonly acc_lowest_25pct_p: number;
    readonly brier_conf: number;
    readonly brier_pen: number;
  };
}>("decision");
const answers = { confidence: input.conf, pMemorized: input.p_mem, correct: input.correct };
const penalised = input.conf.map((confidence, i) => confidence * (1 - input.p_mem[i]!));

describe("memguardAccuracy()", () => {
  it("agrees with the method's vector", () => {
    const found = memguardAccuracy(answers, { minNEff: 5 });
    expect(found.accuracy).toBeCloseTo(expected.memguard_weighted_acc, 12);
    expect(found.cleanShare).toBeCloseTo(expected.clean_weight_share, 12);
    expect(found.nEff).toBeCloseTo(expected.kish_n_eff, 12);
    const clean = { ...answers, pMemorized: input.p_mem.map(() => 0) };
    expect(memguardAccuracy(clean, { minNEff: 5 }).accuracy).toBeCloseTo(expected.conf_weighted_acc, 12);
  });

  it("has no number where too little is left, and says what is left", () => {
    expect(memguardAccuracy(answers)).toMatchObject({
      accuracy: null,
      reason: "nothing left to score: 6.4 effective rows of 30",
    });
    const memorised = { ...answers, pMemorized: input.p_mem.map(() => 0.99) };
    expect(memguardAccuracy(memorised, { minNEff: 1 }).reason).toBe(
      "nothing left to score: clean share 0.010 below 0.05",
    );
    const certain = { ...answers, pMemorized: input.p_mem.map(() => 1) };
    expect(memguardAccuracy(certain)).toMatchObject({ accuracy: null, nEff: 0, cleanShare: 0 });
    const none = { confidence: [], pMemorized: [], correct: [] };
    expect(memguardAccuracy(none)).toEqual({ accuracy: null, cleanShare: null, nEff: 0, reason: "no rows" });
  });

  it("is the accuracy where nothing is memorised and all are equally sure", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (correct, sure) => {
          const even = { correct, confidence: correct.map(() => sure), pMemorized: correct.map(() => 0) };
          const { accuracy, nEff } = memguardAccuracy(even, { minNEff: 0.5 });
          expect(accuracy).toBeCloseTo(correct.reduce((a, b) => a + b, 0) / correct.length, 12);
          expect(nEff).toBeCloseTo(correct.length, 6);
        },
      ),
    );
  });

  it("refuses lengths that differ", () => {
    expect(() => memguardAccuracy({ ...answers, correct: [1] })).toThrow(RangeError);
  });
});

describe("riskCoverage()", () => {
  it("agrees with the method's vector", () => {
    const found = riskCoverage(input.conf, input.correct)!;
    expect(found.aurc).toBeCloseTo(expected.aurc, 12);
    expect(found.eAurc).toBeCloseTo(expected.e_aurc, 12);
    expect(found.curve).toHaveLength(expected.curve.length);
    found.curve.flat().forEach((value, i) => {
      expect(value).toBeCloseTo(expected.curve.flat()[i]!, 12);
    });
    expect(riskCoverage(penalised, input.correct)!.aurc).toBeCloseTo(expected.aurc_penalised, 12);
  });

  it("does not see the order of the rows, and the best order has no excess", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1 })), { minLength: 1 }),
        (rows) => {
          const of = (some: typeof rows) =>
            riskCoverage(
              some.map(([c]) => c),
              some.map(([, ok]) => ok),
            )!;
          expect(of(rows.toReversed()).aurc).toBeCloseTo(of(rows).aurc, 12);
          expect(of(rows).eAurc).toBeGreaterThan(-1e-12);
          const right = rows.map(([, ok]) => ok);
          expect(riskCoverage(right, right)!.aurc).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it("is null for no rows, 0 for a perfect record, and refuses what is no answer", () => {
    expect(riskCoverage([], [])).toBeNull();
    const scores = Float64Array.from({ length: 1001 }, (_, i) => i / 1001);
    const whole = riskCoverage(scores, scores.map(Math.round))!;
    const thin = riskCoverage(scores, scores.map(Math.round), { points: 10 })!;
    expect([whole.curve.length, thin.curve.length]).toEqual([1001, 10]);
    expect(thin).toEqual({ ...whole, curve: whole.curve.filter((_, i) => i % 101 === 100 || i === 1000) });
    expect(riskCoverage([0.2, 0.9], [1, 1])).toMatchObject({ aurc: 0, eAurc: 0 });
    expect(() => riskCoverage([Number.NaN], [1])).toThrow(RangeError);
    expect(() => riskCoverage([1], [2])).toThrow(RangeError);
    for (const points of [0, -5, Number.NaN]) {
      expect(() => riskCoverage([1], [1], { points })).toThrow(RangeError);
    }
    expect(() => riskCoverage([1, 2], [1])).toThrow(RangeError);
  });
});

describe("accuracyByP()", () => {
  it("agrees with the method's vector", () => {
    expect(accuracyByP(input.p_mem, input.correct, 4)[0]!.accuracy).toBe(expected.acc_lowest_25pct_p);
  });

  it("adds up to the accuracy and does not see the order within ties", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1 }))),
        (rows) => {
          const of = (some: typeof rows) =>
            accuracyByP(
              some.map(([p]) => p),
              some.map(([, ok]) => ok),
            );
          const [bins, mirrored] = [of(rows), of(rows.toReversed())];
          const right = bins.reduce((sum, bin) => sum + bin.rows * bin.accuracy, 0);
          expect(right).toBeCloseTo(
            rows.reduce((sum, [, ok]) => sum + ok, 0),
            9,
          );
          expect(bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(rows.length);
          mirrored.forEach(({ accuracy }, i) => {
            expect(accuracy).toBeCloseTo(bins[i]!.accuracy, 12);
          });
        },
      ),
    );
  });

  it("leaves out parts without rows and refuses no parts", () => {
    expect(accuracyByP([0.1, 0.9], [0, 1])).toEqual([
      { rows: 1, accuracy: 0 },
      { rows: 1, accuracy: 1 },
    ]);
    expect(accuracyByP([], [])).toEqual([]);
    expect(() => accuracyByP([0.1], [1], 0)).toThrow(RangeError);
  });
});

describe("the penalised confidence", () => {
  it("is a worse probability of being right than the stated one", () => {
    const brier = (of: ReadonlyArray<number>) =>
      of.reduce((sum, p, i) => sum + (p - input.correct[i]!) ** 2, 0) / of.length;
    expect(brier(input.conf)).toBeCloseTo(expected.brier_conf, 12);
    expect(brier(penalised)).toBeCloseTo(expected.brier_pen, 12);
  });
});
