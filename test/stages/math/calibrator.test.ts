import { describe, expect, it } from "vitest";
import {
  auc,
  type Calibration,
  type CalibrationOptions,
  controlBaseline,
  type Features,
  type FeatureTable,
  featureTable,
  fitCalibrator,
  memorisedProbability,
  random,
  standardise,
} from "../../../stages/math/mod.ts";

/** Rows of noise; members lie `shift` lower in loss, and every `gap`-th row lacks `ref_delta`. */
function corpus(label: string, n: number, shift: number, gap = 0): FeatureTable {
  const next = random(0, label);
  const values = Float64Array.from({ length: n * 5 }, (_, i) => {
    const value = next() + next() + next();
    if (i % 5 === 4 && gap > 0 && Math.floor(i / 5) % gap === 0) return Number.NaN;
    return i % 5 === 0 ? value - shift : value;
  });
  return featureTable(values);
}

function withoutReference(table: FeatureTable): FeatureTable {
  return featureTable(table.values.map((value, i) => (i % 5 === 4 ? Number.NaN : value)));
}

const controls = corpus("controls", 60, 0);
const baseline = controlBaseline(controls);

function calibrate(
  members: FeatureTable,
  more: Partial<CalibrationOptions & { controls: FeatureTable }> = {},
) {
  const options = { baseline, random: random(0, "calibrate"), ...more };
  return fitCalibrator({ members, controls: more.controls ?? controls }, options);
}

function ok(calibration: Calibration) {
  if (!calibration.ok) throw new Error(calibration.reason);
  return calibration;
}

describe("fitCalibrator()", () => {
  it("tells shifted members from controls and reports the held-out area", () => {
    const { calibrator, judged } = ok(calibrate(corpus("members", 40, 2)));
    expect(calibrator.validation).toEqual({
      kind: "holdout",
      share: 0.25,
      nTrain: 75,
      nHeldOut: 25,
      auc: auc(judged.scores, judged.labels),
    });
    expect(calibrator.validation.auc).toBeGreaterThan(0.9);
    expect(calibrator.isWeak).toBe(false);
    expect(Array.from(judged.labels)).toEqual([...new Array(10).fill(1), ...new Array(15).fill(0)]);
    expect(calibrator.fit.coefficients[0]).toBeLessThan(-1);
  });

  it("returns the same calibrator for the same seed and another for another", () => {
    const members = corpus("members", 40, 0.5);
    expect(calibrate(members)).toEqual(calibrate(members));
    expect(calibrate(members, { random: random(1, "calibrate") })).not.toEqual(calibrate(members));
  });

  it("is weak exactly below the least area", () => {
    const members = corpus("members", 40, 0.7);
    const area = ok(calibrate(members)).calibrator.validation.auc!;
    expect(ok(calibrate(members, { minAuc: area })).calibrator.isWeak).toBe(false);
    expect(ok(calibrate(members, { minAuc: area + 1e-9 })).calibrator.isWeak).toBe(true);
  });

  it("saves and loads bit for bit", () => {
    const { calibrator } = ok(calibrate(corpus("members", 40, 1)));
    expect(JSON.parse(JSON.stringify(calibrator))).toStrictEqual(calibrator);
  });

  it("fits without a reference where the baseline has none", () => {
    const bare = withoutReference(controls);
    const { calibrator } = ok(
      calibrate(corpus("members", 40, 1), { controls: bare, baseline: controlBaseline(bare) }),
    );
    expect(calibrator.fit.features).toEqual(["loss", "min_k", "min_k_pp", "zlib_ratio"]);
    expect(calibrator.withoutReference).toBeNull();
  });

  it("keeps rows without ref_delta out of the fit that needs it", () => {
    const members = corpus("members", 40, 1, 4);
    const complete = featureTable(members.values.filter((_, i) => Math.floor(i / 5) % 4 !== 0));
    const [mixed, clean] = [ok(calibrate(members)).calibrator, ok(calibrate(complete)).calibrator];
    expect(mixed.fit).toEqual(clean.fit);
    expect(mixed.validation).toEqual(clean.validation);
    expect(mixed.withoutReference).not.toEqual(clean.withoutReference);
  });

  it("does without the reference where a class has fewer than two rows with it", () => {
    const { calibrator } = ok(calibrate(withoutReference(corpus("members", 40, 1))));
    expect(calibrator.fit.features).not.toContain("ref_delta");
    expect(calibrator.withoutReference).toBeNull();
  });

  it("shows no held-out row to either fit", () => {
    const members = corpus("members", 40, 1, 4);
    const first = ok(calibrate(members)).calibrator;
    const spoiled = members.values.slice();
    const heldOut = heldOutMember(members);
    for (let j = 0; j < 4; j++) spoiled[heldOut * 5 + j] = 50;
    const second = ok(calibrate(featureTable(spoiled))).calibrator;
    expect(second.fit).toEqual(first.fit);
    expect(second.withoutReference).toEqual(first.withoutReference);
    expect(second.validation.auc).not.toBe(first.validation.auc);
  });

  it("gives the reason where there is too little to calibrate on", () => {
    const few = corpus("few", 49, 0);
    expect(calibrate(corpus("members", 40, 1), { baseline: controlBaseline(few) })).toEqual({
      ok: false,
      reason: "Too few valid control rows for a baseline: 49 of 50",
    });
    expect(calibrate(corpus("members", 1, 1))).toEqual({
      ok: false,
      reason: "Too few valid memorised rows to calibrate on: 1 of 2",
    });
    expect(
      calibrate(corpus("members", 9, 1), { controls: featureTable(new Float64Array(5).fill(Number.NaN)) }),
    ).toEqual({ ok: false, reason: "Too few valid control rows to calibrate on: 0 of 2" });
    expect(calibrate(corpus("members", 2, 1)).ok).toBe(true);
  });
});

/** A row of `members` with `ref_delta` whose change the deployed fit does not see. */
function heldOutMember(members: FeatureTable): number {
  const fit = ok(calibrate(members)).calibrator.fit;
  for (let row = 1; row < members.size; row++) {
    if (members.row(row).ref_delta === null) continue;
    const changed = members.values.slice();
    changed[row * 5] = 50;
    const again = ok(calibrate(featureTable(changed))).calibrator.fit;
    if (again.coefficients.every((value, j) => value === fit.coefficients[j])) return row;
  }
  throw new Error("no held-out row");
}

describe("memorisedProbability()", () => {
  const { calibrator } = ok(calibrate(corpus("members", 40, 2)));
  const row = (loss: number | null, ref_delta: number | null): Features =>
    standardise({ loss, min_k: 1.5, min_k_pp: 1.5, zlib_ratio: 1.5, ref_delta }, baseline);

  it("is high for members and low for controls", () => {
    expect(memorisedProbability(calibrator, row(-1, 1.5))!.p).toBeGreaterThan(0.8);
    expect(memorisedProbability(calibrator, row(2.5, 1.5))!.p).toBeLessThan(0.2);
  });

  it("marks the rows served without the reference", () => {
    const [full, bare] = [row(-1, 1.5), row(-1, null)];
    expect(memorisedProbability(calibrator, full)!.withoutReference).toBe(false);
    expect(memorisedProbability(calibrator, bare)!.withoutReference).toBe(true);
    const { withoutReference: second } = calibrator;
    expect(memorisedProbability(calibrator, bare)!.p).toBe(
      memorisedProbability({ ...calibrator, fit: second! }, full)!.p,
    );
  });

  it("is null for a row that lacks another feature", () => {
    expect(memorisedProbability(calibrator, row(null, 1.5))).toBeNull();
  });

  it("is null for a row without the reference where no fit does without", () => {
    expect(memorisedProbability({ ...calibrator, withoutReference: null }, row(1, null))).toBeNull();
  });
});
