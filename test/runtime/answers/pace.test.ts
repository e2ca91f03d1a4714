import { describe, expect, it } from "@effect/vitest";
import { Clock, Effect, Fiber, TestClock } from "effect";
import { asking, failed, said, throttled } from "./_asking.ts";

const prompts = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);

describe("pace", () => {
  it.effect("has as many requests in flight as the provider takes, and says how many there were", () =>
    Effect.gen(function* () {
      const { outcomes, tally } = yield* asking({
        concurrency: 8,
        reply: ({ prompt }) => Effect.delay(said(prompt), 1000),
      });
      const fiber = yield* Effect.fork(outcomes("a", prompts(40)));
      yield* TestClock.adjust("1 minute");
      expect(yield* Fiber.join(fiber)).toEqual(prompts(40));
      expect(tally.flight.summary()).toEqual({ peakInFlight: 8, lowestLimit: null });
    }),
  );

  it.effect("spaces the starts of requests, retries included", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({
        concurrency: 8,
        minCallIntervalMs: 250,
        retry: { backoffMs: 10 },
        reply: ({ prompt }, nth) =>
          nth === 1 && Number(prompt) % 3 === 0 ? failed("transport", { retryable: true }) : said(prompt),
      });
      const fiber = yield* Effect.fork(outcomes("a", prompts(12)));
      yield* TestClock.adjust("1 minute");
      expect(yield* Fiber.join(fiber)).toEqual(prompts(12));
      const gaps = sent.map(({ at }, i) => at - (sent[i - 1]?.at ?? Number.NEGATIVE_INFINITY));
      expect([sent.length, Math.min(...gaps)]).toEqual([16, 250]);
    }),
  );

  it.effect(
    "shrinks when every third of 64 requests is put off, grows again, and sends none before its time",
    () =>
      Effect.gen(function* () {
        let requests = 0;
        const due = new Map<string, number>();
        const early: Array<string> = [];
        const { outcomes, tally } = yield* asking({
          concurrency: 16,
          reply: ({ prompt }) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) => {
              if (now < (due.get(prompt) ?? 0)) early.push(prompt);
              if (++requests % 3 !== 0) return Effect.delay(said(prompt), 200);
              due.set(prompt, now + 1000);
              return Effect.delay(throttled(1000), 5);
            }),
        });
        const fiber = yield* Effect.fork(outcomes("a", prompts(64)));
        yield* TestClock.adjust("3 minutes");
        expect(yield* Fiber.join(fiber)).toEqual(prompts(64));
        expect(early).toEqual([]);
        const steps = tally.flight.changes().map(({ from, to }) => to - from);
        expect(steps[0]).toBe(-8);
        expect(steps.filter((step) => step === 1).length).toBeGreaterThan(2);
      }),
  );

  it.effect("shrinks for nothing but throttling", () =>
    Effect.gen(function* () {
      const reasons = ["timeout", "transport", "refused", "malformed"] as const;
      const { outcomes, tally } = yield* asking({
        concurrency: 4,
        retry: { backoffMs: 1 },
        reply: ({ prompt }, nth) =>
          nth === 1 ? failed(reasons[Number(prompt) % 4] ?? "timeout", { retryable: true }) : said(prompt),
      });
      const fiber = yield* Effect.fork(outcomes("a", prompts(16)));
      yield* TestClock.adjust("1 minute");
      yield* Fiber.join(fiber);
      expect(tally.flight.changes()).toEqual([]);
    }),
  );

  it.effect("slows down the model that is throttled and no other", () =>
    Effect.gen(function* () {
      const { outcomes, tally } = yield* asking({
        concurrency: 4,
        reply: ({ model, prompt }, nth) =>
          Effect.delay(model === "busy" && nth === 1 ? throttled(1000) : said(prompt), 100),
      });
      const both = Effect.forEach(["busy", "free"], (model) => outcomes(model, prompts(8)), {
        concurrency: 2,
      });
      const fiber = yield* Effect.fork(both);
      yield* TestClock.adjust("2 minutes");
      yield* Fiber.join(fiber);
      const changes = tally.flight.changes();
      expect(changes.length).toBeGreaterThan(0);
      expect(changes.filter(({ model }) => model !== "busy")).toEqual([]);
    }),
  );
});
