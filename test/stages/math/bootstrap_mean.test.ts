import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrap, bootstrapMean, random } from "../../../stages/math/mod.ts";
import { golden } from "./_golden.ts";

interface AccuracyInput {
  readonly kind: string;
  readonly indicators: ReadonlyArray<number>;
}

interface Spread {
  readonly lo_mcse: number;
  readonly hi_mcse: number;
}

interface AccuracyExpected {
  readonly point: number;
  readonly lo_20000: number;
  readonly hi_20000: number;
  readonly exact_binomial_lo: number;
  readonly exact_binomial_hi: number;
  readonly monte_carlo: Readonly<Record<string, Spread>>;
}

const accuracies = golden<AccuracyInput, AccuracyExpected>("bootstrap").filter(
  ({ input }) => input.kind === "accuracy",
);

describe("bootstrapMean()", () => {
  it.each(accuracies)(
    "lies within the Monte-Carlo error of the reference on $name",
    ({ name, input, expected }) => {
      const values = Float64Array.from(input.indicators);
      for (const resamples of [1000, 20_000]) {
        const bound = bootstrapMean(values, { resamples, random: random(0, name) })!;
        const { lo_mcse, hi_mcse } = expected.monte_carlo[resamples]!;
        const tolerance = (mcse: number) => Math.max(4 * mcse, 1 / values.length) + 1e-12;
        expect(bound.point).toBeCloseTo(expected.point, 12);
        expect(Math.abs(bound.lo - expected.lo_20000)).toBeLessThanOrEqual(tolerance(lo_mcse));
        expect(Math.abs(bound.hi - expected.hi_20000)).toBeLessThanOrEqual(tolerance(hi_mcse));
      }
    },
  );

  it("has the law of drawing the rows", () => {
    const values = Float64Array.from({ length: 40 }, (_, i) => (i < 9 ? 1 : 0));
    const count = (draw: () => number) => {
      const counts = new Float64Array(41);
      for (let i = 0; i < 20_000; i++) counts[Math.round(draw() * 40)]! += 1 / 20_000;
      return counts;
    };
    const [direct, byRow] = [random(1, "direct"), random(1, "rows")];
    const options = (generator: () => number) => ({ resamples: 1, random: generator });
    const drawn = (from: () => number, of: (o: ReturnType<typeof options>) => number) =>
      count(() => of(options(from)));
    const unclamped = ({ point, lo, hi }: { point: number; lo: number; hi: number }) =>
      lo < point ? lo : hi;
    const a = drawn(direct, (o) => unclamped(bootstrapMean(values, o)!));
    const b = drawn(byRow, (o) => unclamped(bootstrap(40, meanOf(values), o).bound!));
    expect(Math.max(...a.map((share, i) => Math.abs(share - b[i]!)))).toBeLessThan(0.015);
  });

  it("agrees with resampling the rows of other values", () => {
    const values = Float64Array.of(0.3, -1.2, 2.5, 0, 0.7, 1.1);
    const bound = bootstrapMean(values, { random: random(0, "a") })!;
    const slow = bootstrap(6, meanOf(values), { random: random(0, "a") }).bound!;
    for (const end of ["point", "lo", "hi"] as const) expect(bound[end]).toBeCloseTo(slow[end], 12);
  });

  it("returns the same interval for the same seed", () => {
    const values = Float64Array.of(1, 0, 0, 1, 1, 0, 1);
    const once = () => bootstrapMean(values, { random: random(3, "same") });
    expect(once()).toEqual(once());
  });

  it("holds the point, does not see the order of 0/1 values and is a point for one value", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1 }), fc.nat(), (values, seed) => {
        const of = (indicators: ReadonlyArray<number>) =>
          bootstrapMean(Float64Array.from(indicators), { resamples: 40, random: random(seed, "order") })!;
        const { point, lo, hi } = of(values);
        expect(lo).toBeLessThanOrEqual(point);
        expect(hi).toBeGreaterThanOrEqual(point);
        expect(of(values.toReversed())).toEqual({ point, lo, hi });
        if (values.length === 1) expect([lo, hi]).toEqual([point, point]);
      }),
    );
  });

  it("is null for no values and refuses what is no number", () => {
    expect(bootstrapMean(new Float64Array(0), { random: random(0, "a") })).toBeNull();
    expect(() => bootstrapMean(Float64Array.of(1, Number.NaN), { random: random(0, "a") })).toThrow(
      RangeError,
    );
  });
});

function meanOf(values: ArrayLike<number>) {
  return (rows: Uint32Array) => rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;
}
