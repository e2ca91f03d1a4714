import { Deferred, Effect, Layer, Stream } from "effect";
import {
  Answers,
  type AskError,
  type CompletionRequest,
  type Outcome,
  Provider,
  type Question,
  type SamplingParameters,
} from "../../plugins/contract/mod.ts";
import { attempt, toFailure } from "./attempt.ts";
import { requestKey } from "./request_key.ts";
import type { Tally } from "./tally.ts";

export { type AskCounts, makeTally, type Tally } from "./tally.ts";

/** How a run asks. */
export interface Asking {
  readonly sampling: SamplingParameters;
  readonly timeoutMs: number;
}

/** Questions taken up at once for each slot, so that a slot refills before its answer is processed. */
const AHEAD = 2;

/**
 * `Answers` over a provider: a distinct request is sent once, however many stages ask it, and no more attempts are
 * under way than the provider takes.
 */
export const answersLayer = (asking: Asking, tally: Tally) =>
  Layer.effect(
    Answers,
    Effect.gen(function* () {
      const provider = yield* Provider;
      const slots = yield* Effect.makeSemaphore(provider.concurrency);

      const send = (request: CompletionRequest) =>
        slots
          .withPermits(1)(attempt(provider, request, asking.timeoutMs))
          .pipe(
            Effect.map((answer): Outcome => ({ _tag: "Answered", answer })),
            Effect.catchTag("ProviderError", (error) => Effect.succeed(toFailure(error))),
            Effect.tap(tally.add),
          );
      const once = yield* onlyOnce(send, (request) => requestKey(provider.identity, request));
      const one = (question: Question) => once({ draw: 0, ...asking.sampling, ...question });

      return {
        one,
        all: (questions) => Stream.mapEffect(questions, one, { concurrency: AHEAD * provider.concurrency }),
        known: (model) => (Object.hasOwn(provider.known, model) ? (provider.known[model] ?? null) : null),
      };
    }),
  );

/** Equal requests share one sending, also while it is under way. */
function onlyOnce(
  send: (request: CompletionRequest) => Effect.Effect<Outcome, AskError>,
  keyOf: (request: CompletionRequest) => string,
) {
  return Effect.sync(() => {
    const sent = new Map<string, Deferred.Deferred<Outcome, AskError>>();
    return Effect.fnUntraced(function* (request: CompletionRequest) {
      const key = keyOf(request);
      const earlier = sent.get(key);
      if (earlier !== undefined) return yield* Deferred.await(earlier);
      const result = yield* Deferred.make<Outcome, AskError>();
      sent.set(key, result);
      return yield* Effect.onExit(send(request), (exit) => Deferred.done(result, exit));
    });
  });
}
