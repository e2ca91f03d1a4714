import { it } from "@effect/vitest";
import { Clock, Effect, Fiber, TestClock } from "effect";
import { expect } from "vitest";
import { makeThrottle } from "../../../runtime/answers/mod.ts";

/** The test's clock, whose time of day somebody set back by an hour. */
const setBack = (clock: Clock.Clock): Clock.Clock => ({
  ...clock,
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() - 3_600_000,
  unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
  currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now - 3_600_000),
  currentTimeNanos: clock.currentTimeNanos,
  sleep: (duration) => clock.sleep(duration),
});

it.effect("a wait that a server asked for is as long when the clock is set back meanwhile", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(10_000_000);
    const { hold, untilDue } = yield* makeThrottle;
    yield* hold("lab/a", 2000);
    const clock = yield* Effect.clock;
    const waiting = yield* Effect.fork(Effect.withClock(untilDue("lab/a"), setBack(clock)));

    yield* TestClock.adjust("1999 millis");
    expect(yield* Fiber.poll(waiting)).toMatchObject({ _tag: "None" });
    yield* TestClock.adjust("1 millis");
    expect(yield* Fiber.poll(waiting)).toMatchObject({ _tag: "Some" });
  }),
);
