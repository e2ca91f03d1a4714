import { Cause, Effect, Stream } from "effect";
import {
  type AnyStage,
  type CompletionRequest,
  type InputError,
  type Pipeline,
  PluginError,
  type Question,
  type SamplingParameters,
} from "../plugins/contract/mod.ts";
import { likelyTokens, requestKey } from "./answers/mod.ts";
import type { Artifacts } from "./execute.ts";
import { keyIndex } from "./key_index.ts";
import { toldWithPlace } from "./plugins/mod.ts";

type Questions = Stream.Stream<Question, InputError | PluginError>;

/** What a pipeline will ask where every model passes and calibrates, stage by stage; equal questions may repeat. */
export function foreseenQuestions(
  { stages }: Pipeline,
  options: ReadonlyArray<unknown>,
  given: Artifacts,
): Questions {
  let known = given;
  let questions: Questions = Stream.empty;
  for (const [index, stage] of stages.entries()) {
    const { asked, foreseen } = foreseenOf(stage, known, options[index]);
    questions = Stream.concat(questions, asked);
    known = { ...foreseen, ...known };
  }
  return questions;
}

/** What a stage foresees; one that crashes at it is named. */
function foreseenOf(stage: AnyStage, known: Artifacts, options: unknown) {
  const failed = (fault: unknown): Questions =>
    Stream.fail(
      new PluginError({ message: `Stage "${stage.name}" failed to foresee: ${toldWithPlace(fault)}` }),
    );
  try {
    const asked: Questions = stage.asks?.(known, options) ?? Stream.empty;
    return {
      asked: Stream.catchAllCause(asked, (cause) =>
        Cause.isDie(cause) ? failed(Cause.squash(cause)) : Stream.failCause(cause),
      ),
      foreseen: stage.foresees?.(known, options) ?? {},
    };
  } catch (fault) {
    return { asked: failed(fault), foreseen: {} };
  }
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
  questions: Questions,
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
