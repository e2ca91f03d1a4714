import { type Context, Effect, Stream } from "effect";
import {
  type Answers,
  type AskError,
  type EvalRecord,
  type EvaluationSet,
  type Exchange,
  type ModelEvalResult,
  ReportError,
} from "../plugins/contract/mod.ts";

/** Answers read from the journal at once. */
const READ_AHEAD = 16;

/**
 * What a model was asked and answered, row by row. An answer that was measured stands in the journal, so that asking for
 * it again sends nothing; no other is asked for.
 */
export function exchanges(
  { model, records }: Pick<ModelEvalResult, "model" | "records">,
  { prompts }: Pick<EvaluationSet, "prompts">,
  answers: Context.Tag.Service<Answers>,
): Stream.Stream<Exchange, ReportError> {
  const answerTo = (prompt: string, record: EvalRecord): Effect.Effect<Exchange, AskError> =>
    record.tokens === null
      ? Effect.succeed({ prompt, answer: null })
      : Effect.map(answers.one({ model, prompt }), (outcome) => ({
          prompt,
          answer: outcome._tag === "Answered" ? outcome.answer : null,
        }));
  const rows = Stream.zip(prompts, Stream.fromIterable(records));
  return Stream.mapEffect(rows, ([prompt, record]) => answerTo(prompt, record), {
    concurrency: READ_AHEAD,
  }).pipe(Stream.mapError(({ message }) => new ReportError({ message })));
}
