import { Effect, Stream } from "effect";
import {
  type Calibrator,
  type CiBound,
  type ControlBaseline,
  type EvaluationSet,
  type JudgedScores,
  type ModelEvalResult,
  Seed,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { failureTally } from "./_failure_tally.ts";
import { measurePrompts } from "./_measured.ts";
import { recordStore } from "./_record_store.ts";
import { rowResult } from "./_row_result.ts";
import { askedOtherwise } from "./answer/mod.ts";
import { bootstrapAuc, bootstrapMean, type Random } from "./math/mod.ts";

/** What a model is evaluated with. */
export interface EvaluateOptions extends Pick<StudyPlan, "referenceModel" | "request" | "resamples"> {
  readonly baseline: ControlBaseline;
  readonly calibrator: Calibrator;
  /** Rows the calibrator was not fitted on; without them its AUC is a point, for there is nothing to resample. */
  readonly holdoutRecords?: JudgedScores;
}

/** Asks a calibrated model the eval set, reads, measures and discounts its answers. */
export function evaluateModel(model: string, evalSet: EvaluationSet, options: EvaluateOptions) {
  return Effect.map(evaluateWhole(model, evalSet, options), ({ result }) => result);
}

/** A model's results, and in a sentence which rows they lack; null where every row counts. */
export interface Evaluated {
  readonly result: ModelEvalResult;
  readonly missing: string | null;
}

/** The same, and what is missing. */
export const evaluateWhole = Effect.fn("evaluate.model")(function* (
  model: string,
  evalSet: EvaluationSet,
  options: EvaluateOptions,
) {
  const { resamples } = options;
  const { store, asked } = yield* askRows(model, evalSet, options);
  const seed = yield* Seed;
  const correct = store.correct();
  const accuracy = bootstrapMean(correct, { resamples, random: seed(`bootstrap/raw/${model}`) });
  const result: ModelEvalResult = {
    model,
    rawAccuracy: accuracy,
    memguardAccuracy: accuracy,
    mcsAuc: areaOf(options, seed(`bootstrap/auc/${model}`)),
    parseSuccessRate: evalSet.size === 0 ? 1 : correct.length / evalSet.size,
    parseFailures: evalSet.size - correct.length,
    warnings: [...asked.otherwise].toSorted(),
    reason: null,
    records: store.records(),
  };
  const failures = asked.failures.words();
  const of = `${result.parseFailures} of ${evalSet.size} rows`;
  const missing = failures === "" ? null : `"${model}" has no answer that counts for ${of}: ${failures}`;
  return { result, missing } satisfies Evaluated;
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
  const asked = { row: 0, otherwise: new Set<string>(), failures: failureTally() };
  yield* Stream.runForEach(measurePrompts({ referenceModel }, model, evalSet.prompts), (measured) =>
    Effect.sync(() => {
      const result = rowResult(measured, baseline, calibrator);
      store.set(asked.row++, result);
      if (result.failReason !== null) asked.failures.add(result.failReason, result.why ?? "");
      for (const warning of askedOtherwise(measured.outcome, request)) asked.otherwise.add(warning);
    }),
  );
  return { store, asked };
});
