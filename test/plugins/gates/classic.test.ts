import { Either } from "effect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Schema } from "../../../plugins/contract/mod.ts";
import classicByDefault, {
  COMPOSITE_FORMULA,
  classic,
  compositeScore,
  GATES,
} from "../../../plugins/gates/classic.ts";
import { catalogue } from "../../../plugins/mod.ts";
import {
  ci,
  golden,
  goldenResult,
  judgementOf,
  MAJORITY,
  PASSING,
  recordsOf,
  UNCALIBRATED,
} from "../report/_golden.ts";

describe("compositeScore()", () => {
  it.each(golden)("compositeScore() agrees with the reference: $name", ({ input, expected }) => {
    const majority = { direction: 1, accuracy: ci(input.majority) } as const;
    const verdicts = input.results.map((result) => compositeScore(goldenResult(result), majority));
    expect(verdicts).toEqual(
      expected.scores.map(({ survives_gates, ...rest }) => ({ ...rest, survives: survives_gates })),
    );
  });

  it("compositeScore() says only `uncalibrated` of a model that was never asked", () => {
    expect(compositeScore(UNCALIBRATED, MAJORITY)).toEqual({
      model: "lab/unasked",
      score: 0,
      components: { memguard_acc_lo: null, mcs_auc_point: null, parse_success_rate: 1 },
      survives: false,
      warnings: ["uncalibrated"],
    });
  });

  it("compositeScore() raises `uncalibrated`, not `weak-calibration`, where there is no AUC", () => {
    const verdict = compositeScore({ ...PASSING, mcsAuc: null }, MAJORITY);
    expect(verdict.warnings).toEqual(["uncalibrated"]);
    expect(verdict.score).toBe(0);
  });

  it("compositeScore() still compares an uncalibrated model that has an accuracy", () => {
    const low = { ...UNCALIBRATED, memguardAccuracy: ci([0.5, 0.4, 0.6]), parseSuccessRate: 0.5 };
    const { warnings } = compositeScore(low, MAJORITY);
    expect(warnings).toEqual(["parse-unreliable", "not-better-than-baseline", "uncalibrated"]);
  });

  it("compositeScore() does not let a calibrated model without an accuracy pass", () => {
    const mute = { ...PASSING, memguardAccuracy: null, rawAccuracy: null };
    const verdict = compositeScore(mute, MAJORITY, { parse_min: 0, mcs_auc_min: 0 });
    expect(verdict.warnings).toEqual(["not-better-than-baseline"]);
    expect(verdict.survives).toBe(false);
  });

  it("compositeScore() puts warnings in the table's order, once each, and unknown ones last", () => {
    const warnings = ["odd", "temperature-not-honoured", "uncalibrated", "weak-calibration", "odd"];
    const verdict = compositeScore({ ...PASSING, mcsAuc: ci([0.5, 0.4, 0.6]), warnings }, MAJORITY);
    expect(verdict.warnings).toEqual(["weak-calibration", "uncalibrated", "temperature-not-honoured", "odd"]);
  });

  it("compositeScore() blocks on a blocking warning that was raised before", () => {
    expect(compositeScore({ ...PASSING, warnings: ["weak-calibration"] }, MAJORITY).survives).toBe(false);
    expect(compositeScore({ ...PASSING, warnings: ["odd"] }, MAJORITY).survives).toBe(true);
  });

  it("compositeScore() is 0 and null, never NaN, where a number is not one", () => {
    const verdict = compositeScore({ ...PASSING, mcsAuc: ci([Number.NaN, 0, 1]) }, MAJORITY);
    expect(verdict.components["mcs_auc_point"]).toBeNull();
    expect(verdict.score).toBe(0);
    expect(compositeScore(PASSING, { ...MAJORITY, accuracy: ci([0, 0, Number.NaN]) }).survives).toBe(false);
  });

  it("compositeScore() has a score in [0, 1], 0 for every model that does not survive", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const bound = fc.option(fc.tuple(share, share, share).map(ci));
    fc.assert(
      fc.property(bound, bound, share, share, (memguardAccuracy, mcsAuc, parseSuccessRate, hi) => {
        const result = { ...PASSING, memguardAccuracy, mcsAuc, parseSuccessRate };
        const { score, survives, warnings } = compositeScore(result, {
          ...MAJORITY,
          accuracy: ci([hi, hi, hi]),
        });
        expect(score >= 0 && score <= 1).toBe(true);
        expect(survives).toBe(warnings.length === 0);
        if (!survives) expect(score).toBe(0);
      }),
    );
  });

  it("compositeScore() does not read the records", () => {
    const records = { ...recordsOf(), [Symbol.iterator]: () => expect.unreachable("records were read") };
    expect(compositeScore({ ...PASSING, records }, MAJORITY).survives).toBe(true);
  });
});

describe("classic", () => {
  const decode = Schema.decodeUnknownEither(classic.options);

  it("classic is in the catalogue, as default and by name", async () => {
    expect((await catalogue.gates["classic"]!()).default).toBe(classic);
    expect(classicByDefault).toBe(classic);
  });

  it("classic takes the thresholds of GATES unless the config names others", () => {
    expect(Either.getOrThrow(decode({}))).toEqual(GATES);
    expect(Either.getOrThrow(decode({ parse_min: 0.5 }))).toEqual({ parse_min: 0.5, mcs_auc_min: 0.6 });
  });

  it.each([{ parse_min: 1.1 }, { mcs_auc_min: -0.1 }, { mcs_auc_min: "0.6" }, { parse_min: Number.NaN }])(
    "classic refuses %j",
    (options) => {
      expect(Either.isLeft(decode(options))).toBe(true);
    },
  );

  it("classic judges every model with its thresholds, in order", () => {
    const gates = classic.make({ parse_min: 0.8, mcs_auc_min: 0.9 });
    const verdicts = gates.judge(judgementOf([PASSING, UNCALIBRATED]));
    expect(verdicts.map(({ model, warnings }) => [model, warnings])).toEqual([
      ["meta/llama-3.1_8b", ["weak-calibration"]],
      ["lab/unasked", ["uncalibrated"]],
    ]);
    expect(gates.formula).toBe(COMPOSITE_FORMULA);
    expect(gates.thresholds).toEqual({ parse_min: 0.8, mcs_auc_min: 0.9 });
    expect(gates.words.passed).toContain("MCS-AUC ≥ 0.9");
  });
});
