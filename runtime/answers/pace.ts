import { Cause, Deferred, Effect, Exit, FiberId, Option } from "effect";
import type { AskError, ProviderError } from "../../plugins/contract/mod.ts";
import { type Mark, makeWindow, type Window } from "./_window.ts";
import type { Flight } from "./flight.ts";
import { steadyMillis } from "./steady_time.ts";
import type { PutOff } from "./throttle.ts";

type Error = AskError | ProviderError | PutOff;

export interface PaceOptions {
  /** Requests in flight at most, over all models. */
  readonly concurrency: number;
  /** Milliseconds between the starts of two requests at least. */
  readonly minCallIntervalMs: number;
  readonly flight: Pick<Flight, "limited">;
}

/** Lets requests go as many at once, and as far apart, as they may. */
export interface Pace {
  /** Holds a place while an attempt runs; places are given in the order of asking, as far as the models allow. */
  readonly placed: <A>(model: string, attempt: Effect.Effect<A, Error>) => Effect.Effect<A, Error>;
  /** What has to hold when a request starts, as soon as it may start. */
  readonly spaced: <A, E>(allowed: Effect.Effect<A, E>) => Effect.Effect<A, E>;
}

interface Waiting {
  readonly model: string;
  readonly turn: Deferred.Deferred<Mark>;
}

/** Paces by a limit over all and one for each model, which its server's throttling cuts and which grows again. */
export const makePace = Effect.fn("pace")(function* (options: PaceOptions) {
  const { concurrency, minCallIntervalMs, flight } = options;
  const windows = new Map<string, Window>();
  const waiting: Array<Waiting> = [];
  let placed = 0;

  const windowOf = (model: string): Window => {
    const known =
      windows.get(model) ?? makeWindow(concurrency, (from, to) => flight.limited({ model, from, to }));
    windows.set(model, known);
    return known;
  };
  const take = (model: string): Mark | null => {
    const mark = placed < concurrency ? windowOf(model).enter() : null;
    if (mark !== null) placed++;
    return mark;
  };
  const giveTurns = Effect.suspend(() => {
    const called: Array<Effect.Effect<boolean>> = [];
    for (let at = 0; placed < concurrency && at < waiting.length; ) {
      const { model, turn } = waiting[at]!;
      const mark = take(model);
      if (mark === null) at++;
      else {
        waiting.splice(at, 1);
        called.push(Deferred.succeed(turn, mark));
      }
    }
    return Effect.all(called, { discard: true });
  });
  const leave = (model: string, mark: Mark, how: "well" | "throttled" | "otherwise") =>
    Effect.suspend(() => {
      placed--;
      windowOf(model).leave(mark, how);
      return giveTurns;
    });
  const enter = (model: string) =>
    Effect.suspend(() => {
      const mark = waiting.some((other) => other.model === model) ? null : take(model);
      if (mark !== null) return Effect.succeed(mark);
      const turn = Deferred.unsafeMake<Mark>(FiberId.none);
      const entry = { model, turn };
      waiting.push(entry);
      return Effect.onInterrupt(Deferred.await(turn), () => giveUp(entry));
    });
  /** A turn that came too late for its request is another's. */
  const giveUp = (entry: Waiting) =>
    Effect.suspend(() => {
      const at = waiting.indexOf(entry);
      if (at >= 0) {
        waiting.splice(at, 1);
        return Effect.void;
      }
      return Effect.flatMap(Deferred.await(entry.turn), (mark) => leave(entry.model, mark, "otherwise"));
    });

  const gate = yield* Effect.makeSemaphore(1);
  let due = 0;
  const spaced: Pace["spaced"] = (allowed) =>
    minCallIntervalMs === 0
      ? allowed
      : gate.withPermits(1)(
          steadyMillis.pipe(
            Effect.flatMap((now) => Effect.sleep(Math.max(0, due - now))),
            Effect.zipRight(allowed),
            Effect.zipLeft(
              Effect.map(steadyMillis, (now) => {
                due = now + minCallIntervalMs;
              }),
            ),
          ),
        );

  return {
    placed: (model, attempt) =>
      Effect.acquireUseRelease(
        Effect.interruptible(enter(model)),
        () => attempt,
        (mark, exit) => leave(model, mark, howItWent(exit)),
      ),
    spaced,
  } satisfies Pace;
});

function howItWent(exit: Exit.Exit<unknown, Error>): "well" | "throttled" | "otherwise" {
  if (Exit.isSuccess(exit)) return "well";
  const error = Option.getOrNull(Cause.failureOption(exit.cause));
  return error?._tag === "ProviderError" && THROTTLING.includes(error.reason) ? "throttled" : "otherwise";
}

const THROTTLING: ReadonlyArray<ProviderError["reason"]> = ["throttled", "quota"];
