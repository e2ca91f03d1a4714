import { Clock, Data, DateTime, Effect } from "effect";
import { ProviderError } from "../../plugins/contract/mod.ts";
import { steadyMillis } from "./steady_time.ts";

/** A model's time has not come: it was put off while a request waited for its turn. */
export class PutOff extends Data.TaggedError("PutOff") {}

/** When each model may be asked, by what its server said. */
export interface Throttle {
  /** Waits until the model may be asked. */
  readonly untilDue: (model: string) => Effect.Effect<void>;
  /** Fails where the model may not be asked now. */
  readonly check: (model: string) => Effect.Effect<void, PutOff | ProviderError>;
  /** Puts the model off. */
  readonly hold: (model: string, waitMs: number) => Effect.Effect<void>;
  /** Asks the model nothing before that time is over; gives the sentence on it, or null where it was paused already. */
  readonly pause: (model: string, error: ProviderError, waitMs: number) => Effect.Effect<string | null>;
  /** Asks the model nothing more in this session; gives the sentence on it, or null where it was paused already. */
  readonly stop: (model: string, error: ProviderError, why: string) => Effect.Effect<string | null>;
  /** Paused models, in the order of pausing. */
  readonly paused: Effect.Effect<ReadonlyArray<string>>;
}

export const makeThrottle: Effect.Effect<Throttle> = Effect.sync(() => {
  const due = new Map<string, number>();
  const pauses = new Map<string, ProviderError>();

  const untilDue = (model: string): Effect.Effect<void> =>
    Effect.flatMap(steadyMillis, (now) => {
      const wait = pauses.has(model) ? 0 : (due.get(model) ?? 0) - now;
      return wait > 0 ? Effect.zipRight(Effect.sleep(wait), untilDue(model)) : Effect.void;
    });

  const check = (model: string) =>
    Effect.flatMap(steadyMillis, (now): Effect.Effect<void, PutOff | ProviderError> => {
      const pause = pauses.get(model);
      if (pause !== undefined) return Effect.fail(pause);
      return (due.get(model) ?? 0) > now ? Effect.fail(new PutOff()) : Effect.void;
    });

  const hold = (model: string, waitMs: number) =>
    Effect.map(steadyMillis, (now) => {
      due.set(model, Math.max(due.get(model) ?? 0, now + waitMs));
    });

  /** Says so the first time only. */
  const putOff = (model: string, error: ProviderError, says: string): string | null => {
    if (pauses.has(model)) return null;
    pauses.set(model, error);
    return says;
  };

  const pause = (model: string, error: ProviderError, waitMs: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const until = timeText(now + waitMs);
      const why = `its server asks for longer waits than retry.max_wait_s allows (${error.message})`;
      const unasked = unsent(`throttled until ${until}`, error);
      return putOff(model, unasked, `Cannot ask "${model}" before ${until}: ${why}`);
    });

  const stop = (model: string, error: ProviderError, why: string) =>
    Effect.sync(() => {
      const unasked = unsent(`not asked: ${why}`, error);
      return putOff(model, unasked, `Cannot ask "${model}" any more: ${why} (${error.message})`);
    });

  return { untilDue, check, hold, pause, stop, paused: Effect.sync(() => [...pauses.keys()]) };
});

function unsent(why: string, { message }: ProviderError): ProviderError {
  return new ProviderError({
    reason: "throttled",
    message: `${why} (${message})`,
    retryable: false,
    retryAfterMs: null,
    refusedParameter: null,
  });
}

/** To the second, in UTC; a server may name a time beyond all calendars. */
function timeText(at: number): string {
  const whole = Math.min(Math.ceil(at / 1000) * 1000, Date.UTC(9999, 0));
  return DateTime.formatIso(DateTime.unsafeMake(whole)).replace(".000Z", "Z");
}
