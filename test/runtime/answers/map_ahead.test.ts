import { it } from "@effect/vitest";
import { Deferred, Effect, Exit, Fiber, Stream } from "effect";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { mapAhead } from "../../../runtime/answers/map_ahead.ts";

const numbers = (size: number) => Array.from({ length: size }, (_, i) => i);

/** Yields as often as a number says, so that elements end in any order. */
const ending = (element: number, turns: number) =>
  Effect.as(Effect.repeatN(Effect.yieldNow(), turns), 10 * element);

describe("mapAhead()", () => {
  it.effect("keeps the order and the bound, however elements end", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(9), { maxLength: 40 }),
          fc.integer({ min: 1, max: 8 }),
          fc.integer({ min: 1, max: 5 }),
          async (turns, most, chunk) => {
            let underWay = 0;
            let peak = 0;
            const one = (element: number) =>
              Effect.acquireUseRelease(
                Effect.sync(() => {
                  peak = Math.max(peak, ++underWay);
                }),
                () => ending(element, turns[element] ?? 0),
                () => Effect.sync(() => underWay--),
              );
            const elements = Stream.rechunk(Stream.fromIterable(turns.keys()), chunk);
            const given = await Effect.runPromise(Stream.runCollect(mapAhead(elements, most, one)));
            expect([...given]).toEqual(numbers(turns.length).map((n) => 10 * n));
            expect(peak).toBeLessThanOrEqual(most);
            expect(underWay).toBe(0);
          },
        ),
      ),
    ),
  );

  it.effect("ends the others at the first failure, also where an earlier element never ends", () =>
    Effect.gen(function* () {
      const ended: Array<number> = [];
      const one = (element: number) =>
        element === 2
          ? Effect.fail("two")
          : Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended.push(element)));
      const exit = yield* Effect.exit(Stream.runDrain(mapAhead(Stream.fromIterable(numbers(9)), 4, one)));
      expect(exit).toEqual(Exit.fail("two"));
      expect(ended.toSorted()).toEqual([0, 1, 3]);
    }),
  );

  it.effect("fails as its elements do", () =>
    Effect.gen(function* () {
      const elements = Stream.concat(Stream.make(1, 2), Stream.fail("no more"));
      const given: Array<number> = [];
      const mapped = mapAhead(elements, 1, (element) => Effect.sync(() => given.push(element)));
      expect(yield* Effect.exit(Stream.runDrain(mapped))).toEqual(Exit.fail("no more"));
      expect(given).toEqual([1, 2]);
    }),
  );

  it.effect("passes a defect on", () =>
    Effect.gen(function* () {
      const mapped = mapAhead(Stream.make(1), 2, () => Effect.die("broken"));
      expect(yield* Effect.exit(Stream.runDrain(mapped))).toEqual(Exit.die("broken"));
    }),
  );

  it.effect("ends what is under way where nobody waits any more", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>();
      let ended = 0;
      const one = (element: number) =>
        Effect.zipRight(
          element === 2 ? Deferred.succeed(begun, undefined) : Effect.void,
          Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended++)),
        );
      const fiber = yield* Effect.fork(Stream.runDrain(mapAhead(Stream.fromIterable(numbers(9)), 3, one)));
      yield* Deferred.await(begun);
      yield* Fiber.interrupt(fiber);
      expect(ended).toBe(3);
    }),
  );
});
