import { Cause, Chunk, Effect, Exit, Fiber, Option, Stream } from "effect";
import { turn } from "../../plugins/contract/mod.ts";

/** What is made of an answer comes after the requests that may go out now, and the replies that are there. */
const inTurn = Effect.promise(turn);

/**
 * Maps a stream in its order, up to `most` elements at a time, the ones that wait for their turn to be given out
 * included. The first failure ends the others. What `Stream.mapEffect` does at less than half of its cost, which an
 * answer is short enough to feel.
 *
 * @param most Elements taken up and not yet given out, at least 1.
 */
export function mapAhead<A, B, E, E2>(
  elements: Stream.Stream<A, E2>,
  most: number,
  effect: (element: A) => Effect.Effect<B, E>,
): Stream.Stream<B, E | E2> {
  return Stream.unwrapScoped(
    Effect.gen(function* () {
      const pull = yield* Stream.toPull(elements);
      const underWay: Array<Fiber.RuntimeFiber<B, E>> = [];
      let ready: ReadonlyArray<A> = [];
      let at = 0;
      let isDry = false;
      let failure: Option.Option<E | E2> = Option.none();

      const endOthers = Effect.suspend(() =>
        Effect.forEach(underWay, Fiber.interruptFork, { discard: true }),
      );
      const failed = (error: E | E2) => {
        if (Option.isNone(failure)) failure = Option.some(error);
        return endOthers;
      };
      yield* Effect.addFinalizer(() => Effect.suspend(() => Fiber.interruptAll(underWay)));

      const refill = Effect.matchEffect(pull, {
        onSuccess: (chunk) =>
          Effect.sync(() => {
            ready = Chunk.toReadonlyArray(chunk);
            at = 0;
          }),
        onFailure: (error) => {
          isDry = true;
          return Option.isSome(error) ? failed(error.value) : Effect.void;
        },
      });
      const takeUp: Effect.Effect<void> = Effect.suspend(() => {
        if (isDry || underWay.length >= most) return Effect.void;
        if (at >= ready.length) return Effect.zipRight(refill, takeUp);
        const work = Effect.forkDaemon(Effect.tapError(effect(ready[at++]!), failed));
        return Effect.flatMap(work, (fiber) => {
          underWay.push(fiber);
          return takeUp;
        });
      });
      /** All that are done, as far as their order allows. */
      const done = Effect.sync(() => {
        const values: Array<B> = [];
        for (let exit = underWay[0]?.unsafePoll(); exit != null && Exit.isSuccess(exit); ) {
          values.push(exit.value);
          underWay.shift();
          exit = underWay[0]?.unsafePoll();
        }
        return Chunk.unsafeFromArray(values);
      });
      const giveOut = Effect.suspend((): Effect.Effect<Chunk.Chunk<B>, Option.Option<E | E2>> => {
        const oldest = underWay[0];
        if (oldest === undefined) return Effect.fail(failure);
        return Effect.flatMap(
          Effect.zipLeft(Fiber.await(oldest), inTurn),
          (exit): Effect.Effect<Chunk.Chunk<B>, Option.Option<E | E2>> => {
            if (Exit.isSuccess(exit)) return done;
            return Option.isSome(failure)
              ? Effect.fail(failure)
              : Effect.failCause(Cause.map(exit.cause, Option.some));
          },
        );
      });
      return Stream.repeatEffectChunkOption(Effect.zipRight(takeUp, giveOut));
    }),
  );
}
