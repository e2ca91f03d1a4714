import { describe, expect, it } from "vitest";
import type { ModelAnalysis, RunAnalysis } from "../../../plugins/contract/mod.ts";
import { catalogue } from "../../../plugins/mod.ts";
import statisticsByDefault, {
  statistics,
  writeAnalysisJson,
  writeStatisticsCsv,
} from "../../../plugins/report/statistics.ts";

const none = (reason: string) => ({ ok: false, reason }) as const;
const known = <A>(value: A) => ({ ok: true, value }) as const;
const bound = { point: 0.75, lo: 0.5, hi: 0.875 };

const UNKNOWN: ModelAnalysis = {
  model: "lab/unasked",
  outcomes: {
    cutoff: "2023-06-30",
    before: none("0 dates with a readable row before the cutoff"),
    after: none("0 dates with a readable row after the cutoff"),
    gap: none("0 dates with a readable row before the cutoff"),
    difference: none("no other model has an earlier cutoff"),
    recall: "unknown",
    sentence: "There are no judged rows on both sides of the cutoff",
  },
  verdict: { verdict: "underpowered", sentence: "3 valid control rows, 50 needed" },
  separation: none("3 valid control rows, 50 needed"),
  overlap: none("3 valid control rows, 50 needed"),
  calibration: none("3 valid control rows, 50 needed"),
  distributions: none("3 valid control rows, 50 needed"),
  holdoutAuc: none("3 valid control rows, 50 needed"),
  transfer: none("3 valid control rows, 50 needed"),
  pAfter: none("no measured row is known to come after the cutoff"),
  effects: [{ feature: "loss", d: none("0 rows with it before the cutoff and 0 after") }],
  decisions: {
    rows: 0,
    clean: none("no rows"),
    cleanShare: null,
    nEff: 0,
    byConfidence: null,
    byPenalizedConfidence: null,
    byP: [],
  },
  prevalence: { scores: none("no rows"), outcomes: none("no rows"), correction: none("no rows") },
  warnings: [],
};

const FOUND: ModelAnalysis = {
  ...UNKNOWN,
  model: "=cmd",
  outcomes: {
    ...UNKNOWN.outcomes,
    gap: known({ point: 0.5, lo: 0.25, hi: 0.75 }),
    difference: known({ against: "lab/unasked", rows: 40, difference: bound }),
    recall: "yes",
  },
  verdict: { verdict: "detected", sentence: 'It says "yes", twice' },
  separation: known({
    members: 100,
    controls: 90,
    features: ["loss"],
    folds: 5,
    isGrouped: true,
    fewDates: false,
    auc: bound,
    method: "logit-delong",
    se: 0.125,
    p: 0.005,
    permutations: 199,
    inflation: 1.5,
    minDetectable: null,
  }),
  holdoutAuc: known(0.9375),
  effects: [{ feature: "loss", d: known({ point: -1.5, lo: -2, hi: -1 }) }],
  warnings: ["few-dates", "calibration-transfer"],
};

const analysisOf = (models: ReadonlyArray<ModelAnalysis>): RunAnalysis => ({
  settings: { validation: "crossfit", permutations: 199, resamples: 1000 },
  instrument: { ok: true, reason: null, controls: [] },
  blind: none("the blind look is switched off"),
  models,
});

/** Rows of cells by column, as RFC 4180 reads them. */
function readCsv(text: string): ReadonlyArray<Readonly<Record<string, string>>> {
  const rows: Array<Array<string>> = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare!);
    if (end === "\n") rows.push([]);
  }
  const [columns = [], ...cells] = rows.filter((row) => row.length > 1);
  return cells.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? "absent"])));
}

describe("statistics", () => {
  it("statistics is in the catalogue, as default and by name", async () => {
    expect((await catalogue.report["statistics"]!()).default).toBe(statistics);
    expect(statisticsByDefault).toBe(statistics);
  });
});

describe("writeStatisticsCsv()", () => {
  it("writes a row a model, six decimals, empty where nothing is defined", () => {
    const [found, unknown] = readCsv(writeStatisticsCsv(analysisOf([FOUND, UNKNOWN])));

    expect(found).toMatchObject({
      model: "'=cmd",
      outcome_recall: "yes",
      verdict: "detected",
      verdict_sentence: 'It says "yes", twice',
      auc_point: "0.750000",
      auc_lo: "0.500000",
      auc_hi: "0.875000",
      permutation_p: "0.005000",
      min_detectable_auc: "",
      members: "100",
      holdout_auc: "0.937500",
      blind_auc_point: "",
      gap_point: "0.500000",
      gap_against: "lab/unasked",
      gap_difference_lo: "0.500000",
      d_loss_point: "-1.500000",
      warnings: "few-dates;calibration-transfer",
    });
    expect(unknown).toMatchObject({ model: "lab/unasked", verdict: "underpowered", auc_point: "" });
    expect(unknown).toMatchObject({ outcome_recall: "unknown", gap_point: "", warnings: "" });
  });

  it("has the same columns whatever is known, and without a model", () => {
    const head = (models: ReadonlyArray<ModelAnalysis>) =>
      writeStatisticsCsv(analysisOf(models)).split("\n")[0];

    expect(head([FOUND])).toBe(head([]));
    expect(head([UNKNOWN])).toBe(head([]));
    expect(head([])).toMatch(/^model,outcome_recall,verdict,/);
  });
});

describe("writeAnalysisJson()", () => {
  const read = (models: ReadonlyArray<ModelAnalysis>) => JSON.parse(writeAnalysisJson(analysisOf(models)));

  it("says how everything was made", () => {
    const { version, settings, methods, instrument, blind } = read([]);

    expect(version).toBe(1);
    expect(settings).toMatchObject({ validation: "crossfit", permutations: 199, resamples: 1000 });
    expect(settings.verdict_limits).toEqual({
      min_detectable_auc: 0.7,
      effective_rows: 20,
      p: 0.05,
      bounded_auc: 0.6,
    });
    expect(Object.keys(methods)).toEqual(expect.arrayContaining(["separation", "blind", "outcomes"]));
    expect(instrument).toEqual({ ok: true, reason: null, controls: [] });
    expect(blind).toEqual({ reason: "the blind look is switched off" });
  });

  it("holds numbers to the last digit", () => {
    const [model] = read([FOUND]).models;

    expect(model.separation).toMatchObject({ auc: bound, p: 0.005, grouped_by_date: true, reason: null });
    expect(model.outcomes.difference).toEqual({
      against: "lab/unasked",
      rows: 40,
      difference: bound,
      reason: null,
    });
    expect(model.effects).toEqual([{ feature: "loss", d: { point: -1.5, lo: -2, hi: -1 } }]);
  });

  it("names a reason wherever a number is missing", () => {
    const [model] = read([UNKNOWN]).models;
    const reason = "3 valid control rows, 50 needed";

    expect(model).toMatchObject({
      separation: { reason },
      calibration: { reason },
      holdout_auc: null,
      holdout_auc_reason: reason,
    });
    expect(model.outcomes).toMatchObject({
      gap: null,
      gap_reason: "0 dates with a readable row before the cutoff",
    });
    expect(model.effects[0]).toMatchObject({
      d: null,
      d_reason: "0 rows with it before the cutoff and 0 after",
    });
  });
});
