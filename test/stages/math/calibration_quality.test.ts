import { describe, expect, it } from "vitest";
import {
  calibrationInTheLarge,
  calibrationQuality,
  debiasedSquaredError,
  inverseTemperature,
  isotonic,
  random,
  recalibration,
  reliabilityBins,
} from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";

interface Golden {
  readonly input: {
    readonly p: ReadonlyArray<number>;
    readonly y: ReadonlyArray<number>;
    readonly bins: number;
  };
  readonly expect: Readonly<
    Record<
      | "brier"
      | "logloss"
      | "ece_equal_mass"
      | "debiased_sq_ce"
      | "slope"
      | "intercept"
      | "in_the_large"
      | "temperature_beta",
      number
    >
  > & {
    readonly bins: ReadonlyArray<readonly [number, number, number]>;
    readonly pav_x: ReadonlyArray<number>;
    readonly pav_fit: ReadonlyArray<number>;
  };
}

const { input, expect: expected } = vector<Golden>("calibration");
const p = Float64Array.from(input.p);
const y = Uint8Array.from(input.y);
const options = () => ({ resamples: 200, random: random(1, "ece") });

describe("calibrationQuality()", () => {
  it("agrees with the method's worked sample", () => {
    const found = calibrationQuality(p, y, { ...options(), bins: input.bins })!;

    expect(found.brier).toBeCloseTo(expected.brier, 12);
    expect(found.logLoss).toBeCloseTo(expected.logloss, 12);
    if (!found.recalibration.ok || !found.inTheLarge.ok || !found.binned.ok) throw new Error("undefined");
    expect(found.recalibration.value.slope).toBeCloseTo(expected.slope, 9);
    expect(found.recalibration.value.intercept).toBeCloseTo(expected.intercept, 9);
    expect(found.inTheLarge.value).toBeCloseTo(expected.in_the_large, 9);
    expect(found.binned.value.ece.point).toBeCloseTo(expected.ece_equal_mass, 12);
    expect(found.binned.value.debiasedSquaredError).toBeCloseTo(expected.debiased_sq_ce, 12);
    found.binned.value.bins.forEach(({ rows, predicted, observed }, i) => {
      expect([rows, observed]).toEqual([expected.bins[i]![0], expected.bins[i]![2]]);
      expect(predicted).toBeCloseTo(expected.bins[i]![1], 12);
    });
  });

  it("has reasons for what a separated, a one-class, a constant and a tiny sample leave undefined", () => {
    const separated = calibrationQuality(Float64Array.of(0.9, 0.1), Uint8Array.of(1, 0), options())!;
    const oneClass = calibrationQuality(Float64Array.of(0.9, 0.1), Uint8Array.of(1, 1), options())!;
    const constant = calibrationQuality(Float64Array.of(0.5, 0.5), Uint8Array.of(1, 0), options())!;

    expect(separated.recalibration).toMatchObject({ ok: false, reason: expect.stringContaining("separate") });
    expect(separated.hasSignal).toBe(true);
    expect(oneClass.recalibration).toMatchObject({
      ok: false,
      reason: expect.stringContaining("both classes"),
    });
    expect(oneClass.inTheLarge.ok).toBe(false);
    expect(constant.recalibration).toMatchObject({ ok: false, reason: expect.stringContaining("equal") });
    expect(constant.hasSignal).toBe(false);
    expect(constant.binned).toMatchObject({ ok: false });
    expect(calibrationQuality(new Float64Array(0), new Uint8Array(0), options())).toBeNull();
  });

  it("counts certainty that was wrong as a finite loss", () => {
    const found = calibrationQuality(Float64Array.of(0, 1, 0.5), Uint8Array.of(1, 0, 1), options())!;

    expect(found.logLoss).toBeCloseTo((2 * -Math.log(1e-12) + Math.log(2)) / 3, 9);
  });

  it("finds calibrated probabilities calibrated, and noise without a signal", () => {
    const draw = random(3, "rows");
    const calibrated = Float64Array.from({ length: 4000 }, () => draw());
    const found = calibrationQuality(
      calibrated,
      Uint8Array.from(calibrated, (chance) => (draw() < chance ? 1 : 0)),
      options(),
    )!;
    const noise = calibrationQuality(
      calibrated,
      Uint8Array.from(calibrated, () => (draw() < 0.5 ? 1 : 0)),
      options(),
    )!;

    if (!found.recalibration.ok || !found.binned.ok) throw new Error("undefined");
    expect(Math.abs(found.recalibration.value.slope - 1)).toBeLessThan(0.15);
    expect(Math.abs(found.binned.value.debiasedSquaredError!)).toBeLessThan(0.002);
    expect(found.hasSignal).toBe(true);
    expect(noise.hasSignal).toBe(false);
  });

  it("refuses what is no probability or label", () => {
    expect(() => calibrationQuality(Float64Array.of(1.1), Uint8Array.of(1), options())).toThrow(RangeError);
    expect(() => calibrationQuality(Float64Array.of(0.5), Uint8Array.of(2), options())).toThrow(RangeError);
    expect(() => calibrationQuality(Float64Array.of(0.5), Uint8Array.of(1, 0), options())).toThrow(
      RangeError,
    );
  });
});

describe("reliabilityBins()", () => {
  it("holds every row once, in bins that differ by at most one", () => {
    const chances = Float64Array.from({ length: 23 }, (_, i) => ((i * 7) % 23) / 23);
    const bins = reliabilityBins(chances, new Uint8Array(23), 5);
    const sizes = bins.map(({ rows }) => rows);

    expect(sizes.reduce((a, b) => a + b, 0)).toBe(23);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBe(1);
    expect(() => reliabilityBins(chances, new Uint8Array(23), 24)).toThrow(RangeError);
    expect(debiasedSquaredError(reliabilityBins(chances, new Uint8Array(23), 23))).toBeNull();
  });
});

describe("inverseTemperature()", () => {
  it("agrees with the method's worked sample, and has a reason where no factor fits", () => {
    const found = inverseTemperature(p, y);

    expect(found.ok && found.value).toBeCloseTo(expected.temperature_beta, 9);
    expect(inverseTemperature(Float64Array.of(0.9, 0.1), Uint8Array.of(1, 0)).ok).toBe(false);
    expect(inverseTemperature(Float64Array.of(0.5, 0.5), Uint8Array.of(1, 0)).ok).toBe(false);
  });
});

describe("isotonic()", () => {
  it("agrees with the method's worked sample", () => {
    const { at, value } = isotonic(p, y);

    expect(Array.from(at)).toEqual(expected.pav_x);
    value.forEach((level, i) => {
      expect(level).toBeCloseTo(expected.pav_fit[i]!, 12);
    });
  });
});

describe("recalibration()", () => {
  it("undoes a stretch and a shift of the log-odds", () => {
    const moved = p.map((chance) => 1 / (1 + Math.exp(-(0.5 + 2 * Math.log(chance / (1 - chance))))));
    const [plain, other] = [recalibration(p, y), recalibration(moved, y)];

    if (!plain.ok || !other.ok) throw new Error("undefined");
    expect(other.value.slope).toBeCloseTo(plain.value.slope / 2, 7);
    expect(other.value.intercept).toBeCloseTo(plain.value.intercept - plain.value.slope / 4, 7);
    expect(other.value.slopeSe).toBeCloseTo(plain.value.slopeSe / 2, 7);
  });

  it("moves certain probabilities by what is needed", () => {
    const low = calibrationInTheLarge(
      new Float64Array(1000),
      Uint8Array.from({ length: 1000 }, (_, i) => (i === 0 ? 0 : 1)),
    );

    expect(low.ok && low.value).toBeCloseTo(Math.log(999) - Math.log(1e-12), 6);
  });
});
