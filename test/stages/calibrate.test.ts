import { it } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { describe, expect } from "vitest";
import type { BlindLook, CiBound, InstrumentCheck, Outcome, Question } from "../../plugins/contract/mod.ts";
import { baseline, calibrate } from "../../stages/mod.ts";
import {
  answered,
  evalSetOf,
  fakeAnswers,
  fakeOutput,
  fakeProgress,
  STUDY,
  seed,
  UNCHECKED,
  UNSEEN,
  UP,
} from "./_fakes.ts";

const numbered = (word: string) => evalSetOf(Array.from({ length: 24 }, (_, i) => `${word} ${i}`));
const corpora = { isMemorized: numbered("seen"), oosControl: numbered("unseen") };
const failed: Outcome = { _tag: "Failed", reason: "error", detail: "HTTP 500" };

/** A model that remembers is surer of what it has seen. */
function remembers({ prompt }: Question): Outcome {
  const [word, number] = prompt.split(" ");
  return answered(UP, (word === "seen" ? 0.05 : 0.4) + 0.01 * (Number(number) % 5));
}

const looked = (auc: CiBound): BlindLook => ({
  found: {
    ok: true,
    value: {
      members: 24,
      controls: 24,
      auc,
      isSeparable: auc.lo > 0.5,
      folds: 5,
      isGrouped: false,
      permutations: 49,
      inflation: 1,
      minDetectable: 0.7,
      clues: [],
    },
  },
  looks: { columns: 1, members: new Float64Array(24), controls: new Float64Array(24) },
});

const calibrated = (
  answer: (question: Question) => Outcome,
  study: Partial<typeof STUDY> = {},
  given: typeof corpora = corpora,
  surroundings: Partial<{ blind: BlindLook; instrument: InstrumentCheck }> = {},
) =>
  Effect.gen(function* () {
    const answers = fakeAnswers(answer);
    const output = fakeOutput();
    const inputs = {
      study: { ...STUDY, ...study },
      corpora: given,
      shortlist: { models: ["a", "b"], outcomes: null },
      blind: UNSEEN,
      instrument: UNCHECKED,
      ...surroundings,
    };
    const layer = Layer.mergeAll(answers.layer, output.layer, fakeProgress().layer, seed);
    const work = Effect.gen(function* () {
      const { baselines } = yield* baseline.run(inputs, {});
      return yield* calibrate.run({ ...inputs, baselines }, {});
    });
    const { calibrators } = yield* Effect.provide(work, layer);
    return { calibrators, asked: answers.asked, saved: JSON.parse(output.files.get("calibrators.json")!) };
  });

describe("calibrate", () => {
  it.effect("fits a calibrator that tells seen from unseen", () =>
    Effect.gen(function* () {
      const { calibrators } = yield* calibrated(remembers);
      const calibration = calibrators.get("a")!;

      expect(calibration).toMatchObject({
        ok: true,
        calibrator: { isWeak: false, minAuc: 0.6, validation: { kind: "holdout", auc: 1 } },
      });
    }),
  );

  it.effect("judges out of fold by default, and deploys a fit to all rows", () =>
    Effect.gen(function* () {
      const { calibrators } = yield* calibrated(remembers, { validation: "crossfit" });
      const calibration = calibrators.get("a")!;
      if (!calibration.ok) throw new Error(calibration.reason);
      const { calibrator, judged, findings } = calibration;

      expect(calibrator.validation).toMatchObject({ kind: "crossfit", nMembers: 24, nControls: 24, auc: 1 });
      expect(calibrator.validation).toMatchObject({ isGrouped: false, fewDates: false, hi: 1 });
      expect(findings.separation.p).toBe(0.05);
      expect(judged.scores).toBe(findings.outOfFold.scores);
      expect([...findings.outOfFold.rows.slice(22, 26)]).toEqual([22, 23, 0, 1]);
    }),
  );

  it.effect("keeps the holdout's number beside the cross-fitted one, whichever is deployed", () =>
    Effect.gen(function* () {
      const byHoldout = (yield* calibrated(remembers)).calibrators.get("a")!;
      const byFolds = (yield* calibrated(remembers, { validation: "crossfit" })).calibrators.get("a")!;

      expect(byHoldout.ok && byHoldout.findings).toEqual(byFolds.ok && byFolds.findings);
      expect(byHoldout.ok && byHoldout.calibrator.validation.auc).toBe(
        byFolds.ok && byFolds.findings.holdoutAuc,
      );
    }),
  );

  it.effect("folds by the dates of the rows that could be measured", () =>
    Effect.gen(function* () {
      const dates = Array.from({ length: 24 }, (_, i) => `2020-01-${10 + Math.floor(i / 4)}`);
      const dated = (word: string) => ({ ...numbered(word), date: (row: number) => dates[row] ?? null });
      const { calibrators } = yield* calibrated(
        (question) => (question.prompt === "seen 2" ? failed : remembers(question)),
        { validation: "crossfit" },
        { isMemorized: dated("seen"), oosControl: dated("unseen") },
      );
      const calibration = calibrators.get("a")!;
      if (!calibration.ok) throw new Error(calibration.reason);
      const { separation, outOfFold } = calibration.findings;

      expect(separation).toMatchObject({ isGrouped: true, fewDates: false, members: 23, controls: 24 });
      expect([...outOfFold.rows.slice(0, 4)]).toEqual([0, 1, 3, 4]);
      const foldsByDate = new Map<string | null, Set<number>>();
      outOfFold.dates.forEach((date, row) => {
        foldsByDate.set(date, (foldsByDate.get(date) ?? new Set()).add(outOfFold.fold[row]!));
      });
      expect([...foldsByDate.values()].every((folds) => folds.size === 1)).toBe(true);
    }),
  );

  it.effect("says in one verdict what the corpora allow, and saves it", () =>
    Effect.gen(function* () {
      const blind = looked({ point: 0.5, lo: 0.4, hi: 0.6 });
      const { calibrators, saved } = yield* calibrated(remembers, {}, corpora, { blind });
      const failing = { ok: false, reason: "clean was found", controls: [] };
      const broken = yield* calibrated(remembers, {}, corpora, { blind, instrument: failing });

      expect(calibrators.get("a")!.verdict.verdict).toBe("underpowered");
      expect(saved.models[0].verdict).toEqual(calibrators.get("a")!.verdict);
      expect(broken.calibrators.get("a")!.verdict).toEqual({
        verdict: "instrument-failed",
        sentence: "The embedded control failed: clean was found",
      });
    }),
  );

  it.effect("saves what it fitted, so that it loads back to the bit", () =>
    Effect.gen(function* () {
      const { calibrators, saved } = yield* calibrated(remembers);
      const calibration = calibrators.get("b")!;

      expect(saved.models.map(({ model }: { model: string }) => model)).toEqual(["a", "b"]);
      expect(saved.models[1]).toMatchObject({ reason: null });
      expect(calibration.ok && calibration.calibrator).toEqual(saved.models[1].calibrator);
    }),
  );

  it.effect("asks nothing more of a model whose baseline is not calibrated, and says why", () =>
    Effect.gen(function* () {
      const { calibrators, asked, saved } = yield* calibrated((question) =>
        question.model === "b" && question.prompt !== "unseen 0" ? failed : remembers(question),
      );

      expect(calibrators.get("b")).toMatchObject({
        ok: false,
        reason: "1 valid control rows, 2 needed: 23 error (HTTP 500)",
      });
      expect(asked.filter((one) => one.startsWith("b: seen"))).toEqual([]);
      expect(saved.models[1]).toMatchObject({ calibrator: null, reason: expect.stringMatching(/^1 valid/) });
    }),
  );

  it.effect("has no calibrator for a model without usable members, and goes on with the others", () =>
    Effect.gen(function* () {
      const { calibrators } = yield* calibrated((question) =>
        question.model === "a" && question.prompt.startsWith("seen") ? failed : remembers(question),
      );
      const calibration = calibrators.get("a")!;

      expect(calibration.ok === false && calibration.reason).toMatch(/: 24 error \(HTTP 500\)$/);
      expect(calibrators.get("b")?.ok).toBe(true);
    }),
  );

  it.effect("fits every model alike, whatever other models there are", () =>
    Effect.gen(function* () {
      const both = yield* calibrated(remembers);
      const alone = yield* calibrated((question) => (question.model === "a" ? failed : remembers(question)));

      const told = (found: typeof both) => {
        const calibration = found.calibrators.get("b")!;
        return calibration.ok
          ? { ...calibration, members: [...calibration.members.values] }
          : calibration.reason;
      };
      expect(told(alone)).toEqual(told(both));
    }),
  );
});
