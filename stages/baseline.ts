import { Effect } from "effect";
import {
  Baselines,
  Corpora,
  defineStage,
  Progress,
  type PromptSet,
  Schema,
  Shortlist,
  Study,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { measureCorpus } from "./_measured.ts";
import { controlBaseline } from "./math/mod.ts";

/** Each model's mean and spread of the features over the control corpus. */
export const baseline = defineStage({
  name: "baseline",
  needs: [Study, Corpora, Shortlist],
  gives: [Baselines],
  options: Schema.Struct({}),
  run: Effect.fn("baseline")(function* ({ study, corpora, shortlist: { models } }) {
    const { note } = yield* Progress;
    yield* note(`baseline: ${models.length} models, ${corpora.oosControl.size} control prompts`);
    const entries = yield* Effect.forEach(
      models,
      (model) => Effect.map(baselineOf(study, model, corpora.oosControl), (value) => [model, value] as const),
      { concurrency: "unbounded" },
    );
    return { baselines: new Map(entries) };
  }),
});

const baselineOf = Effect.fn("baseline.model")(function* (
  study: StudyPlan,
  model: string,
  corpus: PromptSet,
) {
  const { table, failures } = yield* measureCorpus(study, model, corpus);
  return { baseline: controlBaseline(table, study.calibration.minValid), controls: table, failures };
});
