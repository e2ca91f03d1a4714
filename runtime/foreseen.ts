import { Effect, Stream } from "effect";
import type {
  CompletionRequest,
  InputError,
  Pipeline,
  Question,
  SamplingParameters,
} from "../plugins/contract/mod.ts";
import { likelyTokens, requestKey } from "./answers/mod.ts";
import type { Artifacts } from "./execute.ts";
import { keyIndex } from "./key_index.ts";

/** What a pipeline will ask where every model passes and calibrates, stage by stage; equal questions may repeat. */
export function foreseenQuestions(
  { stages }: Pipeline,
  options: ReadonlyArray<unknown>,
  given: Artifacts,
): Stream.Stream<Question, InputError> {
  let known = given;
  let questions: Stream.Stream<Question, InputError> = Stream.empty;
  for (const [index, stage] of stages.entries()) {
    if (stage.asks !== undefined) questions = Stream.concat(questions, stage.asks(known, options[index]));
    if (stage.foresees !== undefined) known = { ...stage.foresees(known, options[index]), ...known };
  }
  return questions;
}

/** The distinct requests to one model. */
export interface Foreseen {
  readonly requests: number;
  /** Of them, those that stand in the journal. */
  readonly answered: number;
  /** Prompt tokens of the others, at four characters a token. */
  readonly tokensIn: number;
  /** Tokens that the others' answers may take at most. */
  readonly tokensOut: number;
}

export interface ForeseenOptions {
  readonly sampling: SamplingParameters;
  /** The provider's identity. */
  readonly endpoint: string;
  readonly isAnswered: (key: string) => boolean;
}

const NOTHING: Foreseen = { requests: 0, answered: 0, tokensIn: 0, tokensOut: 0 };

/** Counts the distinct requests per model, in the order of their asking. */
export const countForeseen = Effect.fn("foreseen.count")(function* (
  questions: Stream.Stream<Question, InputError>,
  { sampling, endpoint, isAnswered }: ForeseenOptions,
) {
  const seen = keyIndex();
  const perModel = new Map<string, Foreseen>();
  yield* Stream.runForEachChunk(questions, (chunk) =>
    Effect.sync(() => {
      for (const question of chunk) {
        const request = { draw: 0, ...sampling, ...question };
        const key = requestKey(endpoint, request);
        const before = seen.size;
        seen.add(key);
        if (seen.size === before) continue;
        const { model } = question;
        perModel.set(model, counted(perModel.get(model) ?? NOTHING, request, isAnswered(key)));
      }
    }),
  );
  const counts: ReadonlyMap<string, Foreseen> = perModel;
  return counts;
});

function counted(so: Foreseen, { prompt, maxTokens }: CompletionRequest, isAnswered: boolean): Foreseen {
  const { requests, answered, tokensIn, tokensOut } = so;
  if (isAnswered) return { ...so, requests: requests + 1, answered: answered + 1 };
  return {
    requests: requests + 1,
    answered,
    tokensIn: tokensIn + likelyTokens(prompt),
    tokensOut: tokensOut + maxTokens,
  };
}
