import { Deferred, Effect } from "effect";
import { type AskError, CredentialError, type ProviderError } from "../../plugins/contract/mod.ts";

type Attempt<A> = Effect.Effect<A, AskError | ProviderError>;

/**
 * Decides what a 403 means: the failure of one model once any model has answered, a useless key before. A 403 that
 * comes first keeps its slot and waits for the attempts under way, since one of them may answer.
 */
export const makeFirstAnswer = Effect.map(Deferred.make<boolean>(), (hasAnswered) => {
  let underWay = 0;
  let isForbidden = false;
  let isAnswering = false;

  const answered = Effect.map(Deferred.succeed(hasAnswered, true), (isNews) => {
    isAnswering ||= isNews;
  });
  const close = Effect.suspend(() => {
    underWay--;
    return underWay === 0 && isForbidden ? Deferred.succeed(hasAnswered, false) : Effect.void;
  });
  const note = (error: AskError | ProviderError) =>
    Effect.sync(() => {
      if (forbids(error)) isForbidden = true;
    });
  const judge = (error: ProviderError) =>
    Effect.flatMap(Deferred.await(hasAnswered), (isKeyGood) =>
      Effect.fail(isKeyGood ? error : uselessKey(error)),
    );

  return <A>(attempt: Attempt<A>): Attempt<A> =>
    Effect.suspend(() => {
      if (isAnswering) return attempt;
      underWay++;
      return attempt.pipe(
        Effect.tap(answered),
        Effect.tapError(note),
        Effect.ensuring(close),
        Effect.catchTag("ProviderError", (error) => (forbids(error) ? judge(error) : Effect.fail(error))),
      );
    });
});

function forbids(error: AskError | ProviderError): boolean {
  return error._tag === "ProviderError" && error.reason === "forbidden";
}

function uselessKey({ message }: ProviderError): CredentialError {
  return new CredentialError({ message: `Cannot ask any model: ${message}` });
}
