import { describe, expect, it } from "@effect/vitest";
import { Clock, Effect, Fiber, TestClock } from "effect";
import { makeDeadlines } from "../../../runtime/answers/deadlines.ts";
import { makeInFlight } from "../../../runtime/answers/in_flight.ts";

const untold = { started: () => {}, ended: () => {} };

/** Attempts that take some time each, or for ever, bounded by a second. */
function bounded() {
  const { within } = makeDeadlines(1000);
  const { run } = makeInFlight(untold);
  const interrupted: Array<string> = [];
  const attempt = (name: string, ms: number) => {
    const work = Effect.as(ms === Number.POSITIVE_INFINITY ? Effect.never : Effect.sleep(ms), name);
    const told = Effect.onInterrupt(work, () => Effect.sync(() => interrupted.push(name)));
    return Effect.fork(
      Effect.flatMap(Effect.either(run(within(told, () => `${name} is late`))), ({ _tag, ...either }) =>
        Effect.map(Clock.currentTimeMillis, (at) => [Object.values(either).at(-1), at] as const),
      ),
    );
  };
  return { attempt, interrupted };
}

describe("makeDeadlines()", () => {
  it.effect("ends each attempt at its own time, and no other", () =>
    Effect.gen(function* () {
      const { attempt, interrupted } = bounded();
      const a = yield* attempt("a", 600);
      yield* TestClock.adjust(300);
      const b = yield* attempt("b", Number.POSITIVE_INFINITY);
      yield* TestClock.adjust(400);
      const c = yield* attempt("c", 5000);
      const d = yield* attempt("d", 999);
      yield* TestClock.adjust("1 minute");
      const ends = yield* Effect.forEach([a, b, c, d], Fiber.join);
      expect(ends.map(([, at]) => at)).toEqual([600, 1300, 1700, 1699]);
      expect(interrupted).toEqual(["b", "c"]);
    }),
  );

  it.effect("bounds an attempt that begins when a late one is still being ended", () =>
    Effect.gen(function* () {
      const { within } = makeDeadlines(1000);
      const { run } = makeInFlight(untold);
      const slow = Effect.onInterrupt(Effect.never, () => Effect.sleep(500));
      const first = yield* Effect.fork(Effect.flip(run(within(slow, () => "first"))));
      yield* TestClock.adjust(1200);
      const second = yield* Effect.fork(Effect.flip(run(within(Effect.never, () => "second"))));
      yield* TestClock.adjust(1100);
      expect(yield* Effect.all([Fiber.join(first), Fiber.join(second)])).toEqual(["first", "second"]);
    }),
  );

  it.live("leaves no timer behind once all attempts have ended", () =>
    Effect.gen(function* () {
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
      const before = timers();
      const { attempt } = bounded();
      const fiber = yield* attempt("a", 10);
      yield* Effect.sleep(1);
      expect(timers()).toBeGreaterThan(before);
      yield* Fiber.join(fiber);
      yield* Effect.yieldNow();
      expect(timers()).toBeLessThanOrEqual(before);
    }),
  );
});
