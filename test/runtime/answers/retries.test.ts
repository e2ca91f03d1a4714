import { describe, expect, it } from "@effect/vitest";
import { Clock, Effect, Fiber, TestClock } from "effect";
import { asking, failed, said, throttled } from "./_asking.ts";

const broken = failed("transport", { retryable: true, message: "HTTP 500: broken" });

describe("answers", () => {
  it.effect("retry what may succeed, after 2 s and then 4 s, each up to a quarter more", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({ reply: () => broken });
      const fiber = yield* Effect.fork(outcomes("a", ["one"]));
      yield* TestClock.adjust("10 seconds");
      expect(yield* Fiber.join(fiber)).toEqual(["error: HTTP 500: broken"]);
      const [first = 0, second = 0, third = 0] = sent.map(({ at }) => at);
      expect([sent.length, first]).toEqual([3, 0]);
      expect(second).toBeGreaterThanOrEqual(2000);
      expect(second).toBeLessThanOrEqual(2500);
      expect(third - second).toBeGreaterThanOrEqual(4000);
      expect(third - second).toBeLessThanOrEqual(5000);
    }),
  );

  it.effect("are what a retry brought", () =>
    Effect.gen(function* () {
      const { outcomes, tally } = yield* asking({ reply: (_, nth) => (nth === 1 ? broken : said("good")) });
      const fiber = yield* Effect.fork(outcomes("a", ["one"]));
      yield* TestClock.adjust("10 seconds");
      expect(yield* Fiber.join(fiber)).toEqual(["good"]);
      expect(yield* tally.counts).toEqual({ requests: 1, answered: 1, failed: {} });
    }),
  );

  it.effect("do not retry what cannot succeed", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({ reply: () => failed("refused") });
      expect(yield* outcomes("a", ["one"])).toEqual(["error: refused"]);
      expect(sent).toHaveLength(1);
    }),
  );

  it.effect("say no_logprobs where the endpoint refuses to give them", () =>
    Effect.gen(function* () {
      const { outcomes } = yield* asking({
        reply: () => failed("refused", { refusedParameter: "top_logprobs" }),
      });
      expect(yield* outcomes("a", ["one"])).toEqual(["no_logprobs: refused"]);
    }),
  );

  it.effect("stop retrying where the waits would exceed the longest allowed", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({ reply: () => broken, retry: { max: 9, maxWaitMs: 13_000 } });
      const fiber = yield* Effect.fork(outcomes("a", ["one"]));
      yield* TestClock.adjust("60 seconds");
      expect(yield* Fiber.join(fiber)).toEqual(["error: HTTP 500: broken"]);
      expect(sent).toHaveLength(3);
    }),
  );

  it.effect("bound each attempt in time and interrupt it", () =>
    Effect.gen(function* () {
      let interrupted = 0;
      const hang = Effect.onInterrupt(Effect.never, () => Effect.sync(() => void interrupted++));
      const { outcomes, sent } = yield* asking({
        reply: () => hang,
        timeoutMs: 1000,
        retry: { backoffMs: 0 },
      });
      const fiber = yield* Effect.fork(outcomes("a", ["one"]));
      yield* TestClock.adjust("3 seconds");
      expect(yield* Fiber.join(fiber)).toEqual(["timeout: no answer within 1 s"]);
      expect([interrupted, sent.map(({ at }) => at)]).toEqual([3, [0, 1000, 2000]]);
    }),
  );

  it.effect("wait as long as the server asks, and count that as no retry", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({
        reply: (_, nth) => (nth <= 5 ? throttled(1000) : said("good")),
        retry: { max: 0 },
      });
      const fiber = yield* Effect.fork(outcomes("a", ["one"]));
      yield* TestClock.adjust("5 seconds");
      expect(yield* Fiber.join(fiber)).toEqual(["good"]);
      expect(sent.map(({ at }) => at)).toEqual([0, 1000, 2000, 3000, 4000, 5000]);
    }),
  );

  it.effect("hold back every request to a model until the time its server named, and no other model", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({
        concurrency: 1,
        reply: ({ model, prompt }, nth) =>
          model === "busy" && prompt === "0" && nth === 1 ? throttled(60_000) : said(prompt),
      });
      const prompts = ["0", "1", "2", "3"];
      const models = Effect.forEach(["busy", "free"], (model) => outcomes(model, prompts), {
        concurrency: 2,
      });
      const fiber = yield* Effect.fork(models);
      yield* TestClock.adjust("59 seconds");
      expect(sent.filter(({ model }) => model === "free")).toHaveLength(4);
      expect(sent.filter(({ model }) => model === "busy")).toEqual([{ model: "busy", prompt: "0", at: 0 }]);
      yield* TestClock.adjust("1 second");
      expect(yield* Fiber.join(fiber)).toEqual([prompts, prompts]);
      expect(sent.filter(({ model, at }) => model === "busy" && at === 60_000)).toHaveLength(4);
    }),
  );

  it.effect("keep to the longest of the waits that a server asks for", () =>
    Effect.gen(function* () {
      const waits: Readonly<Record<string, number>> = { long: 60_000, short: 1000 };
      const { outcomes, sent } = yield* asking({
        reply: ({ prompt }, nth) =>
          Effect.delay(nth === 1 ? throttled(waits[prompt] ?? null) : said(prompt), 2000),
      });
      const fiber = yield* Effect.fork(outcomes("a", ["long", "short"]));
      yield* TestClock.adjust("2 minutes");
      expect(yield* Fiber.join(fiber)).toEqual(["long", "short"]);
      expect(sent.map(({ at }) => at).slice(2)).toEqual([62_000, 64_000]);
    }),
  );

  it.effect("pause a model that asks for a longer wait, ask it nothing more, and go on with the others", () =>
    Effect.gen(function* () {
      const { outcomes, sent, warned, throttle } = yield* asking({
        reply: ({ model, prompt }) =>
          model === "busy" && prompt === "1" ? throttled(10_800_000) : said(prompt),
        concurrency: 1,
      });
      const prompts = ["0", "1", "2", "3"];
      const late = "error: throttled until 1970-01-01T03:00:00Z (throttled)";
      expect(yield* outcomes("busy", prompts)).toEqual(["0", late, late, late]);
      expect(sent.map(({ prompt }) => prompt)).toEqual(["0", "1"]);
      expect(yield* outcomes("free", prompts)).toEqual(prompts);
      expect(yield* throttle.paused).toEqual(["busy"]);
      expect(warned).toEqual([
        'Cannot ask "busy" before 1970-01-01T03:00:00Z: its server asks for longer waits than retry.max_wait_s allows (throttled)',
      ]);
    }),
  );

  it.effect("pause a model once the waits of one answer add up to more than allowed", () =>
    Effect.gen(function* () {
      const { outcomes, sent, throttle } = yield* asking({
        reply: () => throttled(50_000),
      });
      const fiber = yield* Effect.fork(outcomes("busy", ["one"]));
      yield* TestClock.adjust("200 seconds");
      expect(yield* Fiber.join(fiber)).toEqual(["error: throttled until 1970-01-01T00:02:30Z (throttled)"]);
      expect(sent.map(({ at }) => at)).toEqual([0, 50_000, 100_000]);
      expect(yield* throttle.paused).toEqual(["busy"]);
    }),
  );

  it.effect("survive a wait beyond all calendars", () =>
    Effect.gen(function* () {
      const { outcomes } = yield* asking({ reply: () => throttled(1e300) });
      expect(yield* outcomes("busy", ["one"])).toEqual([
        "error: throttled until 9999-01-01T00:00:00Z (throttled)",
      ]);
    }),
  );

  it.effect("lose no row and keep the order where every third request is put off", () =>
    Effect.gen(function* () {
      let requests = 0;
      const last = new Map<string, number>();
      const early: Array<string> = [];
      const { outcomes, sent } = yield* asking({
        concurrency: 8,
        reply: ({ prompt }) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            if (now < (last.get(prompt) ?? 0)) early.push(prompt);
            if (++requests % 3 !== 0) return said(prompt);
            last.set(prompt, now + 1000);
            return throttled(1000);
          }),
      });
      const prompts = Array.from({ length: 60 }, (_, i) => `${i}`);
      const fiber = yield* Effect.fork(outcomes("a", prompts));
      yield* TestClock.adjust("90 seconds");
      expect(yield* Fiber.join(fiber)).toEqual(prompts);
      expect([early, sent.length]).toEqual([[], 89]);
    }),
  );
});
