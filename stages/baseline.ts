import { Effect, Stream } from "effect";
import {
  Baselines,
  Corpora,
  defineStage,
  type ModelBaseline,
  Progress,
  type PromptSet,
  Schema,
  Shortlist,
  Study,
} from "../plugins/contract/mod.ts";
import { foreseen, measureCorpus, type Reference } from "./_measured.ts";
import { controlBaseline } from "./math/mod.ts";

/** Each model's mean and spread of the features over the control corpus. */
export const baseline = defineStage({
  name: "baseline",
  needs: [Study, Corpora, Shortlist],
  gives: [Baselines],
  options: Schema.Struct({}),
  asks: ({ study, corpora, shortlist }) =>
    study === undefined || corpora === undefined || shortlist === undefined
      ? Stream.empty
      : foreseen(study, shortlist.models, corpora.oosControl.prompts),
  run: Effect.fn("baseline")(function* ({ study, corpora, shortlist: { models } }) {
    const { note } = yield* Progress;
    yield* note(`baseline: ${models.length} models, ${corpora.oosControl.size} control prompts`);
    const entries = yield* Effect.forEach(
      models,
      (model) => {
        const options = { referenceModel: study.referenceModel, minValid: study.calibration.minValid };
        return Effect.map(
          buildBaseline(model, corpora.oosControl, options),
          (value) => [model, value] as const,
        );
      },
      { concurrency: "unbounded" },
    );
    return { baselines: new Map(entries) };
  }),
});

/** How a control baseline is built. */
export interface BaselineOptions extends Reference {
  /** Valid rows from which on the baseline counts as calibrated. */
  readonly minValid: number;
}

/** Asks a model the control corpus; the mean and spread of what its answers measure. */
export const buildBaseline = Effect.fn("baseline.model")(function* (
  model: string,
  corpus: PromptSet,
  { referenceModel, minValid }: BaselineOptions,
) {
  const { table, rows, failures } = yield* measureCorpus({ referenceModel }, model, corpus);
  const baseline = controlBaseline(table, minValid);
  return { baseline, controls: table, rows, failures } satisfies ModelBaseline;
});
