import { describe, expect, it } from "@effect/vitest";
import { Effect, Fiber, TestClock } from "effect";
import type { CompletionRequest, Concession } from "../../../plugins/contract/mod.ts";
import { asking, failed, said } from "./_asking.ts";

const PROMPTS = Array.from({ length: 12 }, (_, i) => `${i}`);
const TEMPERATURE: Concession = { parameter: "temperature", instead: null };
const CAP: Concession = { parameter: "top_logprobs", instead: 1 };

const refused = (concession: Concession) =>
  failed("refused", {
    message: `HTTP 400: no ${concession.parameter}`,
    refusedParameter: concession.parameter,
    concession,
  });

const wants =
  (...wanted: ReadonlyArray<Concession>) =>
  ({ concessions = [], prompt }: CompletionRequest) => {
    const missing = wanted.find(({ parameter }) => !concessions.some((one) => one.parameter === parameter));
    return missing === undefined ? said(prompt) : refused(missing);
  };

describe("terms", () => {
  it.effect("are found out by one request of a model, told once, and hold for all its others", () =>
    Effect.gen(function* () {
      const { outcomes, sent, warned } = yield* asking({ concurrency: 8, reply: wants(TEMPERATURE) });
      expect(yield* outcomes("a", PROMPTS)).toEqual(PROMPTS);
      expect(sent).toHaveLength(PROMPTS.length + 1);
      expect(warned).toEqual([
        'temperature-not-honoured: "a" is asked without temperature, as its endpoint wants it (HTTP 400: no temperature)',
      ]);
    }),
  );

  it.effect("give way in one parameter after the other", () =>
    Effect.gen(function* () {
      const { outcomes, sent, warned } = yield* asking({ reply: wants(CAP, TEMPERATURE) });
      expect(yield* outcomes("a", PROMPTS)).toEqual(PROMPTS);
      expect([sent.length, warned.length]).toEqual([PROMPTS.length + 2, 2]);
      expect(warned[0]).toContain('top-logprobs-capped: "a" is asked with top_logprobs 1');
    }),
  );

  it.effect("are each model's own", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({
        reply: (request) => (request.model === "a" ? wants(CAP)(request) : wants()(request)),
      });
      yield* Effect.forEach(["a", "b"], (model) => outcomes(model, PROMPTS), { concurrency: 2 });
      expect(sent).toHaveLength(2 * PROMPTS.length + 1);
    }),
  );

  it.effect("stand in every answer that was given by them", () =>
    Effect.gen(function* () {
      const { answers } = yield* asking({ reply: wants(CAP) });
      const outcome = yield* answers.one({ model: "a", prompt: "p" });
      expect(outcome).toMatchObject({ _tag: "Answered", answer: { concessions: [CAP] } });
    }),
  );

  it.effect("do not change once an answer stands: a later refusal is its row's failure", () =>
    Effect.gen(function* () {
      const { outcomes, sent, warned } = yield* asking({
        reply: ({ prompt }) => (prompt === "7" ? refused(TEMPERATURE) : said(prompt)),
      });
      const found = yield* outcomes("a", PROMPTS);
      expect(found[7]).toBe("error: HTTP 400: no temperature");
      expect(found.filter((text) => text.startsWith("error"))).toHaveLength(1);
      expect([sent.length, warned]).toEqual([PROMPTS.length, []]);
    }),
  );

  it.effect("make one of the answers asked again that was under way when they changed", () =>
    Effect.gen(function* () {
      const { outcomes, answers, sent } = yield* asking({
        reply: ({ prompt, concessions = [] }) => {
          if (prompt === "0") return Effect.delay(said(prompt), 2000);
          return concessions.length > 0 ? said(prompt) : Effect.delay(refused(CAP), 500);
        },
      });
      const fiber = yield* Effect.fork(outcomes("a", ["0", "1"]));
      yield* TestClock.adjust("1 minute");
      expect(yield* Fiber.join(fiber)).toEqual(["0", "1"]);
      expect(sent.map(({ prompt }) => prompt)).toEqual(["0", "1", "1", "0"]);
      const kept = yield* answers.one({ model: "a", prompt: "0" });
      expect(kept).toMatchObject({ answer: { concessions: [CAP] } });
    }),
  );

  it.effect("are argued over four times at most", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({ reply: () => refused(TEMPERATURE) });
      expect(yield* outcomes("a", ["one"])).toEqual(["error: HTTP 400: no temperature"]);
      expect(sent).toHaveLength(5);
    }),
  );

  it.effect("hold back the others no longer than a refusal would take", () =>
    Effect.gen(function* () {
      const { outcomes, sent } = yield* asking({
        concurrency: 4,
        reply: () => Effect.never,
        timeoutMs: 10_000,
      });
      const fiber = yield* Effect.fork(outcomes("a", ["0", "1", "2", "3"]));
      yield* TestClock.adjust("450 millis");
      expect(sent).toHaveLength(1);
      yield* TestClock.adjust("100 millis");
      expect(sent).toHaveLength(4);
      yield* Fiber.interrupt(fiber);
    }),
  );
});
