import { Effect } from "effect";
import type { AskError, ProviderError } from "../../plugins/contract/mod.ts";
import type { PutOff } from "./throttle.ts";

type Attempt<A> = Effect.Effect<A, AskError | ProviderError | PutOff>;

/** What ends all asking ends it at once: later attempts fail with the same error and are not sent. */
export interface Ending {
  readonly untilEnded: <A>(attempt: Attempt<A>) => Attempt<A>;
  /** What has ended all asking, or null. */
  readonly by: () => AskError | null;
}

export const makeEnding = Effect.sync((): Ending => {
  let ended: AskError | null = null;
  const note = (error: AskError | ProviderError | PutOff) =>
    Effect.sync(() => {
      if (error._tag !== "ProviderError" && error._tag !== "PutOff") ended ??= error;
    });
  return {
    untilEnded: (attempt) =>
      Effect.suspend(() => (ended === null ? Effect.tapError(attempt, note) : Effect.fail(ended))),
    by: () => ended,
  };
});
