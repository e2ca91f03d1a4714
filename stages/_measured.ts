import { Chunk, Effect, Stream } from "effect";
import {
  Answers,
  type AskError,
  type Features,
  type FeatureTable,
  type Outcome,
  type PromptSet,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { type Measurement, measure } from "./answer/mod.ts";
import { featureTableBuilder } from "./math/mod.ts";

/** What came of one prompt: an answer with its features or why it has none, or the failure to get one. */
export interface Measured {
  readonly outcome: Outcome;
  readonly measurement: Measurement | null;
}

/** Asks a model, and the reference model where there is one, each prompt; measures the answers in order. */
export function measurePrompts<E>(
  study: StudyPlan,
  model: string,
  prompts: Stream.Stream<string, E>,
): Stream.Stream<Measured, E | AskError, Answers> {
  const asked = study.referenceModel === null ? [model] : [model, study.referenceModel];
  const questions = Stream.mapConcat(prompts, (prompt) => asked.map((model) => ({ model, prompt })));
  const outcomes = Stream.unwrap(Effect.map(Answers, (answers) => answers.all(questions)));
  return Stream.map(Stream.grouped(outcomes, asked.length), (pair) => measured(Chunk.toReadonlyArray(pair)));
}

/** The features of a corpus's usable answers in order, and what became of the others. */
export interface CorpusFeatures {
  readonly table: FeatureTable;
  /** In words, such as `88 no_logprobs (token 1 of 5 has no logprob)`; empty where every row is usable. */
  readonly failures: string;
}

/** Measures a model on a calibration corpus. */
export const measureCorpus = Effect.fn("measureCorpus")(function* (
  study: StudyPlan,
  model: string,
  corpus: PromptSet,
) {
  const rows = featureTableBuilder();
  const failures = new Map<string, { count: number; first: string }>();
  yield* Stream.runForEach(measurePrompts(study, model, corpus.prompts), (row) =>
    Effect.sync(() => {
      const features = featuresOf(row);
      if (features !== null) return rows.push(features);
      const { reason, why } = failureOf(row);
      const before = failures.get(reason);
      failures.set(reason, { count: (before?.count ?? 0) + 1, first: before?.first ?? why });
    }),
  );
  const words = [...failures].map(([reason, { count, first }]) => `${count} ${reason} (${first})`);
  return { table: rows.build(), failures: words.join(", ") } satisfies CorpusFeatures;
});

function measured([outcome, reference]: ReadonlyArray<Outcome>): Measured {
  if (outcome === undefined) throw new RangeError("Cannot measure a prompt without an outcome");
  if (outcome._tag === "Failed") return { outcome, measurement: null };
  const referenceAnswer =
    reference === undefined ? null : reference._tag === "Failed" ? "failed" : reference.answer;
  return { outcome, measurement: measure(outcome.answer, referenceAnswer) };
}

function featuresOf({ measurement }: Measured): Features | null {
  return measurement?.ok ? measurement.features : null;
}

function failureOf({ outcome, measurement }: Measured): { readonly reason: string; readonly why: string } {
  if (outcome._tag === "Failed") return { reason: outcome.reason, why: outcome.detail };
  return measurement?.ok === false
    ? { reason: measurement.failReason, why: measurement.why }
    : { reason: "error", why: "not measured" };
}
