import { describe, expect, it } from "@effect/vitest";
import { Clock, Effect, Fiber, TestClock } from "effect";
import { turn } from "../../../plugins/contract/mod.ts";
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

  it.live("counts what waits for its turn to be read as come in time, and ends what did not come", () =>
    Effect.gen(function* () {
      const { within } = makeDeadlines(150);
      const { run } = makeInFlight(untold);
      const here = new Promise((resolve) => setTimeout(resolve, 50));
      const reply = Effect.promise(async () => {
        await here;
        await turn();
        for (const from = performance.now(); performance.now() - from < 10; );
        return "answer";
      });
      const ask = (attempt: Effect.Effect<string>) => Effect.merge(run(within(attempt, () => "late")));
      const attempts = [...Array.from({ length: 40 }, () => reply), Effect.never];
      const found = yield* Effect.forEach(attempts, ask, { concurrency: "unbounded" });
      expect(found).toEqual([...Array.from({ length: 40 }, () => "answer"), "late"]);
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
