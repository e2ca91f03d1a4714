import { describe, expect, it } from "@effect/vitest";
import { Effect, Fiber, TestClock } from "effect";
import { CredentialError } from "../../../plugins/contract/mod.ts";
import { asking, failed, said, scopedAsking } from "./_asking.ts";

const PROMPTS = Array.from({ length: 40 }, (_, i) => `${i}`);
const rejected = new CredentialError({ message: "rejected" });
const forbidden = failed("forbidden", { message: "HTTP 403: no" });
const after = (millis: number) => Effect.delay(said("late"), millis);

describe("answers", () => {
  it.effect("end all asking at the first rejected key, with no more than `concurrency` requests sent", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({
        concurrency: 4,
        reply: () => Effect.delay(Effect.fail(rejected), 10),
      });
      const models = ["a", "b", "c"];
      const all = Effect.forEach(models, (model) => outcomes(model, PROMPTS), { concurrency: "unbounded" });
      const fiber = yield* Effect.fork(Effect.flip(all));
      yield* TestClock.adjust("1 second");
      expect(yield* Fiber.join(fiber)).toBe(rejected);
      expect(sent.map(({ model }) => model)).toEqual(models);
    }),
  );

  it.effect("see to its end what is under way when a key is rejected: it is paid for", () =>
    Effect.gen(function* () {
      const ends: Array<string> = [];
      const slow = Effect.onExit(after(5000), (exit) => Effect.sync(() => void ends.push(exit._tag)));
      const work = Effect.gen(function* () {
        const { outcomes } = yield* scopedAsking({
          concurrency: 4,
          reply: ({ model }) => (model === "poor" ? Effect.delay(Effect.fail(rejected), 10) : slow),
        });
        const both = [outcomes("rich", ["one"]), outcomes("poor", ["one"])];
        return yield* Effect.flip(Effect.all(both, { concurrency: 2 }));
      });
      const fiber = yield* Effect.fork(Effect.scoped(work));
      yield* TestClock.adjust("10 seconds");
      expect(yield* Fiber.join(fiber)).toBe(rejected);
      expect(ends).toEqual(["Success"]);
    }),
  );

  it.effect("send nothing after the key was rejected, though the failure was caught", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({ concurrency: 1, reply: () => rejected });
      expect(yield* Effect.flip(outcomes("a", ["one"]))).toBe(rejected);
      expect(yield* Effect.flip(outcomes("b", ["two"]))).toBe(rejected);
      expect(sent).toHaveLength(1);
    }),
  );

  it.effect("end all asking at a 403 when no model has answered", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({ concurrency: 4, reply: () => forbidden });
      const error = yield* Effect.flip(outcomes("a", PROMPTS));
      expect(error).toMatchObject({ _tag: "CredentialError", message: "Cannot ask any model: HTTP 403: no" });
      expect(sent.length).toBeLessThanOrEqual(4);
    }),
  );

  it.effect("take a 403 as one model's failure when another has answered", () =>
    Effect.gen(function* () {
      const { outcomes } = yield* asking({
        reply: ({ model }) => (model === "closed" ? forbidden : said("good")),
      });
      expect(yield* outcomes("open", ["one"])).toEqual(["good"]);
      expect(yield* outcomes("closed", ["one", "two"])).toEqual([
        "error: HTTP 403: no",
        "error: HTTP 403: no",
      ]);
    }),
  );

  it.effect("wait for the requests under way before a first 403 is held against the key", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({
        concurrency: 2,
        reply: ({ model }) => (model === "closed" ? forbidden : after(500)),
      });
      const both = Effect.all([outcomes("open", ["one"]), outcomes("closed", ["one", "two"])], {
        concurrency: 2,
      });
      const fiber = yield* Effect.fork(both);
      yield* TestClock.adjust("499 millis");
      expect(sent.map(({ model }) => model)).toEqual(["open", "closed"]);
      yield* TestClock.adjust("1 millis");
      expect(yield* Fiber.join(fiber)).toEqual([["late"], ["error: HTTP 403: no", "error: HTTP 403: no"]]);
    }),
  );

  it.effect("hold a 403 against the key once what was under way has failed too", () =>
    Effect.gen(function* () {
      const broken = Effect.delay(Effect.fail(failed("transport")), 500);
      const { outcomes } = yield* asking({ reply: ({ model }) => (model === "closed" ? forbidden : broken) });
      const both = Effect.all([outcomes("broken", ["one"]), outcomes("closed", ["one"])], { concurrency: 2 });
      const fiber = yield* Effect.fork(Effect.flip(both));
      yield* TestClock.adjust("1 second");
      expect(yield* Fiber.join(fiber)).toMatchObject({ _tag: "CredentialError" });
    }),
  );

  it.effect("send equal questions once, also while the first is under way", () =>
    Effect.gen(function* () {
      const { outcomes, sent, tally } = yield* asking({ reply: () => after(100) });
      const fiber = yield* Effect.fork(
        Effect.all([outcomes("a", ["one", "one"]), outcomes("a", ["one"])], { concurrency: 2 }),
      );
      yield* TestClock.adjust("1 second");
      expect(yield* Fiber.join(fiber)).toEqual([["late", "late"], ["late"]]);
      expect([sent.length, (yield* tally.counts).requests]).toEqual([1, 1]);
    }),
  );

  it.effect("fail the row, not the run, where the provider crashes", () =>
    Effect.gen(function* () {
      const { outcomes } = yield* asking({
        reply: ({ prompt }) => (prompt === "1" ? Effect.die("oops") : said(prompt)),
      });
      expect(yield* outcomes("a", ["0", "1", "2"])).toEqual(["0", "error: the provider crashed: oops", "2"]);
    }),
  );
});
