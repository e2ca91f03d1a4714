import { Chunk, Effect, Stream } from "effect";
import {
  Answers,
  type AskError,
  type Features,
  type FeatureTable,
  type Outcome,
  type PromptSet,
  type Question,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { failureTally } from "./_failure_tally.ts";
import { type Measurement, measure } from "./answer/mod.ts";
import { featureTableBuilder } from "./math/mod.ts";

/** What came of one prompt: an answer with its features or why it has none, or the failure to get one. */
export interface Measured {
  readonly outcome: Outcome;
  readonly measurement: Measurement | null;
}

/** The model whose loss on the same prompt the feature `ref_delta` is taken against, if any. */
export type Reference = Pick<StudyPlan, "referenceModel">;

/** Asks a model, and the reference model where there is one, each prompt; measures the answers in order. */
export function measurePrompts<E>(
  { referenceModel }: Reference,
  model: string,
  prompts: Stream.Stream<string, E>,
): Stream.Stream<Measured, E | AskError, Answers> {
  const asked = askedOf(referenceModel, [model]);
  const questions = questionsOf(asked, prompts);
  const outcomes = Stream.unwrap(Effect.map(Answers, (answers) => answers.all(questions)));
  return Stream.map(Stream.grouped(outcomes, asked.length), (pair) => measured(Chunk.toReadonlyArray(pair)));
}

/** Every prompt for every model that is asked it, as a plan foresees it. */
export function foreseen<E>(
  { referenceModel }: Reference,
  models: ReadonlyArray<string>,
  prompts: Stream.Stream<string, E>,
): Stream.Stream<Question, E> {
  return questionsOf(askedOf(referenceModel, models), prompts);
}

function askedOf(referenceModel: string | null, models: ReadonlyArray<string>): ReadonlyArray<string> {
  return referenceModel === null ? models : [...models, referenceModel];
}

function questionsOf<E>(models: ReadonlyArray<string>, prompts: Stream.Stream<string, E>) {
  return Stream.mapConcat(
    prompts,
    (prompt): ReadonlyArray<Question> => models.map((model) => ({ model, prompt })),
  );
}

/** The features of a corpus's usable answers in order, and what became of the others. */
export interface CorpusFeatures {
  readonly table: FeatureTable;
  /** Which prompt of the corpus each row of the table was measured on, from 0. */
  readonly rows: ReadonlyArray<number>;
  /** In words, such as `88 no_logprobs (token 1 of 5 has no logprob)`; empty where every row is usable. */
  readonly failures: string;
}

/** Measures a model on a calibration corpus. */
export const measureCorpus = Effect.fn("measureCorpus")(function* (
  reference: Reference,
  model: string,
  corpus: PromptSet,
) {
  const table = featureTableBuilder();
  const rows: Array<number> = [];
  let asked = 0;
  const failures = failureTally();
  yield* Stream.runForEach(measurePrompts(reference, model, corpus.prompts), (row) =>
    Effect.sync(() => {
      const features = featuresOf(row);
      const index = asked++;
      if (features !== null) {
        table.push(features);
        rows.push(index);
        return;
      }
      const { reason, why } = failureOf(row);
      failures.add(reason, why);
    }),
  );
  return { table: table.build(), rows, failures: failures.words() } satisfies CorpusFeatures;
});

/** What came of one prompt: the model's outcome, then the reference model's where one was asked. */
export function measured([outcome, reference]: ReadonlyArray<Outcome>): Measured {
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
