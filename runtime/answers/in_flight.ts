import { Effect, Fiber } from "effect";
import type { Flight } from "./flight.ts";

/**
 * Work that goes on when those who wait for it are interrupted; it is uninterruptible but for the parts that say
 * otherwise.
 */
export interface InFlight {
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>;
  readonly count: () => number;
  /** Waits until nothing is under way. */
  readonly drained: Effect.Effect<void>;
  /** Ends all that is under way. */
  readonly dropped: Effect.Effect<void>;
}

/** @param flight Told when a piece of work starts and ends. */
export function makeInFlight(flight: Pick<Flight, "started" | "ended">): InFlight {
  const fibers = new Set<Fiber.RuntimeFiber<unknown, unknown>>();
  // What ends may let another begin.
  const drained: Effect.Effect<void> = Effect.suspend(() =>
    fibers.size === 0 ? Effect.void : Effect.zipRight(Fiber.awaitAll([...fibers]), drained),
  );
  return {
    run: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkDaemon(effect), (fiber) => {
          fibers.add(fiber);
          flight.started();
          fiber.addObserver(() => {
            fibers.delete(fiber);
            flight.ended();
          });
          return restore(Fiber.join(fiber));
        }),
      ),
    count: () => fibers.size,
    drained,
    dropped: Effect.suspend(() => Fiber.interruptAll([...fibers])),
  };
}
