import { it } from "@effect/vitest";
import { Effect, Fiber, Stream, TestClock } from "effect";
import { describe, expect } from "vitest";
import { asking, said } from "./_asking.ts";

const PROMPTS = Array.from({ length: 12 }, (_, i) => `prompt ${i}`);

describe("answers", () => {
  it.effect("come in the order of the questions, however long each takes", () =>
    Effect.gen(function* () {
      const late = (prompt: string) => 1000 * (12 - PROMPTS.indexOf(prompt));
      const { outcomes } = yield* asking({
        concurrency: 5,
        reply: ({ prompt }) => Effect.delay(said(prompt), late(prompt)),
      });
      const fiber = yield* Effect.fork(outcomes("a", PROMPTS));
      yield* TestClock.adjust("2 minutes");

      expect(yield* Fiber.join(fiber)).toEqual(PROMPTS);
    }),
  );

  it.effect("have no more requests under way than the provider takes, and as many as it takes", () =>
    Effect.gen(function* () {
      let underWay = 0;
      let most = 0;
      const { answers } = yield* asking({
        concurrency: 3,
        reply: () =>
          Effect.acquireUseRelease(
            Effect.sync(() => {
              underWay++;
              most = Math.max(most, underWay);
            }),
            () => Effect.delay(said("x"), "1 second"),
            () => Effect.sync(() => underWay--),
          ),
      });
      const ask = (model: string) =>
        Stream.runDrain(answers.all(Stream.fromIterable(PROMPTS.map((prompt) => ({ model, prompt })))));
      const fiber = yield* Effect.fork(Effect.all(["a", "b", "c"].map(ask), { concurrency: "unbounded" }));
      yield* TestClock.adjust("2 minutes");
      yield* Fiber.join(fiber);

      expect([most, underWay]).toEqual([3, 0]);
    }),
  );

  it.effect("ask the same question of another draw or temperature again", () =>
    Effect.gen(function* () {
      const { answers, sent } = yield* asking({ reply: () => said("x") });
      const question = { model: "a", prompt: "p" };
      yield* Effect.all([
        answers.one(question),
        answers.one({ ...question, draw: 0 }),
        answers.one({ ...question, draw: 1 }),
        answers.one({ ...question, temperature: 1 }),
        answers.one({ ...question, maxTokens: 9 }),
      ]);

      expect(sent).toHaveLength(4);
    }),
  );
});
