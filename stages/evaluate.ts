import { Effect, Stream } from "effect";
import {
  Baselines,
  type Calibrator,
  Calibrators,
  type ControlBaseline,
  defineStage,
  EvalSet,
  type EvaluationSet,
  Majority,
  type ModelBaseline,
  type ModelCalibration,
  type ModelEvalResult,
  Progress,
  Results,
  Schema,
  Seed,
  Shortlist,
  Study,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { majorityBaseline } from "./_majority.ts";
import { measurePrompts } from "./_measured.ts";
import { recordStore } from "./_record_store.ts";
import { rowResult } from "./_row_result.ts";
import { bootstrapAuc, bootstrapMean } from "./math/mod.ts";

/** Asks every calibrated model the eval set, reads, measures and discounts its answers. */
export const evaluate = defineStage({
  name: "evaluate",
  needs: [Study, EvalSet, Shortlist, Baselines, Calibrators],
  gives: [Results, Majority],
  options: Schema.Struct({}),
  run: Effect.fn("evaluate")(function* ({ study, evalSet, shortlist: { models }, baselines, calibrators }) {
    const { note } = yield* Progress;
    const seed = yield* Seed;
    yield* note(`evaluate: ${models.length} models, ${evalSet.size} rows`);
    const results = yield* Effect.forEach(
      models,
      (model) => evaluateModel(study, evalSet, model, baselines.get(model), calibrators.get(model)),
      { concurrency: "unbounded" },
    );
    const random = seed("bootstrap/majority");
    return { results, majority: majorityBaseline(evalSet.targets, { resamples: study.resamples, random }) };
  }),
});

const evaluateModel = Effect.fn("evaluate.model")(function* (
  study: StudyPlan,
  evalSet: EvaluationSet,
  model: string,
  known: ModelBaseline | undefined,
  calibration: ModelCalibration | undefined,
) {
  if (known === undefined || calibration === undefined) return uncalibrated(model, "it was not calibrated");
  if (!calibration.ok) return uncalibrated(model, calibration.reason);
  const { store, asked } = yield* askRows(study, evalSet, model, known.baseline, calibration.calibrator);
  const seed = yield* Seed;
  const correct = store.correct();
  const accuracy = bootstrapMean(correct, {
    resamples: study.resamples,
    random: seed(`bootstrap/raw/${model}`),
  });
  const { scores, labels } = calibration.judged;
  const auc = bootstrapAuc(scores, labels, {
    resamples: study.resamples,
    random: seed(`bootstrap/auc/${model}`),
  });
  return {
    model,
    rawAccuracy: accuracy,
    memguardAccuracy: accuracy,
    mcsAuc: auc.bound,
    parseSuccessRate: evalSet.size === 0 ? 1 : correct.length / evalSet.size,
    parseFailures: evalSet.size - correct.length,
    warnings: asked.otherTemperature ? ["temperature-not-honoured"] : [],
    reason: null,
    records: store.records(),
  } satisfies ModelEvalResult;
});

const askRows = Effect.fn("evaluate.rows")(function* (
  study: StudyPlan,
  evalSet: EvaluationSet,
  model: string,
  baseline: ControlBaseline,
  calibrator: Calibrator,
) {
  const store = recordStore(model, evalSet, baseline);
  const asked = { row: 0, otherTemperature: false };
  yield* Stream.runForEach(measurePrompts(study, model, evalSet.prompts), (measured) =>
    Effect.sync(() => {
      store.set(asked.row++, rowResult(measured, baseline, calibrator));
      const { outcome } = measured;
      const reported = outcome._tag === "Answered" ? outcome.answer.reported.temperature : null;
      if (reported !== null && reported !== study.request.temperature) asked.otherTemperature = true;
    }),
  );
  return { store, asked };
});

function uncalibrated(model: string, reason: string): ModelEvalResult {
  return {
    model,
    rawAccuracy: null,
    memguardAccuracy: null,
    mcsAuc: null,
    parseSuccessRate: 1,
    parseFailures: 0,
    warnings: ["uncalibrated"],
    reason,
    records: { size: 0, [Symbol.iterator]: () => [][Symbol.iterator]() },
  };
}
