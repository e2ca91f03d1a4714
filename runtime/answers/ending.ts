import { Effect } from "effect";
import type { AskError, ProviderError } from "../../plugins/contract/mod.ts";
import type { PutOff } from "./throttle.ts";

/** What ends all asking ends it at once: later attempts fail with the same error and are not sent. */
export interface Ending {
  readonly untilEnded: <A, E extends AskError | ProviderError | PutOff>(
    attempt: Effect.Effect<A, E>,
  ) => Effect.Effect<A, E | AskError>;
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
    untilEnded: <A, E extends AskError | ProviderError | PutOff>(attempt: Effect.Effect<A, E>) =>
      Effect.suspend(
        (): Effect.Effect<A, E | AskError> =>
          ended === null ? Effect.tapError(attempt, note) : Effect.fail(ended),
      ),
    by: () => ended,
  };
});
