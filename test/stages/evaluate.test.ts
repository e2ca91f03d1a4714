import { it } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { describe, expect } from "vitest";
import type { ModelCalibration, Outcome, Question } from "../../plugins/contract/mod.ts";
import { featureTable } from "../../stages/math/mod.ts";
import { evaluate } from "../../stages/mod.ts";
import { answered, DOWN, evalSetOf, FINDINGS, fakeAnswers, fakeProgress, STUDY, seed, UP } from "./_fakes.ts";

const PROMPTS = ["1?", "2?", "3?", "4?"];
const evalSet = evalSetOf(PROMPTS, { targets: Int8Array.of(1, 1, -1, 1) });
const feature = (value: number) => ({
  loss: value,
  min_k: value,
  min_k_pp: value,
  zlib_ratio: value,
  ref_delta: null,
});
const known = {
  baseline: { mean: feature(0), std: feature(1), nValid: 60, minValid: 50, isCalibrated: true },
  controls: featureTable(new Float64Array(0)),
  rows: [],
  failures: "",
};
const calibration: ModelCalibration = {
  ok: true,
  calibrator: {
    fit: { features: ["loss", "min_k", "min_k_pp", "zlib_ratio"], coefficients: [0, 0, 0, 0], intercept: 0 },
    withoutReference: null,
    validation: { kind: "holdout", share: 0.25, nTrain: 75, nHeldOut: 25, auc: 0.75 },
    minAuc: 0.6,
    isWeak: false,
  },
  judged: { scores: Float64Array.of(0.1, 0.2, 0.8, 0.9), labels: Uint8Array.of(0, 1, 0, 1) },
  members: featureTable(new Float64Array(0)),
  findings: FINDINGS,
  verdict: { verdict: "underpowered", sentence: "So few rows" },
};

const noCalibration = (reason: string): ModelCalibration => ({
  ok: false,
  reason,
  verdict: { verdict: "underpowered", sentence: reason },
});

const evaluated = (
  answer: (question: Question) => Outcome,
  calibrators: Readonly<Record<string, ModelCalibration>> = { a: calibration, b: calibration },
) =>
  Effect.gen(function* () {
    const answers = fakeAnswers(answer);
    const given = {
      study: STUDY,
      evalSet,
      shortlist: { models: ["a", "b"], outcomes: null },
      baselines: new Map(Object.keys(calibrators).map((model) => [model, known])),
      calibrators: new Map(Object.entries(calibrators)),
    };
    const { layer: progress, warnings } = fakeProgress();
    const layer = Layer.mergeAll(answers.layer, progress, seed);
    const found = yield* Effect.provide(evaluate.run(given, {}), layer);
    return { ...found, asked: answers.asked, warnings };
  });

describe("evaluate", () => {
  it.effect("reads and discounts every row, in the order of shortlist and eval set", () =>
    Effect.gen(function* () {
      const { results, majority } = yield* evaluated(({ model }) => answered(model === "a" ? UP : DOWN));
      const records = results.map(({ records }) => [...records]);

      expect(results.map(({ model, rawAccuracy }) => [model, rawAccuracy?.point])).toEqual([
        ["a", 0.75],
        ["b", 0.25],
      ]);
      expect(records[0]?.map(({ promptHash }) => Number(promptHash))).toEqual([0, 1, 2, 3]);
      expect(records[0]?.[0]).toMatchObject({
        parseOk: true,
        predictedDirection: 1,
        rawConfidence: 0.8,
        pMemorized: 0.5,
        penalizedConfidence: 0.4,
      });
      expect(majority).toMatchObject({ direction: 1, accuracy: { point: 0.75 } });
    }),
  );

  it.effect("keeps features and p_memorized where only the reading failed", () =>
    Effect.gen(function* () {
      const { results } = yield* evaluated(({ prompt }) => answered(prompt === "2?" ? "It will go up" : UP));
      const record = [...results[0]!.records][1];

      expect(record).toMatchObject({
        parseOk: false,
        failReason: "parse_failure",
        pMemorized: 0.5,
        excerpt: "It will go up",
      });
      expect(record?.featuresRaw?.loss).toBeGreaterThan(0);
      expect(results[0]).toMatchObject({
        parseFailures: 1,
        parseSuccessRate: 0.75,
        rawAccuracy: { point: 2 / 3 },
      });
    }),
  );

  it.effect("keeps a failed request as a row with its reason", () =>
    Effect.gen(function* () {
      const late: Outcome = { _tag: "Failed", reason: "timeout", detail: "no answer within 45 s" };
      const { results } = yield* evaluated(() => late);

      expect([...results[1]!.records]).toHaveLength(4);
      expect([...results[1]!.records][0]).toMatchObject({
        failReason: "timeout",
        featuresRaw: null,
        pMemorized: null,
      });
      expect(results[1]).toMatchObject({ rawAccuracy: null, parseSuccessRate: 0, parseFailures: 4 });
    }),
  );

  it.effect(
    "warns, in the order of the shortlist, of rows without an answer, with the first reason of each kind",
    () =>
      Effect.gen(function* () {
        const late: Outcome = { _tag: "Failed", reason: "timeout", detail: "no answer within 45 s" };
        const { warnings } = yield* evaluated(({ model, prompt }) => {
          if (model === "b") return late;
          if (prompt === "2?") return late;
          return answered(prompt === "3?" ? "It will go up" : prompt === "4?" ? "It may fall" : UP);
        });
        expect(warnings).toEqual([
          '"a" has no answer that counts for 3 of 4 rows: 1 timeout (no answer within 45 s), 2 parse_failure (no unambiguous direction in "It will go up")',
          '"b" has no answer that counts for 4 of 4 rows: 4 timeout (no answer within 45 s)',
        ]);
      }),
  );

  it.effect("warns of nothing where every row has an answer", () =>
    Effect.gen(function* () {
      expect((yield* evaluated(() => answered(UP))).warnings).toEqual([]);
    }),
  );

  it.effect("warns of a model that is asked nothing", () =>
    Effect.gen(function* () {
      const { warnings } = yield* evaluated(() => answered(UP), {
        a: calibration,
        b: noCalibration("0 valid control rows, 50 needed: 50 error (HTTP 500)"),
      });
      expect(warnings).toEqual([
        '"b" is asked none of the evaluation rows: 0 valid control rows, 50 needed: 50 error (HTTP 500)',
      ]);
    }),
  );

  it.effect("asks nothing of a model without a calibrator", () =>
    Effect.gen(function* () {
      const { results, asked } = yield* evaluated(() => answered(UP), {
        a: noCalibration("1 valid control rows, 50 needed"),
        b: calibration,
      });

      expect(asked.filter((one) => one.startsWith("a"))).toEqual([]);
      expect(results[0]).toMatchObject({
        model: "a",
        rawAccuracy: null,
        mcsAuc: null,
        warnings: ["uncalibrated"],
        reason: "1 valid control rows, 50 needed",
      });
      expect([...results[0]!.records]).toEqual([]);
      expect(results[1]?.warnings).toEqual([]);
    }),
  );

  it.effect("warns once where the endpoint reports another temperature", () =>
    Effect.gen(function* () {
      const { results } = yield* evaluated(({ model, prompt }) =>
        answered(UP, 0.1, model === "a" && prompt === "3?" ? 1 : 0),
      );

      expect(results.map(({ warnings }) => warnings)).toEqual([["temperature-not-honoured"], []]);
    }),
  );

  it.effect("gives a model the same interval, whatever other models there are", () =>
    Effect.gen(function* () {
      const one = yield* evaluated(() => answered(UP));
      const other = yield* evaluated(({ model }) => answered(model === "a" ? DOWN : UP));

      expect(other.results[1]?.rawAccuracy).toEqual(one.results[1]?.rawAccuracy);
      expect(other.results[1]?.mcsAuc).toEqual(one.results[1]?.mcsAuc);
      expect(one.results[1]?.mcsAuc?.point).toBe(0.75);
    }),
  );
});
