import { describe, expect, it } from "vitest";
import type { ModelCalibration } from "../../plugins/contract/mod.ts";
import type { JudgedRows } from "../../stages/_judged_rows.ts";
import { outcomes } from "../../stages/_outcomes.ts";
import { prevalenceFindings } from "../../stages/_prevalence.ts";
import { featureTable, normalQuantile, random } from "../../stages/math/mod.ts";

const CUTOFF = "2020-06-30";
const DIVIDE = { cutoff: CUTOFF, rowsAfter: null };

/** 300 rows on as many days, half of them before the cutoff; the model is right at two rates. */
function rowsOf(before: number, after: number, up: readonly [number, number] = [0.5, 0.5]): JudgedRows {
  const draw = random(0, "prevalence/rows");
  const size = 300;
  const isBefore = (row: number) => row < size / 2;
  return {
    size,
    hits: Int8Array.from({ length: size }, (_, row) => Number(draw() < (isBefore(row) ? before : after))),
    targets: Int8Array.from({ length: size }, (_, row) => (draw() < up[isBefore(row) ? 0 : 1] ? 1 : -1)),
    confidence: new Float64Array(size).fill(0.6),
    p: new Float64Array(size).fill(0.5),
    features: featureTable(new Float64Array(5 * size)),
    dates: Array.from({ length: size }, (_, row) =>
      new Date(Date.UTC(isBefore(row) ? 2019 : 2021, 0, 1 + row)).toISOString().slice(0, 10),
    ),
  };
}

/** Out-of-fold probabilities of 200 rows a class, a share of the members far above the controls. */
function calibrationOf(planted: number): ModelCalibration {
  const draw = random(0, "prevalence/calibration");
  const labels = Uint8Array.from({ length: 400 }, (_, row) => Number(row < 200));
  const scores = Float64Array.from(labels, (label) => {
    const at = normalQuantile(draw() / 1.001 + 0.0005) + (label === 1 && draw() < planted ? 5 : 0);
    return 1 / (1 + Math.exp(-at + 2));
  });
  const fold = Uint8Array.from(labels, (_, row) => row % 5);
  const rows = Uint32Array.from(labels, (_, row) => row % 200);
  const outOfFold = { scores, labels, fold, rows, dates: Array.from(labels, () => null) };
  const unknown = { ok: false, reason: "not needed" } as const;
  return {
    ok: true,
    judged: { scores, labels },
    members: featureTable(new Float64Array(0)),
    calibrator: {
      fit: { features: [], coefficients: [], intercept: 0 },
      withoutReference: null,
      validation: { kind: "holdout", share: 0.25, nTrain: 300, nHeldOut: 100, auc: null },
      minAuc: 0.6,
      isWeak: false,
    },
    findings: {
      separation: {
        members: 200,
        controls: 200,
        features: [],
        folds: 5,
        isGrouped: false,
        fewDates: false,
        auc: { point: 0.75, lo: 0.7, hi: 0.8 },
        method: "logit-delong",
        se: 0.02,
        p: 0.005,
        permutations: 199,
        inflation: 1,
        minDetectable: 0.6,
      },
      outOfFold,
      overlap: unknown,
      holdoutAuc: null,
    },
    verdict: { verdict: "detected", sentence: "" },
  };
}

function found(rows: JudgedRows, planted = 0.5, verdict = "detected") {
  const own = outcomes({ model: "m", rows, cutoff: CUTOFF }, { rowsAfter: null, models: [] });
  const calibration = calibrationOf(planted);
  return prevalenceFindings({
    rows,
    divide: DIVIDE,
    outcomes: own,
    verdict: { verdict, sentence: "" },
    calibration,
  });
}

describe("prevalenceFindings()", () => {
  it("finds the planted share from the scores, with a bound below it", () => {
    const { scores } = found(rowsOf(0.5, 0.5));
    expect(scores.ok && Math.abs(scores.value.piHat - 0.5) < 0.1).toBe(true);
    expect(scores.ok && scores.value.piLo < scores.value.piHat && scores.value.piLo > 0.35).toBe(true);
  });

  it("finds it from the outcomes where memory shows there alone, and takes the larger", () => {
    const { outcomes: fromOutcomes, correction } = found(rowsOf(0.95, 0.5), 0);
    expect(fromOutcomes.ok && fromOutcomes.value > 0.75).toBe(true);
    expect(correction.ok && correction.value.point.pi).toBe(fromOutcomes.ok && fromOutcomes.value);
    expect(correction.ok && correction.value.lo.pi < 0.1).toBe(true);
  });

  it("reads nothing from outcomes whose directions changed with the cutoff", () => {
    expect(found(rowsOf(0.95, 0.5, [0.8, 0.3])).outcomes).toEqual({
      ok: false,
      reason: "the periods differ in more than the cutoff",
    });
  });

  it("reads nothing from a gap whose interval includes 0", () => {
    expect(found(rowsOf(0.55, 0.5)).outcomes).toEqual({ ok: false, reason: "the gap's interval includes 0" });
  });

  it("reads nothing from a gap that a model with an earlier cutoff shows as well", () => {
    const rows = rowsOf(0.95, 0.5);
    const models = [{ model: "older", rows, cutoff: "2018-01-01" }];
    const own = outcomes({ model: "m", rows, cutoff: CUTOFF }, { rowsAfter: null, models });
    const inputs = {
      rows,
      divide: DIVIDE,
      outcomes: own,
      verdict: { verdict: "detected", sentence: "" },
      calibration: calibrationOf(0),
    };
    expect(own.recall).toBe("unknown");
    expect(prevalenceFindings(inputs).outcomes).toEqual({ ok: false, reason: own.sentence });
  });

  it.each(["confounded", "not-identifiable", "instrument-failed"])(
    "gives no correction where the verdict is %s",
    (verdict) => {
      const { correction } = found(rowsOf(0.95, 0.5), 0.5, verdict);
      expect(correction).toEqual({ ok: false, reason: `the verdict is ${verdict}` });
    },
  );

  it("gives no correction where neither prevalence can be had", () => {
    const rows = rowsOf(0.5, 0.5);
    const own = outcomes({ model: "m", rows, cutoff: null }, { rowsAfter: null, models: [] });
    const calibration = { ok: false, reason: "it was not calibrated" } as const;
    const verdict = { verdict: "underpowered", sentence: "" };
    const none = prevalenceFindings({ rows, divide: null, outcomes: own, verdict, calibration });
    expect(none).toEqual({
      scores: calibration,
      outcomes: { ok: false, reason: "the model's cutoff is not known" },
      correction: { ok: false, reason: "no prevalence can be had" },
    });
  });
});
