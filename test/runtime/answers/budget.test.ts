import { describe, it } from "@effect/vitest";
import { Effect, Fiber, TestClock } from "effect";
import fc from "fast-check";
import { expect } from "vitest";
import { makeBudget } from "../../../runtime/answers/budget.ts";
import type { Limits } from "../../../runtime/answers/mod.ts";
import { type Charge, spending } from "../../../runtime/journal/mod.ts";

const NONE: Limits = { requests: null, tokens: null, money: null, wallTimeMs: null };
const budget = (limits: Partial<Limits>, prices = {}) =>
  makeBudget({ ...NONE, ...limits }, prices, spending());
const charge = (input: number, output = 0): Charge => ({ input, output });

describe("makeBudget()", () => {
  it.effect("lets go what fits, waits while others hold it, and fails when nobody does", () =>
    Effect.gen(function* () {
      const { reserve, settle } = yield* budget({ tokens: 100 });
      yield* reserve("a", charge(60));
      const second = yield* Effect.fork(reserve("a", charge(60)));
      yield* TestClock.adjust("1 second");
      expect(second.unsafePoll()).toBeNull();
      yield* settle("a", charge(60), charge(30));
      yield* Fiber.join(second);
      yield* settle("a", charge(60), charge(60));
      const error = yield* Effect.flip(reserve("a", charge(60)));
      expect(error.message).toBe(
        "Cannot ask more: budget.tokens (100) leaves 10, and the next request may take 60",
      );
    }),
  );

  it.effect("counts every attempt, also of earlier sessions", () =>
    Effect.gen(function* () {
      const before = spending();
      const sent = { answered: true, model: "a", attempt: 1, ms: 1, charged: charge(5, 5) };
      before.add(sent);
      before.add({ ...sent, attempt: 0 });
      const { reserve } = yield* makeBudget({ ...NONE, requests: 2 }, {}, before);
      yield* reserve("a", charge(1));
      const error = yield* Effect.flip(reserve("a", charge(1)));
      expect(error.message).toBe("Cannot ask more: budget.requests (2) is used up");
    }),
  );

  it.effect("counts money by the model's prices", () =>
    Effect.gen(function* () {
      const { reserve } = yield* budget({ money: 1 }, { dear: { input: 1, output: 4 } });
      yield* reserve("cheap", charge(1e9));
      yield* reserve("dear", charge(200_000, 200_000));
      const other = yield* budget({ money: 1 }, { dear: { input: 1, output: 4 } });
      const error = yield* Effect.flip(other.reserve("dear", charge(200_001, 200_000)));
      expect(error._tag).toBe("BudgetReached");
    }),
  );

  it.effect("ends what goes on when its time is up", () =>
    Effect.gen(function* () {
      const { inTime } = yield* budget({ wallTimeMs: 5000 });
      expect(yield* inTime(Effect.succeed("soon"))).toBe("soon");
      const fiber = yield* Effect.fork(Effect.flip(inTime(Effect.never)));
      yield* TestClock.adjust("5 seconds");
      expect((yield* Fiber.join(fiber)).message).toBe("Cannot ask more: budget.wall_time_s (5) is over");
    }),
  );

  it("is never exceeded, whatever is asked at once and comes of it", () => {
    const request = fc.record({ most: fc.nat(50), used: fc.double({ min: 0, max: 1, noNaN: true }) });
    return fc.assert(
      fc.asyncProperty(
        fc.array(request, { maxLength: 40 }),
        fc.integer({ min: 1, max: 300 }),
        async (requests, tokens) => {
          let spent = 0;
          await Effect.runPromise(
            Effect.gen(function* () {
              const { reserve, settle } = yield* budget({ tokens });
              const ask = ({ most, used }: (typeof requests)[number]) =>
                Effect.gen(function* () {
                  yield* reserve("a", charge(most));
                  yield* Effect.yieldNow();
                  spent += Math.floor(used * most);
                  yield* settle("a", charge(most), charge(Math.floor(used * most)));
                });
              yield* Effect.forEach(requests, (one) => Effect.either(ask(one)), { concurrency: "unbounded" });
            }),
          );
          expect(spent).toBeLessThanOrEqual(tokens);
        },
      ),
    );
  });
});
