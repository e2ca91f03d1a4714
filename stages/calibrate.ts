import { Effect, Stream } from "effect";
import {
  Baselines,
  Calibrators,
  Corpora,
  defineStage,
  type ModelBaseline,
  type ModelCalibration,
  Output,
  Progress,
  type PromptSet,
  Schema,
  Seed,
  Shortlist,
  Study,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { measureCorpus } from "./_measured.ts";
import { fitCalibrator } from "./math/mod.ts";

/** Fits each model's calibrator on the memorised corpus against its control rows. */
export const calibrate = defineStage({
  name: "calibrate",
  needs: [Study, Corpora, Shortlist, Baselines],
  gives: [Calibrators],
  options: Schema.Struct({}),
  run: Effect.fn("calibrate")(function* ({ study, corpora, shortlist: { models }, baselines }) {
    const { note } = yield* Progress;
    const output = yield* Output;
    yield* note(`calibrate: ${models.length} models, ${corpora.isMemorized.size} memorised prompts`);
    const entries = yield* Effect.forEach(
      models,
      (model) => {
        const calibration = calibrateModel(study, model, corpora.isMemorized, baselines.get(model));
        return Effect.map(calibration, (value) => [model, value] as const);
      },
      { concurrency: "unbounded" },
    );
    const calibrators = new Map(entries);
    const saved = models.map((model) => toJson(model, baselines.get(model), calibrators.get(model)));
    yield* output.write(
      "calibrators.json",
      Stream.make(`${JSON.stringify({ version: 1, models: saved }, null, 2)}\n`),
    );
    return { calibrators };
  }),
});

const calibrateModel = Effect.fn("calibrate.model")(function* (
  study: StudyPlan,
  model: string,
  corpus: PromptSet,
  known: ModelBaseline | undefined,
) {
  const seed = yield* Seed;
  if (known === undefined) return uncalibrated("it has no control baseline", "");
  const { baseline, controls, failures } = known;
  if (!baseline.isCalibrated) {
    return uncalibrated(`${baseline.nValid} valid control rows, ${baseline.minValid} needed`, failures);
  }
  const members = yield* measureCorpus(study, model, corpus);
  const calibration = fitCalibrator(
    { members: members.table, controls },
    { baseline, random: seed(`calibrate/holdout/${model}`), minAuc: study.calibration.minAuc },
  );
  return calibration.ok ? calibration : uncalibrated(calibration.reason, members.failures);
});

function uncalibrated(reason: string, failures: string): ModelCalibration {
  return { ok: false, reason: failures === "" ? reason : `${reason}: ${failures}` };
}

function toJson(model: string, known: ModelBaseline | undefined, calibration: ModelCalibration | undefined) {
  return {
    model,
    feature_set: "classic",
    baseline: known?.baseline ?? null,
    calibrator: calibration?.ok ? calibration.calibrator : null,
    reason: calibration?.ok === false ? calibration.reason : null,
  };
}
