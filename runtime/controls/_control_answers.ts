import { Effect, Layer, Stream } from "effect";
import { Answers, type Outcome, Provider, type Question } from "../../plugins/contract/mod.ts";
import { toAnswer, toFailure } from "../answers/attempt.ts";

/** How the controls are asked. */
export const SAMPLING = { temperature: 0, maxTokens: 64, topLogprobs: 20 };

/**
 * `Answers` of a provider in this process: one question after the other, equal ones once. Nothing of the way to an
 * endpoint is in it, for that is no part of the instrument.
 */
export const controlAnswers = Layer.effect(
  Answers,
  Effect.map(Provider, ({ complete, identity }) => {
    const kept = new Map<string, Outcome>();
    const asked = ({ model, prompt }: Question, key: string) => {
      const request = { ...SAMPLING, model, prompt, draw: 0 };
      return Effect.map(complete(request), (completion) => {
        const outcome: Outcome = { _tag: "Answered", answer: toAnswer(completion, request) };
        kept.set(key, outcome);
        return outcome;
      }).pipe(Effect.catchTag("ProviderError", (error) => Effect.succeed(toFailure(error))));
    };
    const one = (question: Question) =>
      Effect.suspend(() => {
        const key = JSON.stringify([question.model, question.prompt]);
        const known = kept.get(key);
        return known === undefined ? asked(question, key) : Effect.succeed(known);
      });
    return {
      one,
      endpoint: identity,
      all: (questions) => Stream.mapEffect(questions, one),
      known: () => null,
    };
  }),
);
