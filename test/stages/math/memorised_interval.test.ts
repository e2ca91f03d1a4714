import { describe, expect, it } from "vitest";
import {
  type CalibratorFit,
  type ControlBaseline,
  featureTable,
  fitLogistic,
  memorisedInterval,
  memorisedProbability,
  normalQuantile,
  type Random,
  random,
  refitCalibrator,
} from "../../../stages/math/mod.ts";

const UNIT: ControlBaseline = {
  mean: { loss: 0, min_k: 0, min_k_pp: 0, zlib_ratio: 0, ref_delta: null },
  std: { loss: 1, min_k: 1, min_k_pp: 1, zlib_ratio: 1, ref_delta: null },
  nValid: 100,
  minValid: 50,
  isCalibrated: true,
};
const SHIFT = [0.8, -0.5, 0.3, 0];

/** Normal features in control deviations; members are shifted. */
function values(draw: Random, rows: number, isMember: boolean): Float64Array {
  const normal = () => normalQuantile(Math.min(1 - 2 ** -33, draw() + 2 ** -33));
  return Float64Array.from({ length: rows * 5 }, (_, i) =>
    i % 5 === 4 ? Number.NaN : normal() + (isMember ? SHIFT[i % 5]! : 0),
  );
}

/** Without the column of `ref_delta`. */
function dense(table: Float64Array): Float64Array {
  return table.filter((_, i) => i % 5 !== 4);
}

function fitOf(draw: Random, rows: number) {
  const members = featureTable(values(draw, rows, true));
  const controls = featureTable(values(draw, rows, false));
  const refit = refitCalibrator({ members, controls }, UNIT);
  if (!refit.ok) throw new Error(refit.reason);
  return calibratorOf(refit.fit);
}

function calibratorOf(fit: CalibratorFit) {
  const validation = { kind: "holdout", share: 0.25, nTrain: 75, nHeldOut: 25, auc: 0.7 } as const;
  return { fit, withoutReference: null, validation, minAuc: 0.6, isWeak: false };
}

const ROWS = [
  { loss: 0, min_k: 0, min_k_pp: 0, zlib_ratio: 0, ref_delta: null },
  { loss: 1.5, min_k: -1, min_k_pp: 1, zlib_ratio: 0.5, ref_delta: null },
  { loss: -1, min_k: 1, min_k_pp: -1, zlib_ratio: -1, ref_delta: null },
];

describe("memorisedInterval()", () => {
  it("holds the p that endless rows under the same penalty would give in about 95 % of samples", () => {
    const n = 100;
    const many = 20_000;
    const draw = random(0, "interval/truth");
    const x = new Float64Array(2 * many * 4);
    x.set(dense(values(draw, many, true)));
    x.set(dense(values(draw, many, false)), many * 4);
    const y = new Uint8Array(2 * many).fill(1, 0, many);
    const truth = fitLogistic(x, y, 4, { c: n / many, penaliseIntercept: false });
    const pTrue = ROWS.map(
      (row) =>
        memorisedProbability(
          calibratorOf({
            features: ["loss", "min_k", "min_k_pp", "zlib_ratio"],
            coefficients: [...truth.coefficients],
            intercept: truth.intercept,
          }),
          row,
        )!.p,
    );
    const runs = 400;
    const covered = [0, 0, 0];
    for (let run = 0; run < runs; run++) {
      const calibrator = fitOf(random(run, "interval/sample"), n);
      ROWS.forEach((row, i) => {
        const { lo, hi } = memorisedInterval(calibrator, row)!;
        covered[i]! += Number(lo <= pTrue[i]! && pTrue[i]! <= hi);
      });
    }
    // Three Monte-Carlo standard errors (0.011) around 0.95, and what 100 rows a class leave of the asymptotics.
    for (const count of covered) expect(Math.abs(count / runs - 0.95)).toBeLessThan(0.045);
  });

  it("lies around p and narrows with more rows", () => {
    const widths = [50, 200, 800].map((rows) => {
      const calibrator = fitOf(random(1, "interval/width"), rows);
      const { p } = memorisedProbability(calibrator, ROWS[1]!)!;
      const { lo, hi } = memorisedInterval(calibrator, ROWS[1]!)!;
      expect(lo < p && p < hi && lo > 0 && hi < 1).toBe(true);
      return hi - lo;
    });
    expect(widths[1]).toBeLessThan(widths[0]!);
    expect(widths[2]).toBeLessThan(widths[1]!);
  });

  it("is null without a feature or without a covariance, and refuses one of another size", () => {
    const calibrator = fitOf(random(2, "interval/null"), 50);
    expect(memorisedInterval(calibrator, { ...ROWS[0]!, loss: null })).toBeNull();
    const { covariance: _, ...bare } = calibrator.fit;
    expect(memorisedInterval(calibratorOf(bare), ROWS[0]!)).toBeNull();
    expect(() => memorisedInterval(calibratorOf({ ...bare, covariance: [1] }), ROWS[0]!)).toThrow(RangeError);
  });

  it("uses the fit without the reference where the row lacks `ref_delta`", () => {
    const { fit } = fitOf(random(3, "interval/reference"), 50);
    const withReference = {
      ...fit,
      features: ["ref_delta"],
      coefficients: [1],
      covariance: [1, 0, 1],
    } as const;
    const calibrator = { ...calibratorOf(withReference), withoutReference: fit };
    expect(memorisedInterval(calibrator, ROWS[1]!)).toEqual(memorisedInterval(calibratorOf(fit), ROWS[1]!));
  });

  it("is finite where the classes separate without overlap", () => {
    const members = featureTable(
      Float64Array.from({ length: 50 }, (_, i) => (i % 5 === 4 ? Number.NaN : 5 + i / 50)),
    );
    const controls = featureTable(
      Float64Array.from({ length: 50 }, (_, i) => (i % 5 === 4 ? Number.NaN : -i / 50)),
    );
    const refit = refitCalibrator({ members, controls }, UNIT);
    const found = refit.ok ? memorisedInterval(calibratorOf(refit.fit), ROWS[0]!) : null;
    expect(Number.isFinite(found?.lo) && Number.isFinite(found?.hi)).toBe(true);
  });
});
