import { Clock, type Context, Effect } from "effect";
import { type Provider, ProviderError } from "../../plugins/contract/mod.ts";
import type { Attempt } from "./observed.ts";

type ProviderService = Context.Tag.Service<Provider>;

/** What was seen of the attempts at each model. */
export interface Sightings {
  readonly provider: ProviderService;
  readonly of: (model: string) => ReadonlyArray<Attempt>;
}

/** A provider whose attempts are noted. */
export function watched(provider: ProviderService): Sightings {
  const attempts = new Map<string, Array<Attempt>>();
  const note = (model: string, attempt: Attempt) => {
    const known = attempts.get(model) ?? [];
    attempts.set(model, [...known, attempt]);
  };
  return {
    of: (model) => attempts.get(model) ?? [],
    provider: {
      ...provider,
      complete: (request) =>
        Effect.flatMap(Clock.currentTimeMillis, (from) => {
          const noted = (error: ProviderError | null, announced: Attempt["announced"] = {}) =>
            Effect.map(Clock.currentTimeMillis, (now) =>
              note(request.model, { ms: now - from, error, announced }),
            );
          return provider.complete(request).pipe(
            Effect.tap(({ announced }) => noted(null, announced)),
            Effect.tapErrorTag("ProviderError", (error) => noted(error)),
            Effect.onInterrupt(() =>
              Effect.flatMap(Clock.currentTimeMillis, (now) => noted(tooLate(now - from))),
            ),
          );
        }),
    },
  };
}

function tooLate(ms: number): ProviderError {
  return new ProviderError({
    reason: "timeout",
    message: `no answer within ${(ms / 1000).toFixed(1)} s`,
    retryable: true,
    retryAfterMs: null,
    refusedParameter: null,
  });
}
