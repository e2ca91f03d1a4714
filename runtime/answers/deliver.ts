import { Duration, Effect, Schedule } from "effect";
import type { AskError, ProviderError } from "../../plugins/contract/mod.ts";
import type { PutOff, Throttle } from "./throttle.ts";

/** How often, and how long, an answer is waited for. */
export interface RetryPolicy {
  /** Retries at most; a wait that the server asked for is none. */
  readonly max: number;
  /** Before the first retry, in milliseconds; each further one waits twice as long. */
  readonly backoffMs: number;
  /** Waits of one answer at most, in milliseconds. */
  readonly maxWaitMs: number;
}

/** What one answer is waited for with. */
export interface Waiting {
  readonly policy: RetryPolicy;
  readonly throttle: Throttle;
  /** Told when a model is paused. */
  readonly warn: (text: string) => Effect.Effect<void>;
}

type Delivery<A> = Effect.Effect<A, AskError | ProviderError>;

/**
 * Attempts until there is an answer or no attempt can help. Where the server names a wait, the model is held until
 * then and this answer takes its turn again; where that makes an answer's waits too long, the model is paused.
 *
 * @param inTurn One attempt, as soon as the model is due and a slot is free.
 */
export function deliver<A>(
  model: string,
  inTurn: Effect.Effect<A, AskError | ProviderError | PutOff>,
  { policy, throttle, warn }: Waiting,
): Delivery<A> {
  return Effect.suspend(() => {
    let waited = 0;
    const obey = (error: ProviderError, waitMs: number) => {
      waited += waitMs;
      if (waited <= policy.maxWaitMs) return throttle.hold(model, waitMs);
      return Effect.flatMap(throttle.pause(model, error, waitMs), (says) =>
        says === null ? Effect.void : warn(says),
      );
    };
    const attempts: Delivery<A> = Effect.suspend(() => inTurn).pipe(
      Effect.catchTags({
        PutOff: () => attempts,
        ProviderError: (error) => {
          if (!error.retryable || error.retryAfterMs === null) return Effect.fail(error);
          // Where the account may be spent, a wait is a retry: it is not waited for again and again.
          const next = error.reason === "quota" ? Effect.fail(error) : attempts;
          return Effect.zipRight(obey(error, error.retryAfterMs), next);
        },
      }),
    );
    return Effect.catchIf(attempts, mayHelp, (error) => retried(error, attempts, policy));
  });
}

/** Goes on after a first failure; most answers need none of it. */
function retried<A>(
  first: AskError | ProviderError,
  attempts: Delivery<A>,
  policy: RetryPolicy,
): Delivery<A> {
  let isFirst = true;
  const next = Effect.suspend(() => {
    if (!isFirst) return attempts;
    isFirst = false;
    return Effect.fail(first);
  });
  return Effect.retry(next, { schedule: backoff(policy), while: mayHelp });
}

/** A retry comes up to a quarter later than its time, never earlier. */
const JITTER = { min: 1, max: 1.25 };

/** 2 s, 4 s, ...: as long as a wait and those before it, twice the wait less the first, stay in bounds. */
function backoff({ max, backoffMs, maxWaitMs }: RetryPolicy) {
  return Schedule.exponential(backoffMs).pipe(
    Schedule.whileOutput((wait) => 2 * Duration.toMillis(wait) - backoffMs <= maxWaitMs),
    Schedule.jitteredWith(JITTER),
    Schedule.modifyDelay((_, wait) => Duration.millis(Math.ceil(Duration.toMillis(wait)))),
    Schedule.intersect(Schedule.recurs(max)),
  );
}

function mayHelp(error: AskError | ProviderError): boolean {
  return error._tag === "ProviderError" && error.retryable;
}
