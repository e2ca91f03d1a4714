import { describe, expect, it } from "vitest";
import type {
  BlindLook,
  CiBound,
  Cutoff,
  EvalRecord,
  ModelBaseline,
  ModelCalibration,
  ModelEvalResult,
} from "../../plugins/contract/mod.ts";
import { type AnalysisInputs, analysis } from "../../stages/_analysis.ts";
import { controlBaseline, featureTable, random } from "../../stages/math/mod.ts";
import { FINDINGS, UNCHECKED } from "./_fakes.ts";

interface FakeRow {
  readonly date: string | null;
  /** Null where the answer could not be read. */
  readonly hit: boolean | null;
  readonly loss?: number;
  readonly p?: number;
}

function record({ date, hit, loss = 1, p = 0.5 }: FakeRow): EvalRecord {
  const features = { loss, min_k: -loss, min_k_pp: -loss, zlib_ratio: loss, ref_delta: null };
  const common = {
    model: "a",
    promptHash: "0".repeat(16),
    targetDirection: 1,
    date,
    tokens: 9,
    pInterval: null,
    marks: [],
  } as const;
  const measured = { featuresRaw: features, featuresStandardised: features, pMemorized: p };
  return hit === null
    ? { ...common, ...measured, parseOk: false, failReason: "parse_failure", excerpt: "?" }
    : {
        ...common,
        ...measured,
        parseOk: true,
        predictedDirection: hit ? 1 : -1,
        rawConfidence: 0.8,
        penalizedConfidence: 0.4,
      };
}

function result(model: string, rows: ReadonlyArray<FakeRow>): ModelEvalResult {
  const records = rows.map(record);
  return {
    model,
    rawAccuracy: null,
    memguardAccuracy: null,
    mcsAuc: null,
    parseSuccessRate: 1,
    parseFailures: 0,
    warnings: [],
    reason: null,
    records: { size: rows.length, [Symbol.iterator]: () => records[Symbol.iterator]() },
  };
}

const day = (year: number, i: number) => `${year}-01-${String(10 + i).padStart(2, "0")}`;
const year = (of: number, hit: (i: number) => boolean | null, more: Partial<FakeRow> = {}) =>
  Array.from({ length: 20 }, (_, i) => ({ date: day(of, i), hit: hit(i), ...more }));

const table = featureTable(
  Float64Array.from(
    { length: 50 * 5 },
    (_, i) => [1, -1, -1, 1, Number.NaN][i % 5]! + Math.floor(i / 5) / 100,
  ),
);
const BASELINE: ModelBaseline = {
  baseline: controlBaseline(table, 2),
  controls: table,
  rows: [],
  failures: "",
};
const CALIBRATION: ModelCalibration = {
  ok: true,
  calibrator: {
    fit: { features: ["loss"], coefficients: [1], intercept: 0 },
    withoutReference: null,
    validation: { kind: "holdout", share: 0.25, nTrain: 3, nHeldOut: 1, auc: 0.75 },
    minAuc: 0.6,
    isWeak: false,
  },
  judged: FINDINGS.outOfFold,
  members: table,
  findings: FINDINGS,
  verdict: { verdict: "underpowered", sentence: "" },
};

const looked = (auc: CiBound): BlindLook => ({
  found: {
    ok: true,
    value: {
      members: 50,
      controls: 50,
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
  looks: null,
});
const ALIKE = looked({ point: 0.5, lo: 0.4, hi: 0.6 });
const TYPED = looked({ point: 0.9, lo: 0.8, hi: 0.95 });

function analysed(
  rows: Readonly<Record<string, ReadonlyArray<FakeRow>>>,
  cutoffs: Readonly<Record<string, string>>,
  more: Partial<AnalysisInputs> = {},
  rowsAfter: string | null = null,
) {
  const results = Object.entries(rows).map(([model, own]) => result(model, own));
  const registry = Object.entries(cutoffs).map(([model, date]): [string, Cutoff] => [
    model,
    { date, source: null, precision: null },
  ]);
  const inputs = {
    results,
    baselines: new Map(results.map(({ model }) => [model, BASELINE])),
    calibrators: new Map(results.map(({ model }) => [model, CALIBRATION])),
    cutoffs: new Map(registry),
    blind: ALIKE,
    instrument: UNCHECKED,
    ...more,
  };
  const settings = { validation: "crossfit", permutations: 199, resamples: 50 } as const;
  return analysis(inputs, { settings, rowsAfter, seed: (label) => random(1, label) });
}

const RECALLER = [...year(2010, () => true), ...year(2020, (i) => i % 2 === 0)];
const GUESSER = [...year(2010, (i) => i % 2 === 0), ...year(2020, (i) => i % 2 === 1)];

describe("analysis()", () => {
  it("finds outcomes recalled where accuracy falls at the cutoff", () => {
    const { models } = analysed({ a: RECALLER }, { a: "2015-12-31" });
    const { outcomes } = models[0]!;

    expect(outcomes.gap.ok && outcomes.gap.value.point).toBe(0.5);
    expect(outcomes.before.ok && [outcomes.before.value.rows, outcomes.before.value.dates]).toEqual([20, 20]);
    expect(outcomes.recall).toBe("yes");
    expect(outcomes.difference).toEqual({ ok: false, reason: "no other model has an earlier cutoff" });
  });

  it("sets the gap beside that of the model with the earliest earlier cutoff, over rows new to it", () => {
    const rows = { a: RECALLER, b: GUESSER, c: RECALLER };
    const { models } = analysed(rows, { a: "2015-12-31", b: "2000-12-31", c: "2009-12-31" });
    const { difference } = models[0]!.outcomes;

    expect(difference.ok && [difference.value.against, difference.value.rows]).toEqual(["b", 40]);
    expect(difference.ok && difference.value.difference.point).toBe(0.5);
    expect(models[1]!.outcomes.difference.ok).toBe(false);
  });

  it("does not take for recall what a change of regime does to every model", () => {
    const easy = [...year(2010, (i) => i < 18), ...year(2020, (i) => i % 2 === 0)];
    const { models } = analysed({ a: easy, b: easy }, { a: "2015-12-31", b: "2000-12-31" });
    const { outcomes } = models[0]!;

    expect(outcomes.gap.ok && outcomes.gap.value.lo).toBeGreaterThan(0);
    expect(outcomes.difference.ok && outcomes.difference.value.difference.point).toBe(0);
    expect(outcomes.recall).toBe("unknown");
  });

  it("leaves rows out that could not be read, and rows that nobody can date", () => {
    const rows = [...RECALLER, ...year(2010, () => null), { date: null, hit: false }];
    const { models } = analysed({ a: rows }, { a: "2015-12-31" });
    const { before, after } = models[0]!.outcomes;

    expect([before.ok && before.value.rows, after.ok && after.value.rows]).toEqual([20, 20]);
  });

  it("believes a header that says all rows come after the cutoff", () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({ date: null, hit: i % 3 === 0, p: 0.25 }));
    const { models } = analysed({ a: rows }, { a: "2015-12-31" }, {}, "2016-01-01");
    const { outcomes, pAfter } = models[0]!;

    expect(outcomes.after.ok && outcomes.after.value.rows).toBe(12);
    expect(outcomes.before.ok).toBe(false);
    expect(pAfter).toEqual({ ok: true, value: { rows: 12, mean: 0.25 } });
  });

  it("measures each feature's shift at the cutoff in pooled deviations", () => {
    const rows = [
      ...year(2010, () => true).map((row, i) => ({ ...row, loss: 1 + (i % 2) })),
      ...year(2020, () => true).map((row, i) => ({ ...row, loss: 3 + (i % 2) })),
    ];
    const { models } = analysed({ a: rows }, { a: "2015-12-31" });
    const [loss, minK] = models[0]!.effects;
    const reference = models[0]!.effects.at(-1)!;

    expect(loss!.d.ok && loss!.d.value.point).toBeCloseTo(-2 / Math.sqrt(10 / 38), 12);
    expect(minK!.d.ok && minK!.d.value.point).toBeCloseTo(2 / Math.sqrt(10 / 38), 12);
    expect(reference).toEqual({
      feature: "ref_delta",
      d: { ok: false, reason: "0 rows with it before the cutoff and 0 after" },
    });
  });

  it("warns of evaluation rows unlike those that were calibrated on", () => {
    const far = RECALLER.map((row) => ({ ...row, loss: 99 }));
    const { models } = analysed({ a: RECALLER, b: far }, { a: "2015-12-31", b: "2015-12-31" });

    expect(models.map(({ warnings }) => warnings)).toEqual([[], ["calibration-transfer"]]);
  });

  it("warns of corpora that give themselves away, and where memory and looks cannot be told apart", () => {
    const overlap = (lo: number, ess: number) => ({
      ok: true as const,
      value: {
        auc: { point: 0.7, lo, hi: 0.9 },
        essMembers: ess,
        essControls: ess,
        resamples: 200,
      },
    });
    const detected = { ...FINDINGS.separation, auc: { point: 0.99, lo: 0.98, hi: 1 } };
    const warned = (findings: Partial<typeof FINDINGS>, blind: BlindLook = TYPED) => {
      const calibration = { ...CALIBRATION, findings: { ...FINDINGS, ...findings } };
      const calibrators = new Map([["a", calibration]]);
      return analysed({ a: RECALLER }, { a: "2015-12-31" }, { blind, calibrators }).models[0]!.warnings;
    };

    expect(warned({ overlap: overlap(0.6, 40) })).toEqual(["confounded-corpus"]);
    expect(warned({ overlap: overlap(0.6, 40), separation: detected })).toEqual([]);
    expect(warned({ overlap: overlap(0.4, 40), separation: detected })).toEqual(["confounded-corpus"]);
    expect(warned({ overlap: overlap(0.6, 3), separation: detected })).toEqual(["not-identifiable"]);
    expect(warned({}, { found: { ok: false, reason: "off" }, looks: null })).toEqual(["not-identifiable"]);
    expect(warned({ separation: { ...FINDINGS.separation, fewDates: true } }, ALIKE)).toEqual(["few-dates"]);
  });

  it("gives reasons and no numbers for a model that could not be calibrated", () => {
    const reason = "3 valid control rows, 50 needed";
    const calibrators = new Map<string, ModelCalibration>([
      ["a", { ok: false, reason, verdict: { verdict: "underpowered", sentence: reason } }],
    ]);
    const { models } = analysed({ a: [] }, { a: "2015-12-31" }, { calibrators });
    const [found] = models;

    for (const part of ["separation", "overlap", "calibration", "holdoutAuc", "transfer"] as const) {
      expect([part, found?.[part]]).toEqual([part, { ok: false, reason }]);
    }
    expect(found?.verdict).toEqual({ verdict: "underpowered", sentence: reason });
    expect(found?.outcomes.recall).toBe("unknown");
    expect(found?.warnings).toEqual([]);
  });

  it("says nothing around a cutoff that is not known", () => {
    const { outcomes, pAfter, effects } = analysed({ a: RECALLER }, {}).models[0]!;
    const unknown = { ok: false, reason: "the model's cutoff is not known" };

    expect([outcomes.gap, outcomes.difference, pAfter]).toEqual([unknown, unknown, unknown]);
    expect(effects.map(({ d }) => d)).toEqual(effects.map(() => unknown));
  });

  it("says instrument-failed in place of a number where the instrument fails", () => {
    const instrument = { ok: false, reason: "clean was found", controls: [] };
    const { models } = analysed({ a: RECALLER }, { a: "2015-12-31" }, { instrument });

    expect(models[0]!.verdict.verdict).toBe("instrument-failed");
  });
});
