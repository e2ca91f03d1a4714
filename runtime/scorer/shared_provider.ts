import { Clock, type Context, Deferred, Effect } from "effect";
import { type Provider, ProviderError } from "../../plugins/contract/mod.ts";

type ProviderService = Context.Tag.Service<Provider>;

/** How a scorer's requests share their way. */
export interface SharedPace {
  /** Requests in flight at most, over all calls of the scorer. */
  readonly concurrency: number;
  /** Between the starts of two requests, in milliseconds. */
  readonly minCallIntervalMs: number;
  /** Of one attempt, from the moment it is sent, in milliseconds. */
  readonly timeoutMs: number;
}

/** A provider whose requests wait for their turn before their time starts to run. */
export const sharedProvider = Effect.fn("scorer.sharedProvider")(function* (
  provider: ProviderService,
  { concurrency, minCallIntervalMs, timeoutMs }: SharedPace,
) {
  const slots = yield* Effect.makeSemaphore(concurrency);
  let due = 0;
  const paced = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const at = Math.max(now, due);
    due = at + minCallIntervalMs;
    return at > now ? Effect.sleep(at - now) : Effect.void;
  });
  const late = () =>
    new ProviderError({
      reason: "timeout",
      message: `no answer within ${timeoutMs / 1000} s`,
      retryable: true,
      retryAfterMs: null,
      refusedParameter: null,
    });
  const shared: ProviderService = {
    ...provider,
    concurrency,
    complete: (request) => {
      const sent = Effect.suspend(() => provider.complete(request));
      const timed = Effect.timeoutFail(sent, { duration: timeoutMs, onTimeout: late });
      return slots.withPermits(1)(minCallIntervalMs === 0 ? timed : Effect.zipRight(paced, timed));
    },
  };
  return shared;
});

/** A provider whose requests under way can all be ended at once. */
export const endable = Effect.map(Deferred.make<never>(), (ended) => ({
  over: (provider: ProviderService): ProviderService => ({
    ...provider,
    complete: (request) => Effect.raceFirst(provider.complete(request), Deferred.await(ended)),
  }),
  end: Deferred.interrupt(ended),
}));
