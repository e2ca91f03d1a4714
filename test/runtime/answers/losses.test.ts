import { describe, expect, it } from "@effect/vitest";
import { Effect } from "effect";
import { asking, failed, said } from "./_asking.ts";

const PROMPTS = Array.from({ length: 60 }, (_, i) => String(i));
const DOWN = failed("transport");

describe("a model that has answered", () => {
  it.effect("is asked nothing more once its account is spent, and the others are", () =>
    Effect.gen(function* () {
      const { outcomes, sent, warned, throttle } = yield* asking({
        reply: ({ model, prompt }) =>
          model === "poor" && Number(prompt) > 4 ? failed("quota") : said(prompt),
        concurrency: 1,
      });
      const found = yield* outcomes("poor", PROMPTS);
      expect(found.slice(0, 7)).toEqual([
        ...["0", "1", "2", "3", "4", "error: quota"],
        "error: not asked: its account is spent (quota)",
      ]);
      expect(sent).toHaveLength(6);
      expect(warned).toEqual(['Cannot ask "poor" any more: its account is spent (quota)']);
      expect(yield* throttle.paused).toEqual(["poor"]);
      expect(yield* outcomes("rich", PROMPTS)).toEqual(PROMPTS);
    }),
  );

  it.effect("is asked nothing more once 16 requests in a row have failed", () =>
    Effect.gen(function* () {
      const { outcomes, sent, warned, throttle } = yield* asking({
        reply: ({ prompt }) => (Number(prompt) > 4 ? DOWN : said(prompt)),
        concurrency: 1,
      });
      yield* outcomes("gone", PROMPTS);
      expect(sent).toHaveLength(5 + 16);
      expect(warned).toEqual(['Cannot ask "gone" any more: its last 16 requests failed (transport)']);
      expect(yield* throttle.paused).toEqual(["gone"]);
    }),
  );

  it.effect.each([
    {
      through: "failures with an answer now and then",
      reply: (n: number) => (n % 15 === 0 ? said("0") : DOWN),
    },
    {
      through: "refusals of the requests themselves",
      reply: (n: number) => (n === 0 ? said("0") : failed("refused")),
    },
  ])("is asked on through $through", ({ reply }) =>
    Effect.gen(function* () {
      const { outcomes, sent, throttle } = yield* asking({
        reply: ({ prompt }) => reply(Number(prompt)),
        concurrency: 1,
      });
      yield* outcomes("poorly", PROMPTS);
      expect(sent).toHaveLength(PROMPTS.length);
      expect(yield* throttle.paused).toEqual([]);
    }),
  );
});

describe("a model that never answered", () => {
  it.effect.each([["quota"], ["transport"]] as const)("is no loss: every row says %s", ([reason]) =>
    Effect.gen(function* () {
      const { outcomes, throttle } = yield* asking({ reply: () => failed(reason), concurrency: 1 });
      expect(yield* outcomes("never", PROMPTS)).toEqual(PROMPTS.map(() => `error: ${reason}`));
      expect(yield* throttle.paused).toEqual([]);
    }),
  );
});
