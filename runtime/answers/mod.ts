import { Deferred, Effect, Layer } from "effect";
import {
  Answers,
  type AskError,
  type CompletionRequest,
  type Outcome,
  Progress,
  Provider,
  type Question,
} from "../../plugins/contract/mod.ts";
import { keyIndex } from "../key_index.ts";
import type { Asking } from "./asking.ts";
import { makeBudget } from "./budget.ts";
import { makeDeadlines } from "./deadlines.ts";
import { makeEnding } from "./ending.ts";
import { makeFirstAnswer } from "./first_answer.ts";
import { makeInFlight } from "./in_flight.ts";
import { makeLosses } from "./losses.ts";
import { mapAhead } from "./map_ahead.ts";
import { makePace } from "./pace.ts";
import { requestKey } from "./request_key.ts";
import { type Account, type Channel, send } from "./send.ts";
import { AnswerStore } from "./store.ts";
import type { Tally } from "./tally.ts";
import { makeTerms, type Terms } from "./terms.ts";
import type { Throttle } from "./throttle.ts";

export { type Asking, toAsking } from "./asking.ts";
export type { Limits } from "./budget.ts";
export type { RetryPolicy } from "./deliver.ts";
export type { Flight, FlightSummary, LimitChange } from "./flight.ts";
export { costOf, type Prices } from "./prices.ts";
export { type KeptAnswers, replayedAnswers } from "./replayed.ts";
export { requestKey } from "./request_key.ts";
export { AnswerStore, memoryStore, type Store } from "./store.ts";
export { type AskCounts, makeTally, type Tally } from "./tally.ts";
export { makeTerms, type Terms } from "./terms.ts";
export { makeThrottle, type Throttle } from "./throttle.ts";
export { likelyTokens } from "./tokens.ts";

/** What several layers over one endpoint may share; what is left out is the layer's own. */
export interface Shared {
  readonly terms?: Terms;
}

/** Questions taken up at once for each slot, so that a slot refills before its answer is processed. */
const AHEAD = 2;

/**
 * `Answers` over a store and a provider: what stands in the store is not asked, a distinct request is sent once,
 * however many stages ask it, no more attempts are under way than the provider takes, and none starts once one has
 * ended all asking. A wait holds no slot. When the layer closes, answers under way are waited for and kept.
 */
export const answersLayer = (asking: Asking, tally: Tally, throttle: Throttle, shared: Shared = {}) =>
  Layer.scoped(
    Answers,
    Effect.gen(function* () {
      const provider = yield* Provider;
      const { open } = yield* AnswerStore;
      const { warn } = yield* Progress;
      const channel: Channel = {
        provider,
        asking,
        throttle,
        pace: yield* makePace({
          concurrency: provider.concurrency,
          minCallIntervalMs: provider.minCallIntervalMs ?? 0,
          flight: tally.flight,
        }),
        terms: shared.terms ?? (yield* makeTerms(warn)),
        firstAnswer: yield* makeFirstAnswer,
        ending: yield* makeEnding,
        inFlight: makeInFlight(tally.flight),
        deadlines: makeDeadlines(asking.timeoutMs),
        losses: makeLosses(),
        warn,
      };
      yield* Effect.addFinalizer(() => closing(channel));
      const account = yield* Effect.cached(
        Effect.gen(function* () {
          const store = yield* open;
          return {
            store,
            budget: yield* makeBudget(asking.limits, asking.prices, store.spent),
          } satisfies Account;
        }),
      );
      const seen = keyIndex();
      const count = (key: string, model: string, outcome: Outcome) => {
        const before = seen.size;
        seen.add(key);
        return seen.size > before ? tally.add(model, outcome) : Effect.void;
      };

      const once = yield* onlyOnce((key, request) =>
        Effect.gen(function* () {
          const { store, budget } = yield* account;
          const kept = yield* store.get(key);
          if (kept?._tag === "Answered") {
            channel.losses.answered(request.model);
            yield* channel.terms.settled(request.model, kept.answer.concessions ?? []);
          }
          const outcome = kept ?? (yield* send(channel, { store, budget }, key, request));
          yield* count(key, request.model, outcome);
          return outcome;
        }),
      );
      const one = (question: Question) => {
        const request = { draw: 0, ...asking.sampling, ...question };
        return once(requestKey(provider.identity, request), request);
      };
      return {
        one,
        endpoint: provider.identity,
        all: (questions) => mapAhead(questions, AHEAD * provider.concurrency, one),
        known: (model) => (Object.hasOwn(provider.known, model) ? (provider.known[model] ?? null) : null),
      };
    }),
  );

/** What is under way is waited for, unless it cannot be kept. */
function closing({ ending, inFlight }: Channel): Effect.Effect<void> {
  const error = ending.by();
  const isKept = error?._tag !== "OutputError" && error?._tag !== "JournalError";
  return isKept ? inFlight.drained : inFlight.dropped;
}

/** Equal requests share one asking while it is under way. */
function onlyOnce(ask: (key: string, request: CompletionRequest) => Effect.Effect<Outcome, AskError>) {
  return Effect.sync(() => {
    const underWay = new Map<string, Deferred.Deferred<Outcome, AskError>>();
    return Effect.fnUntraced(function* (key: string, request: CompletionRequest) {
      const earlier = underWay.get(key);
      if (earlier !== undefined) return yield* Deferred.await(earlier);
      const result = yield* Deferred.make<Outcome, AskError>();
      underWay.set(key, result);
      return yield* Effect.onExit(ask(key, request), (exit) => {
        underWay.delete(key);
        return Deferred.done(result, exit);
      });
    });
  });
}
