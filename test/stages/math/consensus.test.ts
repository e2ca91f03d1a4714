import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalDrawHash,
  certifiableN,
  type Decision,
  detectableSplitN,
  detectMultimodal,
  empiricalInterval,
  gridAdherence,
  type LocationMode,
  lagDependence,
  orderQuantile,
  robustLocation,
  scaleFloor,
  snapToGrid,
  type Tail,
} from "../../../stages/math/mod.ts";
import { golden, raises } from "./_golden.ts";

type Raised = { readonly error: string };

/** Expects what the reference returns, to the last bit, or a RangeError where it raises. */
function expectAs<Value>(found: () => unknown, expected: Value | Raised): void {
  if (raises(expected)) expect(found).toThrow(RangeError);
  else expect(found()).toEqual(expected);
}

describe("certifiableN()", () => {
  interface Target {
    readonly fn?: undefined;
    readonly target: number;
    readonly confidence?: number;
    readonly tail?: Tail;
    readonly limit?: number;
  }
  interface Split {
    readonly fn: string;
    readonly cluster_positions: number;
    readonly min_cluster_draws: number;
    readonly min_cluster_density: number;
  }

  it.each(golden<Target | Split, number | Raised>("certifiable_n"))(
    "agrees with the reference on $name",
    ({ input, expected }) => {
      expectAs(() => {
        if (input.fn === undefined) {
          const { target, ...options } = input;
          return certifiableN(target, options);
        }
        return detectableSplitN({
          positions: input.cluster_positions,
          minDraws: input.min_cluster_draws,
          minDensity: input.min_cluster_density,
        });
      }, expected);
    },
  );

  it("refuses plans that are none", () => {
    expect(() => certifiableN(Number.NaN)).toThrow(RangeError);
    expect(() => detectableSplitN({ positions: 0, minDraws: 8, minDensity: 1.5 })).toThrow(RangeError);
  });
});

describe("snapToGrid()", () => {
  const cases = golden<{ readonly value: number; readonly grid: number }, number | Raised>("snap_to_grid");

  it.each(cases)("agrees with the reference on $name, sign of zero included", ({ input, expected }) => {
    expectAs(() => snapToGrid(input.value, input.grid), expected);
  });

  it("gives a grid point, no further than half a step, and stays there", () => {
    const grids = fc.constantFrom(0.1, 0.05, 0.25, 0.001, 1, 2.5, 0.07);
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), grids, (value, grid) => {
        const snapped = snapToGrid(value, grid);
        expect(Math.abs(snapped - value)).toBeLessThanOrEqual(grid / 2 + 1e-12);
        expect(snapToGrid(snapped, grid)).toBe(snapped);
        expect(snapToGrid(-value, grid)).toBe(-snapped);
      }),
    );
  });

  it("refuses a multiple of more than 28 digits and takes the smallest numbers", () => {
    expect(() => snapToGrid(1e27, 0.1)).toThrow(RangeError);
    expect(snapToGrid(5e-324, 5e-324)).toBe(5e-324);
    expect(snapToGrid(5e-324, 1e300)).toBe(0);
  });
});

describe("gridAdherence()", () => {
  interface Input {
    readonly values: ReadonlyArray<number>;
    readonly grid: number;
    readonly tolerance: number;
  }

  it.each(golden<Input, number | Raised>("grid_adherence"))(
    "agrees with the reference on $name",
    ({ input, expected }) => {
      expectAs(() => gridAdherence(input.values, input.grid, input.tolerance), expected);
    },
  );

  it("refuses no values", () => {
    expect(() => gridAdherence([], 0.1)).toThrow(RangeError);
  });
});

describe("detectMultimodal()", () => {
  interface Input {
    readonly values: ReadonlyArray<number>;
    readonly grid: number | null;
    readonly mass_min?: number;
    readonly trough_steps?: number;
    readonly density_ratio?: number;
    readonly min_draws?: number;
    readonly min_cluster_density?: number;
  }
  interface Expected {
    readonly separated: boolean;
    readonly lower_mass: number;
    readonly upper_mass: number;
    readonly trough_mass: number;
    readonly gap: readonly [number, number] | null;
  }

  const verdict = ({ values, grid, ...given }: Input) =>
    detectMultimodal(values, grid, {
      massMin: given.mass_min ?? 0.25,
      troughSteps: given.trough_steps ?? 3,
      densityRatio: given.density_ratio ?? 10,
      minDraws: given.min_draws ?? 8,
      minDensity: given.min_cluster_density ?? 1.5,
    });

  it.each(golden<Input, Expected | Raised | null>("detect_multimodal"))(
    "agrees with the reference on $name",
    ({ input, expected }) => {
      if (expected === null || raises(expected)) return expectAs(() => verdict(input), expected);
      const { separated, lower_mass, upper_mass, trough_mass, gap } = expected;
      const wanted = {
        separated,
        lowerMass: lower_mass,
        upperMass: upper_mass,
        troughMass: trough_mass,
        gap,
      };
      expect(verdict(input)).toEqual(wanted);
    },
  );

  it("does not see the order of the values and mirrors with them", () => {
    const value = fc.constantFrom(-0.9, -0.8, -0.7, 0.6, 0.7, 0.8);
    fc.assert(
      fc.property(fc.array(value, { minLength: 8, maxLength: 40 }), (values) => {
        const found = detectMultimodal(values, 0.1)!;
        expect(detectMultimodal(values.toReversed(), 0.1)).toEqual(found);
        const mirrored = detectMultimodal(
          values.map((x) => -x),
          0.1,
        )!;
        expect(mirrored.separated).toBe(found.separated);
        expect(found.lowerMass + found.upperMass + found.troughMass).toBeCloseTo(found.separated ? 1 : 0, 12);
      }),
    );
  });

  it("does not take a third heap for a gap", () => {
    const values = [0.1, 0.4, 0.7].flatMap((at, i) => new Array<number>([20, 8, 20][i]!).fill(at));
    expect(detectMultimodal(values, 0.1)!.separated).toBe(false);
  });
});

describe("robustLocation()", () => {
  interface Input {
    readonly fn: "robust_location" | "scale_floor";
    readonly values: ReadonlyArray<number>;
    readonly mode: LocationMode;
    readonly trim: number;
    readonly grid: number | null;
  }

  it.each(golden<Input, number | Raised>("robust_location"))(
    "agrees with the reference to the last bit on $name",
    ({ input, expected }) => {
      const { fn, values, mode, trim, grid } = input;
      expectAs(
        () => (fn === "scale_floor" ? scaleFloor(values, grid) : robustLocation(values, mode, trim)),
        expected,
      );
    },
  );

  it("does not see the order of the values in any bit", () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    const modes = fc.constantFrom<LocationMode>("mean", "median", "trimmed");
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), modes, (values, mode) => {
        const found = robustLocation(values, mode);
        expect(robustLocation(values.toReversed(), mode)).toBe(found);
        expect(found).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6);
        expect(found).toBeLessThanOrEqual(Math.max(...values) + 1e-6);
      }),
    );
  });

  it("rounds a sum once", () => {
    expect(robustLocation([1e100, 1, -1e100, 1], "mean")).toBe(0.5);
    expect(robustLocation([1e16, 1, 1e-16], "mean") * 3).toBe(1e16 + 2);
  });
});

describe("lagDependence()", () => {
  interface Input {
    readonly labels: ReadonlyArray<Decision>;
    readonly groups: ReadonlyArray<number>;
  }

  it.each(golden<Input, number | null>("lag_dependence"))(
    "agrees with the reference on $name",
    ({ input, expected }) => {
      expectAs(() => lagDependence(input.labels, input.groups), expected);
    },
  );

  it("does not see the order of the draws and refuses draws without a group", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("a", 1, null), fc.integer({ min: 0, max: 3 }))),
        (draws) => {
          const of = (some: typeof draws) =>
            lagDependence(
              some.map(([label]) => label),
              some.map(([, group]) => group),
            );
          expect(of(draws.toReversed())).toBe(of(draws));
        },
      ),
    );
    expect(() => lagDependence([1], [])).toThrow(RangeError);
  });
});

describe("orderQuantile()", () => {
  interface Input {
    readonly values: ReadonlyArray<number>;
    readonly q: number;
  }

  it.each(golden<Input, number | Raised>("quantile"))(
    "agrees with the reference on $name",
    ({ input, expected }) => {
      expectAs(() => orderQuantile(input.values, input.q), expected);
    },
  );

  it("refuses a share outside [0, 1]", () => {
    for (const q of [-0.1, 1.1, Number.NaN]) expect(() => orderQuantile([1], q)).toThrow(RangeError);
  });
});

describe("empiricalInterval()", () => {
  interface Input {
    readonly values: ReadonlyArray<number>;
    readonly confidence: number;
  }
  const cases = golden<Input, readonly [number, number] | Raised>("empirical_interval");

  it.each(cases)("agrees with the reference on $name", ({ input, expected }) => {
    expectAs(
      () => empiricalInterval(input.values, input.confidence),
      raises(expected) ? expected : { lo: expected[0], hi: expected[1] },
    );
  });

  it("refuses a confidence outside (0, 1)", () => {
    for (const confidence of [0, 1, Number.NaN])
      expect(() => empiricalInterval([1], confidence)).toThrow(RangeError);
  });
});

describe("canonicalDrawHash()", () => {
  const cases = golden<ReadonlyArray<string>, string | Raised>("canonical_draw_hash");

  it.each(cases)("agrees with the reference on $name", ({ input, expected }) => {
    expectAs(() => canonicalDrawHash(input), expected);
  });

  it("does not see the order of the draws but their number", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (contents) => {
        expect(canonicalDrawHash(contents.toReversed())).toBe(canonicalDrawHash(contents));
        expect(canonicalDrawHash([...contents, "x"])).not.toBe(canonicalDrawHash(contents));
      }),
    );
  });

  it("refuses half a surrogate pair", () => {
    expect(() => canonicalDrawHash(["fine", "\ud83d"])).toThrow(RangeError);
    expect(() => canonicalDrawHash(["\ude00\ud83d"])).toThrow(RangeError);
  });
});
