import { Effect, Stream } from "effect";
import {
  Baselines,
  type Calibrator,
  Calibrators,
  type CiBound,
  type ControlBaseline,
  defineStage,
  EvalSet,
  type EvaluationSet,
  type JudgedScores,
  Majority,
  type ModelEvalResult,
  Progress,
  Results,
  Schema,
  Seed,
  Shortlist,
  Study,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { computeMajorityBaseline } from "./_majority.ts";
import { foreseen, measurePrompts } from "./_measured.ts";
import { recordStore } from "./_record_store.ts";
import { rowResult } from "./_row_result.ts";
import { askedOtherwise } from "./answer/mod.ts";
import { bootstrapAuc, bootstrapMean, type Random } from "./math/mod.ts";

export { computeMajorityBaseline };

/** Asks every calibrated model the eval set, reads, measures and discounts its answers. */
export const evaluate = defineStage({
  name: "evaluate",
  needs: [Study, EvalSet, Shortlist, Baselines, Calibrators],
  gives: [Results, Majority],
  options: Schema.Struct({}),
  asks: ({ study, evalSet, shortlist }) =>
    study === undefined || evalSet === undefined || shortlist === undefined
      ? Stream.empty
      : foreseen(study, shortlist.models, evalSet.prompts),
  run: Effect.fn("evaluate")(function* ({ study, evalSet, shortlist: { models }, baselines, calibrators }) {
    const { note } = yield* Progress;
    const seed = yield* Seed;
    yield* note(`evaluate: ${models.length} models, ${evalSet.size} rows`);
    const results = yield* Effect.forEach(
      models,
      (model) => {
        const known = baselines.get(model);
        const calibration = calibrators.get(model);
        if (known === undefined || calibration === undefined) {
          return Effect.succeed(uncalibrated(model, "it was not calibrated"));
        }
        if (!calibration.ok) return Effect.succeed(uncalibrated(model, calibration.reason));
        const { calibrator, judged } = calibration;
        const { baseline } = known;
        return evaluateModel(model, evalSet, { ...study, baseline, calibrator, holdoutRecords: judged });
      },
      { concurrency: "unbounded" },
    );
    const random = seed("bootstrap/majority");
    const { resamples } = study;
    return { results, majority: computeMajorityBaseline(evalSet.targets, { resamples, random }) };
  }),
});

/** What a model is evaluated with. */
export interface EvaluateOptions extends Pick<StudyPlan, "referenceModel" | "request" | "resamples"> {
  readonly baseline: ControlBaseline;
  readonly calibrator: Calibrator;
  /** Rows the calibrator was not fitted on; without them its AUC is a point, for there is nothing to resample. */
  readonly holdoutRecords?: JudgedScores;
}

/** Asks a calibrated model the eval set, reads, measures and discounts its answers. */
export const evaluateModel = Effect.fn("evaluate.model")(function* (
  model: string,
  evalSet: EvaluationSet,
  options: EvaluateOptions,
) {
  const { resamples } = options;
  const { store, asked } = yield* askRows(model, evalSet, options);
  const seed = yield* Seed;
  const correct = store.correct();
  const accuracy = bootstrapMean(correct, { resamples, random: seed(`bootstrap/raw/${model}`) });
  return {
    model,
    rawAccuracy: accuracy,
    memguardAccuracy: accuracy,
    mcsAuc: areaOf(options, seed(`bootstrap/auc/${model}`)),
    parseSuccessRate: evalSet.size === 0 ? 1 : correct.length / evalSet.size,
    parseFailures: evalSet.size - correct.length,
    warnings: [...asked.otherwise].toSorted(),
    reason: null,
    records: store.records(),
  } satisfies ModelEvalResult;
});

function areaOf({ holdoutRecords, calibrator, resamples }: EvaluateOptions, random: Random): CiBound | null {
  const { validation } = calibrator;
  if (validation.kind === "crossfit") {
    return { point: validation.auc, lo: validation.lo, hi: validation.hi };
  }
  if (holdoutRecords !== undefined) {
    return bootstrapAuc(holdoutRecords.scores, holdoutRecords.labels, { resamples, random }).bound;
  }
  const { auc } = validation;
  return auc === null ? null : { point: auc, lo: auc, hi: auc };
}

const askRows = Effect.fn("evaluate.rows")(function* (
  model: string,
  evalSet: EvaluationSet,
  { baseline, calibrator, referenceModel, request }: EvaluateOptions,
) {
  const store = recordStore(model, evalSet, { baseline, calibrator });
  const asked = { row: 0, otherwise: new Set<string>() };
  yield* Stream.runForEach(measurePrompts({ referenceModel }, model, evalSet.prompts), (measured) =>
    Effect.sync(() => {
      store.set(asked.row++, rowResult(measured, baseline, calibrator));
      for (const warning of askedOtherwise(measured.outcome, request)) asked.otherwise.add(warning);
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
