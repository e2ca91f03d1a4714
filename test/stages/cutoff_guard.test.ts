import { it } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { describe, expect } from "vitest";
import { type Cutoff, type EvaluationSet, Inputs } from "../../plugins/contract/mod.ts";
import { cutoffGuard } from "../../stages/mod.ts";
import { evalSetOf, fakeProgress, STUDY } from "./_fakes.ts";

const registry = (dates: Readonly<Record<string, string>>): ReadonlyMap<string, Cutoff> =>
  new Map(Object.entries(dates).map(([model, date]) => [model, { date, source: null, precision: null }]));
const KNOWN = registry({ a: "2023-12-31", b: "2024-03-15" });
const DATED = evalSetOf(["1", "2", "3", "4"], { dates: ["2023-12-31", "2024-01-01", null, "2024-03-16"] });

const datedOf = (dates: ReadonlyArray<string | null>) => evalSetOf(dates.map(String), { dates });
const LATE = datedOf(Array(10).fill("2024-03-16"));
const corporaOf = (memorised: ReadonlyArray<string | null>, control: ReadonlyArray<string | null> = []) => ({
  isMemorized: datedOf(memorised),
  oosControl: datedOf(control),
});

const inputs = Layer.succeed(Inputs, {
  open: () => Effect.dieMessage("nothing is read"),
  yaml: () => Effect.dieMessage("nothing is read"),
  placeOf: (name) => `studies/${name}`,
});

const guard = (
  evalSet: EvaluationSet,
  cutoffs = KNOWN,
  rows: "count" | "forbid" = "count",
  corpora = corporaOf(["2020-01-01", null]),
) => {
  const progress = fakeProgress();
  const cleared = Effect.provide(
    cutoffGuard.run({ study: STUDY, evalSet, corpora, cutoffs }, { rows }),
    Layer.merge(progress.layer, inputs),
  );
  return Effect.map(cleared, ({ clearance }) => ({ clearance, warnings: progress.warnings }));
};
const violation = (...given: Parameters<typeof guard>) =>
  Effect.map(Effect.flip(guard(...given)), (error) => [error._tag, ...error.message.split("\n")]);

describe("cutoff_guard", () => {
  it.effect("counts the rows on or before each model's cutoff, after it, and without a date", () =>
    Effect.gen(function* () {
      const { clearance } = yield* guard(DATED);

      expect(clearance).toEqual({
        models: [
          { model: "a", cutoff: "2023-12-31", before: 1, after: 2, undated: 1 },
          { model: "b", cutoff: "2024-03-15", before: 2, after: 1, undated: 1 },
        ],
        verifiable: true,
      });
    }),
  );

  it.effect("warns of models that have hardly a row after their cutoff, in one sentence", () =>
    Effect.gen(function* () {
      const days = (size: number, date: string | null) => Array<string | null>(size).fill(date);
      const told = (dates: ReadonlyArray<string | null>, header: string | null = null) =>
        Effect.map(guard({ ...datedOf(dates), cutoffDate: header }), ({ warnings }) => warnings);

      expect(yield* told([...days(30, "2024-03-15"), ...days(3, "2024-03-16")])).toEqual([
        'Of the 33 rows of "studies/eval.jsonl" hardly any lies after the training cutoff, where alone skill can show: 3 for "b" (2024-03-15); add rows with a later "metadata.date"',
      ]);
      expect(yield* told([...days(30, "2023-12-31"), ...days(7, null)])).toEqual([
        'Of the 37 rows of "studies/eval.jsonl" hardly any lies after the training cutoff, where alone skill can show: 0 for "a" (2023-12-31), 0 for "b" (2024-03-15); add rows with a later "metadata.date"; rows without a date count for none, 7 here',
      ]);
      expect(yield* told(days(10, "2024-03-16"))).toEqual([]);
      expect(yield* told(days(10, null), "2024-03-31")).toEqual([]);
    }),
  );

  it.effect("warns where the corpora are swapped", () =>
    Effect.gen(function* () {
      const told = (memorised: ReadonlyArray<string | null>, control: ReadonlyArray<string | null>) =>
        Effect.map(guard(LATE, KNOWN, "count", corporaOf(memorised, control)), ({ warnings }) => warnings);
      const early = ["2021-01-01", "2022-01-01"];
      const late = ["2024-01-01", "2024-02-01", null];

      expect(yield* told(late, early)).toEqual([
        expect.stringMatching(
          /^2 of 2 dated rows of the memorised corpus "studies\/seen\.jsonl" lie after the cutoff of "a" \(2023-12-31\), and most of the control corpus before it; are the two swapped\?$/,
        ),
      ]);
      expect(yield* told(early, late)).toEqual([]);
      expect(yield* told(late, late)).toEqual([]);
      expect(yield* told([null], [null])).toEqual([]);
    }),
  );

  it.effect("refuses models that the registry does not know, all at once", () =>
    Effect.gen(function* () {
      expect(yield* violation(DATED, registry({}))).toEqual([
        "CutoffViolation",
        'Model "a" is not in the cutoff registry "studies/cutoffs.yaml"; add its training cutoff there',
        'Model "b" is not in the cutoff registry "studies/cutoffs.yaml"; add its training cutoff there',
      ]);
    }),
  );

  it.effect("names the model of the registry that was probably meant", () =>
    Effect.gen(function* () {
      const cutoffs = registry({ "lab/mock-8b-instruct": "2023-12-31", "lab/other": "2023-12-31" });
      const study = { ...STUDY, models: ["lab/mock-8b-instuct"] };
      const run = cutoffGuard.run(
        { study, evalSet: DATED, corpora: corporaOf([]), cutoffs },
        { rows: "count" },
      );
      const layer = Layer.merge(fakeProgress().layer, inputs);

      expect((yield* Effect.flip(Effect.provide(run, layer))).message).toBe(
        'Model "lab/mock-8b-instuct" is not in the cutoff registry "studies/cutoffs.yaml"; did you mean "lab/mock-8b-instruct"?',
      );
    }),
  );

  it.effect("refuses a model that was trained past the header date", () =>
    Effect.gen(function* () {
      const evalSet = { ...DATED, cutoffDate: "2024-03-14" };

      expect(yield* violation(evalSet)).toEqual([
        "CutoffViolation",
        `Model "b" was trained through 2024-03-15, after the eval set's cutoff date 2024-03-14`,
      ]);
    }),
  );

  it.effect("lets a model pass whose cutoff is the header date", () =>
    Effect.gen(function* () {
      const { clearance } = yield* guard({ ...DATED, cutoffDate: "2024-03-15" });

      expect(clearance.models).toHaveLength(2);
    }),
  );

  it.effect("refuses rows on or before a cutoff where they are forbidden", () =>
    Effect.gen(function* () {
      expect(yield* violation(DATED, KNOWN, "forbid")).toEqual([
        "CutoffViolation",
        '1 row of "studies/eval.jsonl" is dated on or before the cutoff of "a" (2023-12-31)',
        '2 rows of "studies/eval.jsonl" are dated on or before the cutoff of "b" (2024-03-15)',
      ]);
    }),
  );

  it.effect("lets later rows pass where earlier ones are forbidden", () =>
    Effect.gen(function* () {
      const evalSet = evalSetOf(["1", "2"], { dates: ["2024-03-16", "2025-01-01"] });

      expect((yield* guard(evalSet, KNOWN, "forbid")).clearance.models.map(({ before }) => before)).toEqual([
        0, 0,
      ]);
    }),
  );

  it.effect("warns where there is neither a header nor a date", () =>
    Effect.gen(function* () {
      const { clearance, warnings } = yield* guard(evalSetOf(["1", "2"]));

      expect(clearance.verifiable).toBe(false);
      expect(warnings).toEqual([
        '"studies/eval.jsonl" has neither a header date nor row dates: the cutoffs cannot be verified, and no row counts as after one, where alone skill can show; give rows their "metadata.date"',
      ]);
    }),
  );

  it.effect("is content with a header where rows have no dates", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 10 }, (_, i) => String(i));
      const { clearance, warnings } = yield* guard(evalSetOf(rows, { cutoffDate: "2024-12-31" }));

      expect([clearance.verifiable, warnings]).toEqual([true, []]);
    }),
  );
});
