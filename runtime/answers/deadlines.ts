import { Cause, Effect, Fiber, FiberId } from "effect";
import { turn } from "../../plugins/contract/mod.ts";
import { steadyMillis } from "./steady_time.ts";

/** Bounds attempts in time, all by the same. */
export interface Deadlines {
  /**
   * Ends an attempt whose time is up. The fiber that runs it is interrupted, so that the rest of it has to be
   * uninterruptible.
   */
  readonly within: <A, E, E2>(attempt: Effect.Effect<A, E>, late: () => E2) => Effect.Effect<A, E | E2>;
}

interface Watched {
  readonly fiber: Fiber.RuntimeFiber<unknown, unknown>;
  readonly due: number;
  state: "running" | "late" | "ended";
}

/** Attempts that no longer run are taken out of the queue together, so many at least. */
const FORGOTTEN = 1024;

/**
 * One fiber watches over all attempts: they are due in the order of their beginning. What `Effect.timeoutFail` does at
 * less than a tenth of its cost, which an answer is short enough to feel. A reply that is there in time and waits for its
 * turn to be read has come in time.
 *
 * @param timeoutMs Of each attempt, in milliseconds.
 */
export function makeDeadlines(timeoutMs: number): Deadlines {
  const queue: Array<Watched> = [];
  let first = 0;
  let underWay = 0;
  let isWatching = false;
  let watcher: Fiber.RuntimeFiber<void> | null = null;

  /** The attempt that is due next; those before it are forgotten. */
  const next = (): Watched | undefined => {
    while (first < queue.length && queue[first]?.state !== "running") first++;
    if (first > FORGOTTEN) {
      queue.splice(0, first);
      first = 0;
    }
    return queue[first];
  };
  const giveUp = (one: Watched): Effect.Effect<void> => {
    if (one.state !== "running") return Effect.void;
    one.state = "late";
    return Fiber.interruptAsFork(one.fiber, FiberId.none);
  };
  const watch: Effect.Effect<void> = Effect.flatMap(steadyMillis, (now) => {
    const one = next();
    if (one === undefined) {
      isWatching = false;
      watcher = null;
      return Effect.void;
    }
    if (one.due > now) return Effect.zipRight(Effect.sleep(one.due - now), watch);
    return Effect.zipRight(
      Effect.flatMap(Effect.promise(turn), () => giveUp(one)),
      watch,
    );
  });
  const begun = (one: Watched) => {
    queue.push(one);
    underWay++;
    if (isWatching) return Effect.void;
    isWatching = true;
    return Effect.map(Effect.forkDaemon(Effect.interruptible(watch)), (fiber) => {
      watcher = fiber;
    });
  };
  /** Nothing that waits for the time alone keeps a process from its end. */
  const ended = (one: Watched): Effect.Effect<unknown> => {
    one.state = "ended";
    underWay--;
    if (underWay > 0 || watcher === null) return Effect.void;
    const idle = watcher;
    isWatching = false;
    watcher = null;
    return Fiber.interruptFork(idle);
  };

  const within = <A, E, E2>(attempt: Effect.Effect<A, E>, late: () => E2): Effect.Effect<A, E | E2> =>
    Effect.withFiberRuntime<A, E | E2>((fiber) =>
      Effect.flatMap(steadyMillis, (now) => {
        const one: Watched = { fiber, due: now + timeoutMs, state: "running" };
        const bounded = Effect.matchCauseEffect(Effect.interruptible(attempt), {
          onSuccess: (answer) => Effect.as(ended(one), answer),
          onFailure: (cause): Effect.Effect<never, E | E2> => {
            const isLate = one.state === "late" && Cause.isInterrupted(cause);
            const failure: Effect.Effect<never, E | E2> = isLate
              ? Effect.fail(late())
              : Effect.failCause(cause);
            return Effect.zipRight(ended(one), failure);
          },
        });
        return Effect.zipRight(begun(one), bounded);
      }),
    );
  return { within };
}
