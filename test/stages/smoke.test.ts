import { it } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { describe, expect } from "vitest";
import type { Outcome, Question } from "../../plugins/contract/mod.ts";
import { smoke } from "../../stages/mod.ts";
import { answered, DOWN, evalSetOf, fakeAnswers, fakeOutput, fakeProgress, STUDY, UP } from "./_fakes.ts";

const PROMPTS = ["1?", "2?", "3?", "4?", "5?", "6?", "7?"];
const TWELVE = Array.from({ length: 12 }, (_, i) => `model ${i}`);
const clearance = { models: [], verifiable: true };
const timeout: Outcome = { _tag: "Failed", reason: "timeout", detail: "no answer within 45 s" };

const tried = (
  answer: (question: Question) => Outcome,
  study: Partial<typeof STUDY>,
  options: Parameters<typeof smoke.run>[1] = { max_size: 10 },
) =>
  Effect.gen(function* () {
    const answers = fakeAnswers(answer);
    const output = fakeOutput();
    const progress = fakeProgress();
    const layer = Layer.mergeAll(answers.layer, output.layer, progress.layer);
    const given = { study: { ...STUDY, ...study }, evalSet: evalSetOf(PROMPTS), clearance };
    const result = yield* Effect.either(Effect.provide(smoke.run(given, options), layer));
    const saved = output.files.get("shortlist.json");
    const { warnings } = progress;
    return { result, warnings, asked: answers.asked, saved: saved === undefined ? null : JSON.parse(saved) };
  });

describe("smoke", () => {
  it.effect("tries every candidate, tells of each, and keeps the first ten that pass in their order", () =>
    Effect.gen(function* () {
      const { result, saved, asked, warnings } = yield* tried(
        ({ model }) => (model === "model 3" ? timeout : answered(UP)),
        {
          models: TWELVE,
        },
      );

      expect(saved.outcomes).toHaveLength(12);
      expect(saved.outcomes[3]).toEqual({
        model: "model 3",
        passed: false,
        selected: false,
        fail_reason: "timeout",
        detail: "no answer within 45 s",
      });
      expect(saved.outcomes[11]).toEqual({
        model: "model 11",
        passed: true,
        selected: false,
        fail_reason: null,
        detail: null,
      });
      expect(result).toMatchObject({
        right: {
          shortlist: { models: TWELVE.filter((model) => model !== "model 3" && model !== "model 11") },
        },
      });
      expect(asked).toHaveLength(60);
      expect(warnings).toEqual([
        '"model 3" is left out by the smoke test: timeout (no answer within 45 s)',
        '"model 11" is left out by the smoke test: as many as max_size passed before it',
      ]);
    }),
  );

  it.effect("asks the first five rows", () =>
    Effect.gen(function* () {
      const { asked } = yield* tried(() => answered(DOWN), { models: ["a"] });

      expect(asked.toSorted()).toEqual(["a: 1?", "a: 2?", "a: 3?", "a: 4?", "a: 5?"]);
    }),
  );

  it.effect("asks the prompts that are set", () =>
    Effect.gen(function* () {
      const { asked } = yield* tried(
        () => answered(DOWN),
        { models: ["a"] },
        { max_size: 10, prompts: ["x?"] },
      );

      expect(asked).toEqual(["a: x?"]);
    }),
  );

  it.effect.each([
    ["no log-probabilities", { ...answeredWithoutTokens() }, "no_logprobs"],
    ["no direction", answered("I think it goes up"), "parse_failure"],
    ["an error", { _tag: "Failed", reason: "error", detail: "HTTP 500" }, "error"],
  ] as ReadonlyArray<readonly [string, Outcome, string]>)(
    "excludes a candidate for %s once, by the first failure",
    ([, bad, reason]) =>
      Effect.gen(function* () {
        const { saved } = yield* tried(
          ({ model, prompt }) => (model === "b" && prompt === "4?" ? bad : answered(UP)),
          {},
        );

        expect(
          saved.outcomes.map(({ passed, fail_reason }: Record<string, unknown>) => [passed, fail_reason]),
        ).toEqual([
          [true, null],
          [false, reason],
        ]);
      }),
  );

  it.effect("shows the beginning of an answer that it could not read", () =>
    Effect.gen(function* () {
      const { saved } = yield* tried(() => answered('{"signal": 1,\n"confidence": 0.7}'), { models: ["a"] });

      expect(saved.outcomes[0].detail).toBe(
        'no unambiguous direction in "{\\"signal\\": 1,\\n\\"confidence\\": 0.7}"',
      );
    }),
  );

  it.effect("ends the run where no candidate passes, with the reasons on file", () =>
    Effect.gen(function* () {
      const { result, saved } = yield* tried(() => timeout, {});

      expect(saved.outcomes).toHaveLength(2);
      expect(result).toMatchObject({
        left: {
          _tag: "EmptyShortlist",
          message:
            "No candidate passed the smoke test:\n  a: timeout (no answer within 45 s)\n  b: timeout (no answer within 45 s)",
        },
      });
    }),
  );

  it.effect("takes a shortlist as it stands and asks nothing", () =>
    Effect.gen(function* () {
      const { result, asked, saved } = yield* tried(() => timeout, { areCandidates: false });

      expect(result).toMatchObject({ right: { shortlist: { models: ["a", "b"], outcomes: null } } });
      expect([asked, saved]).toEqual([[], null]);
    }),
  );
});

function answeredWithoutTokens(): Outcome {
  const outcome = answered(UP);
  return outcome._tag === "Answered" ? { ...outcome, answer: { ...outcome.answer, run: null } } : outcome;
}
