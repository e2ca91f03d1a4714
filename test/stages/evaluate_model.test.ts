import { it } from "@effect/vitest";
import { Effect, Layer, Stream } from "effect";
import { describe, expect } from "vitest";
import {
  type Answer,
  Answers,
  type ControlBaseline,
  type EvaluationSet,
  type Outcome,
  Progress,
  type PromptSet,
  Seed,
} from "../../plugins/contract/mod.ts";
import { random } from "../../stages/math/mod.ts";
import {
  buildBaseline,
  calibrateModel,
  computeMajorityBaseline,
  evaluateModel,
  smokeTest,
} from "../../stages/mod.ts";

const PROMPTS = ["up?", "down?", "flat?", "up again?"];
const ZERO = { loss: 0, min_k: 0, min_k_pp: 0, zlib_ratio: 0, ref_delta: null };
const ONE = { loss: 1, min_k: 1, min_k_pp: 1, zlib_ratio: 1, ref_delta: null };
const baseline: ControlBaseline = { mean: ZERO, std: ONE, nValid: 60, minValid: 50, isCalibrated: true };
const calibrator = {
  fit: {
    features: ["loss", "min_k", "min_k_pp", "zlib_ratio"] as const,
    coefficients: [0, 0, 0, 0],
    intercept: 0,
  },
  withoutReference: null,
  validation: { kind: "holdout", share: 0.25, nTrain: 75, nHeldOut: 25, auc: 0.75 },
  minAuc: 0.6,
  isWeak: false,
} as const;
const options = {
  baseline,
  calibrator,
  referenceModel: null,
  request: { temperature: 0, maxTokens: 64, topLogprobs: 2 },
  resamples: 50,
};

/** Every token certain to a different degree, so that every feature is defined. */
function answered(text: string, temperature: number | null = null): Outcome {
  const tokens = [...text];
  const logprobs = Float64Array.from(tokens, (_, i) => -0.1 - 0.01 * i);
  const answer: Answer = {
    text,
    finishReason: "stop",
    run: {
      tokens,
      logprobs,
      alternatives: Float64Array.from(tokens.flatMap((_, i) => [-0.1 - 0.01 * i, -2.5])),
      ends: Uint32Array.from(tokens, (_, i) => 2 * (i + 1)),
    },
    usage: null,
    reported: { model: null, temperature, fingerprint: null },
  };
  return { _tag: "Answered", answer };
}

const up = answered("Direction: 1\nConfidence: 0.6");
const failed: Outcome = { _tag: "Failed", reason: "timeout", detail: "no answer in 45 s" };

const fakes = (reply: (model: string, prompt: string) => Outcome) =>
  Layer.mergeAll(
    Layer.succeed(Answers, {
      one: ({ model, prompt }) => Effect.succeed(reply(model, prompt)),
      endpoint: "fake",
      all: (questions) => Stream.map(questions, ({ model, prompt }) => reply(model, prompt)),
      known: () => null,
    }),
    Layer.succeed(Seed, (label) => random(7, label)),
    Layer.succeed(Progress, { note: () => Effect.void, warn: () => Effect.void }),
  );

function prompts(texts: ReadonlyArray<string>): PromptSet {
  return {
    size: texts.length,
    date: () => null,
    promptHash: (row) => `hash${row}`,
    prompts: Stream.fromIterable(texts),
  };
}
const evalSet: EvaluationSet = { ...prompts(PROMPTS), targets: Int8Array.of(1, -1, 0, 1), cutoffDate: null };

describe("evaluateModel()", () => {
  it.effect("evaluateModel() gives the holdout AUC as a point where there are no holdout records", () =>
    Effect.gen(function* () {
      const result = yield* evaluateModel("one", evalSet, options);

      expect(result.mcsAuc).toEqual({ point: 0.75, lo: 0.75, hi: 0.75 });
      expect(result.rawAccuracy?.point).toBe(0.5);
      expect(result.parseSuccessRate).toBe(1);
      expect([...result.records].map(({ pMemorized }) => pMemorized)).toEqual([0.5, 0.5, 0.5, 0.5]);
    }).pipe(Effect.provide(fakes(() => up))),
  );

  it.effect("evaluateModel() gives the holdout AUC an interval where there are holdout records", () =>
    Effect.gen(function* () {
      const scores = Float64Array.of(0.9, 0.4, 0.8, 0.7, 0.3, 0.5, 0.2, 0.6);
      const holdoutRecords = { scores, labels: Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0) };
      const { mcsAuc } = yield* evaluateModel("one", evalSet, { ...options, holdoutRecords });

      expect(mcsAuc?.point).toBe(0.875);
      expect(mcsAuc?.lo).toBeLessThan(0.875);
      expect(mcsAuc?.hi).toBeGreaterThan(0.875);
    }).pipe(Effect.provide(fakes(() => up))),
  );

  it.effect("evaluateModel() takes the cross-fitted area with its interval, whatever was held out", () =>
    Effect.gen(function* () {
      const counts = { folds: 5, isGrouped: false, fewDates: false, nMembers: 50, nControls: 50 };
      const validation = { kind: "crossfit", ...counts, auc: 0.7, lo: 0.6, hi: 0.8 } as const;
      const holdoutRecords = { scores: Float64Array.of(0.9, 0.1), labels: Uint8Array.of(1, 0) };
      const judged = { ...options, calibrator: { ...calibrator, validation }, holdoutRecords };
      const { mcsAuc } = yield* evaluateModel("one", evalSet, judged);

      expect(mcsAuc).toEqual({ point: 0.7, lo: 0.6, hi: 0.8 });
    }).pipe(Effect.provide(fakes(() => up))),
  );

  it.effect("evaluateModel() claims no AUC where the calibrator has none", () =>
    Effect.gen(function* () {
      const unjudged = { ...calibrator, validation: { ...calibrator.validation, auc: null } };
      const { mcsAuc } = yield* evaluateModel("one", evalSet, { ...options, calibrator: unjudged });

      expect(mcsAuc).toBeNull();
    }).pipe(Effect.provide(fakes(() => up))),
  );

  it.effect(
    "evaluateModel() keeps a failure as a row and warns of a temperature that was not asked for",
    () =>
      Effect.gen(function* () {
        const result = yield* evaluateModel("one", evalSet, options);

        expect(result.parseFailures).toBe(1);
        expect(result.warnings).toEqual(["temperature-not-honoured"]);
        expect([...result.records][2]).toMatchObject({ parseOk: false, failReason: "timeout" });
      }).pipe(
        Effect.provide(
          fakes((_, prompt) =>
            prompt === "flat?" ? failed : answered("Direction: 1\nConfidence: 0.6", 0.7),
          ),
        ),
      ),
  );
});

describe("smokeTest()", () => {
  it.effect("smokeTest() tries every candidate and lets no more than maxSize go on", () =>
    Effect.gen(function* () {
      const outcomes = yield* smokeTest(["one", "two", "three"], ["up?", "down?"], { maxSize: 1 });

      expect(
        outcomes.map(({ model, passed, selected, reason }) => [model, passed, selected, reason]),
      ).toEqual([
        ["one", false, false, "timeout"],
        ["two", true, true, null],
        ["three", true, false, null],
      ]);
    }).pipe(Effect.provide(fakes((model, prompt) => (model === "one" && prompt === "down?" ? failed : up)))),
  );
});

describe("buildBaseline()", () => {
  it.effect("buildBaseline() counts the rows that could be measured and names why others could not", () =>
    Effect.gen(function* () {
      const built = yield* buildBaseline("one", prompts(PROMPTS), { referenceModel: null, minValid: 3 });

      expect(built.baseline).toMatchObject({ nValid: 3, minValid: 3, isCalibrated: true });
      expect(built.baseline.mean.ref_delta).toBeNull();
      expect(built.failures).toBe("1 timeout (no answer in 45 s)");
    }).pipe(Effect.provide(fakes((_, prompt) => (prompt === "flat?" ? failed : up)))),
  );

  it.effect("buildBaseline() asks the reference model too, where there is one", () =>
    Effect.gen(function* () {
      const built = yield* buildBaseline("one", prompts(PROMPTS), { referenceModel: "two", minValid: 3 });

      expect(built.baseline.mean.ref_delta).toBe(0);
    }).pipe(Effect.provide(fakes(() => up))),
  );
});

describe("calibrateModel()", () => {
  it.effect("calibrateModel() says why a model has no calibrator and asks it nothing more", () =>
    Effect.gen(function* () {
      const known = yield* buildBaseline("one", prompts(PROMPTS), { referenceModel: null, minValid: 50 });
      const corpus = { ...prompts([]), prompts: Stream.dieMessage("asked") };
      const calibration = yield* calibrateModel("one", corpus, { known, referenceModel: null, minAuc: 0.6 });

      expect(calibration).toMatchObject({ ok: false, reason: "4 valid control rows, 50 needed" });
    }).pipe(Effect.provide(fakes(() => up))),
  );
});

describe("computeMajorityBaseline()", () => {
  it.effect("computeMajorityBaseline() lets the direction met first win a tie", () =>
    Effect.sync(() => {
      const majority = (targets: ReadonlyArray<number>) =>
        computeMajorityBaseline(Int8Array.from(targets), { resamples: 20, random: random(1, "majority") });

      expect(majority([0, 1, 1, 0]).direction).toBe(0);
      expect(majority([-1, 1, 1]).direction).toBe(1);
      expect(majority([-1, -1, 1, 0]).accuracy.point).toBe(0.5);
    }),
  );
});
