import { it } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { describe, expect } from "vitest";
import type { Outcome, Question } from "../../plugins/contract/mod.ts";
import { baseline } from "../../stages/mod.ts";
import { answered, evalSetOf, fakeAnswers, fakeProgress, STUDY, UP } from "./_fakes.ts";

const controls = evalSetOf(["1?", "2?", "3?", "4?"]);
const CERTAINTY: Readonly<Record<string, number>> = { "1?": 0.1, "2?": 0.2, "3?": 0.3, "4?": 0.4 };
const usable = ({ prompt }: Question) => answered(UP, CERTAINTY[prompt]);

const built = (answer: (question: Question) => Outcome, study: Partial<typeof STUDY> = {}) =>
  Effect.gen(function* () {
    const answers = fakeAnswers(answer);
    const given = {
      study: { ...STUDY, ...study },
      corpora: { isMemorized: controls, oosControl: controls },
      shortlist: { models: ["a", "b"], outcomes: null },
    };
    const layer = Layer.merge(answers.layer, fakeProgress().layer);
    const { baselines } = yield* Effect.provide(baseline.run(given, {}), layer);
    return { baselines, asked: answers.asked };
  });

describe("baseline", () => {
  it.effect("asks every model every control prompt, in shortlist order", () =>
    Effect.gen(function* () {
      const { baselines, asked } = yield* built(usable);

      expect([...baselines.keys()]).toEqual(["a", "b"]);
      expect(asked.filter((one) => one.startsWith("b"))).toEqual(["b: 1?", "b: 2?", "b: 3?", "b: 4?"]);
    }),
  );

  it.effect("takes mean and population spread over the control rows", () =>
    Effect.gen(function* () {
      const { baselines } = yield* built(usable);
      const { baseline: found, controls: table, failures } = baselines.get("a")!;
      const losses = [0, 1, 2, 3].map((row) => table.row(row).loss!);

      expect(found).toMatchObject({ nValid: 4, minValid: 2, isCalibrated: true });
      expect(found.mean.loss).toBeCloseTo(losses.reduce((sum, loss) => sum + loss) / 4, 12);
      expect(found.std.loss).toBeCloseTo(Math.sqrt(0.0125), 12);
      expect(found.mean.ref_delta).toBeNull();
      expect(failures).toBe("");
    }),
  );

  it.effect("tells in words what became of rows that cannot be measured", () =>
    Effect.gen(function* () {
      const late: Outcome = { _tag: "Failed", reason: "timeout", detail: "no answer within 45 s" };
      const { baselines } = yield* built((question) =>
        question.model === "b" && question.prompt !== "4?" ? late : usable(question),
      );
      const { baseline: found, failures } = baselines.get("b")!;

      expect(found).toMatchObject({ nValid: 1, isCalibrated: false });
      expect(failures).toBe("3 timeout (no answer within 45 s)");
    }),
  );

  it.effect("measures against the reference model's answers to the same prompts", () =>
    Effect.gen(function* () {
      const answer = (question: Question) => (question.model === "r" ? answered(UP, 0.05) : usable(question));
      const { baselines, asked } = yield* built(answer, { referenceModel: "r" });
      const { controls: table } = baselines.get("a")!;

      expect(asked).toContain("r: 3?");
      expect([0, 1, 2, 3].map((row) => table.row(row).ref_delta!)).toEqual([
        expect.closeTo(0.05, 12),
        expect.closeTo(0.15, 12),
        expect.closeTo(0.25, 12),
        expect.closeTo(0.35, 12),
      ]);
    }),
  );

  it.effect("drops only ref_delta where a reference call failed", () =>
    Effect.gen(function* () {
      const failed: Outcome = { _tag: "Failed", reason: "error", detail: "HTTP 500" };
      const answer = (question: Question) =>
        question.model !== "r" ? usable(question) : question.prompt === "2?" ? failed : answered(UP, 0.05);
      const { baselines } = yield* built(answer, { referenceModel: "r" });
      const { baseline: found, controls: table } = baselines.get("a")!;

      expect(found.nValid).toBe(4);
      expect(table.row(1).ref_delta).toBeNull();
      expect(table.row(1).loss).not.toBeNull();
    }),
  );
});
