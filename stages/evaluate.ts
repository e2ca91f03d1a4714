import { Effect, Stream } from "effect";
import {
  type Answers,
  type AskError,
  Baselines,
  Calibrators,
  defineStage,
  EvalSet,
  Majority,
  type ModelEvalResult,
  Progress,
  Results,
  Schema,
  Seed,
  Shortlist,
  Study,
} from "../plugins/contract/mod.ts";
import { type Evaluated, type EvaluateOptions, evaluateModel, evaluateWhole } from "./_evaluate_model.ts";
import { computeMajorityBaseline } from "./_majority.ts";
import { foreseen } from "./_measured.ts";

export { computeMajorityBaseline, type EvaluateOptions, evaluateModel };

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
    const { note, warn } = yield* Progress;
    const seed = yield* Seed;
    yield* note(`evaluate: ${models.length} models, ${evalSet.size} rows`);
    const evaluated = yield* Effect.forEach(
      models,
      (model): Effect.Effect<Evaluated, AskError, Answers | Seed> => {
        const known = baselines.get(model);
        const calibration = calibrators.get(model);
        if (known === undefined || calibration === undefined) {
          return Effect.succeed(notAsked(model, "it was not calibrated"));
        }
        if (!calibration.ok) return Effect.succeed(notAsked(model, calibration.reason));
        const { calibrator, judged } = calibration;
        const { baseline } = known;
        return evaluateWhole(model, evalSet, { ...study, baseline, calibrator, holdoutRecords: judged });
      },
      { concurrency: "unbounded" },
    );
    // In the order of the shortlist, whoever was ready first.
    yield* Effect.forEach(evaluated, ({ missing }) => (missing === null ? Effect.void : warn(missing)), {
      discard: true,
    });
    const results = evaluated.map(({ result }) => result);
    const random = seed("bootstrap/majority");
    const { resamples } = study;
    return { results, majority: computeMajorityBaseline(evalSet.targets, { resamples, random }) };
  }),
});

function notAsked(model: string, reason: string): Evaluated {
  const result: ModelEvalResult = {
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
  return { result, missing: `"${model}" is asked none of the evaluation rows: ${reason}` };
}
