import { type Context, Effect, Layer } from "effect";
import {
  type Answers,
  type AskError,
  ConfigurationError,
  CredentialError,
  Progress,
  Provider,
} from "../../plugins/contract/mod.ts";
import {
  type AnswerStore,
  type Asking,
  answersLayer,
  makeTally,
  makeThrottle,
  type Terms,
} from "../answers/mod.ts";
import { endable } from "./shared_provider.ts";

type ProviderService = Context.Tag.Service<Provider>;

/** Where a scorer asks. */
export interface Desk {
  readonly provider: ProviderService;
  readonly asking: Asking;
  readonly store: Layer.Layer<AnswerStore>;
  /** Whether what is under way is worth waiting for when nobody waits for it any more. */
  readonly keeps: boolean;
  readonly warn: (text: string) => Effect.Effect<void>;
  /** How the endpoint wants to be asked: found out once, not in every call. */
  readonly terms: Terms;
}

/** How one call asks, where it differs from the others. */
export interface CallLimits {
  /** Requests at most, retries included. */
  readonly requests: number | null;
  /** Whether a 403 is the rejection of the key, also after answers. */
  readonly forbiddenEnds: boolean;
}

/** What ends a call. */
export type ScorerError = Exclude<AskError, CredentialError> | ConfigurationError;

/**
 * `Answers` at a desk until the scope closes. What is under way then ends, unless answers are kept: then they are
 * waited for.
 */
export const openDesk = Effect.fn("scorer.openDesk")(function* (desk: Desk, limits?: CallLimits) {
  const { over, end } = yield* endable;
  const provider = limits?.forbiddenEnds === true ? endingAtForbidden(desk.provider) : desk.provider;
  const { terms } = desk;
  const warn: Context.Tag.Service<Progress>["warn"] = (warning) =>
    desk.warn(typeof warning === "string" ? warning : warning.shown);
  const answers = answersLayer(askingOf(desk, limits), yield* makeTally, yield* makeThrottle, { terms }).pipe(
    Layer.provide(Layer.succeed(Provider, over(provider))),
    Layer.provide(Layer.succeed(Progress, { note: () => Effect.void, warn })),
    Layer.provide(desk.store),
  );
  const context = yield* Layer.build(answers);
  yield* Effect.addFinalizer(() => (desk.keeps ? Effect.void : end));
  return context;
});

/**
 * Gives `Answers` to one call; a rejected key becomes a fault of the configuration.
 *
 * @param what Begins the sentence about a rejected key, such as `Cannot score with "m"`.
 */
export function atDesk(desk: Desk, what: string, limits?: CallLimits) {
  return <A, E, R>(call: Effect.Effect<A, E | CredentialError, R | Answers>) =>
    rejectedAs(
      Effect.scoped(Effect.flatMap(openDesk(desk, limits), (context) => Effect.provide(call, context))),
      what,
    );
}

/** A key that is missing or rejected, as a fault of the configuration. */
export function rejectedAs<A, E, R>(
  effect: Effect.Effect<A, E | CredentialError, R>,
  what: string,
): Effect.Effect<A, E | ConfigurationError, R> {
  return Effect.mapError(effect, (error) =>
    error instanceof CredentialError
      ? new ConfigurationError({ message: `${what}: the key was not accepted: ${error.message}` })
      : error,
  );
}

function askingOf({ asking }: Desk, limits: CallLimits | undefined): Asking {
  return limits === undefined
    ? asking
    : { ...asking, limits: { ...asking.limits, requests: limits.requests } };
}

function endingAtForbidden(provider: ProviderService): ProviderService {
  return {
    ...provider,
    complete: (request) =>
      Effect.mapError(provider.complete(request), (error) =>
        error._tag === "ProviderError" && error.reason === "forbidden"
          ? new CredentialError({ message: error.message })
          : error,
      ),
  };
}
