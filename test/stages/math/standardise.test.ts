import { describe, expect, it } from "vitest";
import {
  controlBaseline,
  FEATURES,
  type Features,
  featureTableBuilder,
  standardise,
  standardiseTable,
} from "../../../stages/math/mod.ts";
import { golden, relativeError } from "./_golden.ts";

interface Input {
  readonly rows: ReadonlyArray<Features>;
  readonly primary_fail: ReadonlyArray<number>;
  readonly feature_fail: ReadonlyArray<number>;
  readonly ref_fail: ReadonlyArray<number>;
  readonly has_ref: boolean;
  readonly min_valid: number;
  readonly probes: ReadonlyArray<Features>;
}

interface Expected {
  readonly n_valid: number;
  readonly feature_means: Features;
  readonly feature_stds: Features;
  readonly is_calibrated: boolean;
  readonly standardised: ReadonlyArray<Features>;
}

const FAILED: Features = { loss: null, min_k: null, min_k_pp: null, zlib_ratio: null, ref_delta: null };

function tableOf(rows: ReadonlyArray<Features>) {
  const builder = featureTableBuilder();
  for (const row of rows) builder.push(row);
  return builder.build();
}

/** The control rows of a case, failed ones as rows without features. */
function controlsOf({ rows, primary_fail, feature_fail, ref_fail, has_ref }: Input) {
  return tableOf(
    rows.map((row, i) => {
      if (primary_fail.includes(i) || feature_fail.includes(i)) return FAILED;
      return has_ref && !ref_fail.includes(i) ? row : { ...row, ref_delta: null };
    }),
  );
}

function expectClose(actual: Features, expected: Features, tolerance: number) {
  for (const feature of FEATURES) {
    const [a, e] = [actual[feature], expected[feature]];
    if (a === null || e === null) expect(a, feature).toBe(e);
    else
      expect(Math.min(relativeError(a, e), Math.abs(a - e)), `${feature}: ${a}, ${e}`).toBeLessThan(
        tolerance,
      );
  }
}

describe("controlBaseline() and standardise()", () => {
  it.each(golden<Input, Expected>("standardise"))(
    "agree with the reference on $name",
    ({ name, input, expected }) => {
      const tolerance = name.startsWith("large_offset") ? 1e-6 : 1e-12;
      const baseline = controlBaseline(controlsOf(input), input.min_valid);
      expect(baseline.nValid).toBe(expected.n_valid);
      expect(baseline.isCalibrated).toBe(expected.is_calibrated);
      expectClose(baseline.mean, expected.feature_means, tolerance);
      expectClose(baseline.std, expected.feature_stds, tolerance);
      input.probes.forEach((probe, i) => {
        expectClose(standardise(probe, baseline), expected.standardised[i]!, 1e3 * tolerance);
      });
    },
  );

  it("give the control rows themselves mean 0 and deviation 1", () => {
    const { input } = golden<Input, Expected>("standardise").find(({ name }) => name === "n137_ref")!;
    const controls = controlsOf(input);
    const again = controlBaseline(standardiseTable(controls, controlBaseline(controls)));
    expect(again.mean.zlib_ratio).toBeCloseTo(0, 9);
    expect(again.std.zlib_ratio).toBeCloseTo(1, 9);
  });

  it("refuse a least number of rows that is none", () => {
    for (const bad of [-1, 0.5, Number.NaN])
      expect(() => controlBaseline(tableOf([]), bad)).toThrow(RangeError);
  });
});

describe("standardiseTable()", () => {
  it("is standardise() of every row", () => {
    const { input } = golden<Input, Expected>("standardise").find(
      ({ name }) => name === "partial_ref_failures",
    )!;
    const controls = controlsOf(input);
    const baseline = controlBaseline(controls);
    const table = standardiseTable(controls, baseline);
    for (let i = 0; i < controls.size; i++) {
      expect(table.row(i)).toEqual(standardise(controls.row(i), baseline));
    }
  });
});
