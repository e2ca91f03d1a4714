import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auc, fitLogistic, type LogisticOptions, probability } from "../../../stages/math/mod.ts";
import { golden, vector } from "./_golden.ts";

type Matrix = ReadonlyArray<ReadonlyArray<number>>;

interface Input {
  readonly X: Matrix;
  readonly y: ReadonlyArray<number>;
  readonly train_idx: ReadonlyArray<number>;
  readonly holdout_idx: ReadonlyArray<number>;
}

interface Expected {
  readonly optimum: {
    readonly coef: ReadonlyArray<number>;
    readonly intercept: number;
    readonly holdout_proba: ReadonlyArray<number>;
    readonly holdout_auc: number;
  };
}

function fitted(rows: Matrix, y: ReadonlyArray<number>, options?: LogisticOptions) {
  return fitLogistic(Float64Array.from(rows.flat()), Uint8Array.from(y), rows[0]!.length, options);
}

describe("fitLogistic()", () => {
  it.each(golden<Input, Expected>("mcs"))(
    "reaches the optimum on $name",
    ({ input, expected: { optimum } }) => {
      const { X, y, train_idx, holdout_idx } = input;
      const model = fitted(
        train_idx.map((i) => X[i]!),
        train_idx.map((i) => y[i]!),
      );
      const scores = Float64Array.from(holdout_idx, (i) => probability(model, X[i]!));
      optimum.holdout_proba.forEach((p, i) => {
        expect(Math.abs(scores[i]! - p)).toBeLessThan(1e-8);
      });
      expect(
        auc(
          scores,
          Uint8Array.from(holdout_idx, (i) => y[i]!),
        ),
      ).toBeCloseTo(optimum.holdout_auc, 12);
      [...optimum.coef, optimum.intercept].forEach((c, j) => {
        expect([...model.coefficients, model.intercept][j]! - c).toBeCloseTo(0, 7);
      });
    },
  );

  it("leaves the intercept unpenalised on request", () => {
    const { input, expect: expected } = vector<{
      readonly input: { readonly X: Matrix; readonly y: ReadonlyArray<number> };
      readonly expect: Readonly<Record<string, ReadonlyArray<number>>>;
    }>("logistic");
    const solved = (options: LogisticOptions) => {
      const { coefficients, intercept } = fitted(input.X, input.y, options);
      return [...coefficients, intercept];
    };
    for (const [penaliseIntercept, key] of [
      [true, "coef_liblinear_penalised_intercept"],
      [false, "coef_unpenalised_intercept"],
    ] as const) {
      solved({ penaliseIntercept }).forEach((value, j) => {
        expect(value).toBeCloseTo(expected[key]![j]!, 9);
      });
    }
  });

  it("has no gradient left, whatever the options", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell(), cell(), fc.boolean()), { minLength: 4, maxLength: 30 }),
        fc.record({
          c: fc.constantFrom(0.01, 1, 100),
          penaliseIntercept: fc.boolean(),
          balanced: fc.boolean(),
        }),
        (rows, options) => {
          const x = rows.map(([a, b]) => [a, b]);
          const y = rows.map(([, , label], i) => (i < 2 ? i : Number(label)));
          const slope = Math.max(...gradient(x, y, options).map(Math.abs));
          expect(slope / (1 + options.c * rows.length)).toBeLessThan(1e-9);
        },
      ),
    );
  });

  it("converges on separable rows of any scale", () => {
    for (const scale of [1e-6, 1, 1e6]) {
      const rows = [-4, -3, -2, -1, 1, 2, 3, 4].map((value) => [value * scale]);
      const model = fitted(rows, [0, 0, 0, 0, 1, 1, 1, 1], { c: 1e6, penaliseIntercept: false });
      expect(Number.isFinite(model.coefficients[0])).toBe(true);
      expect(probability(model, [5 * scale])).toBeGreaterThan(0.5);
      expect(probability(model, [-5 * scale])).toBeLessThan(0.5);
    }
  });

  it("changes sign with the labels", () => {
    const rows = [[0.3], [-1.2], [0.8], [2.1], [-0.4]];
    const model = fitted(rows, [1, 0, 1, 1, 0]);
    const mirrored = fitted(rows, [0, 1, 0, 0, 1]);
    expect(mirrored.coefficients[0]).toBeCloseTo(-model.coefficients[0]!, 12);
    expect(mirrored.intercept).toBeCloseTo(-model.intercept, 12);
  });

  it("refuses what is no two-class sample", () => {
    expect(() => fitted([[1], [2]], [1, 1])).toThrow(RangeError);
    expect(() => fitted([[1], [2]], [0, 2])).toThrow(RangeError);
    expect(() => fitted([[1], [Number.NaN]], [0, 1])).toThrow(RangeError);
    expect(() => fitted([[1], [2]], [0, 1], { c: 0 })).toThrow(RangeError);
    expect(() => fitLogistic(new Float64Array(3), Uint8Array.of(0, 1), 2)).toThrow(RangeError);
    expect(() => fitLogistic(new Float64Array(0), new Uint8Array(0), 2)).toThrow(RangeError);
  });
});

describe("probability()", () => {
  it("saturates without overflow", () => {
    const model = { coefficients: [1], intercept: 0 };
    expect([-1e308, -800, 0, 800, 1e308].map((x) => probability(model, [x]))).toEqual([0, 0, 0.5, 1, 1]);
  });

  it("refuses a row of another width", () => {
    expect(() => probability({ coefficients: [1, 2], intercept: 0 }, [1])).toThrow(RangeError);
  });
});

function cell(): fc.Arbitrary<number> {
  return fc.integer({ min: -500, max: 500 }).map((n) => n / 100);
}

/** The objective's gradient at the fit, written out anew. */
function gradient(
  x: Matrix,
  y: ReadonlyArray<number>,
  options: Required<LogisticOptions>,
): ReadonlyArray<number> {
  const model = fitted(x, y, options);
  const members = y.filter((label) => label === 1).length;
  const weight = (label: number) =>
    options.c * (options.balanced ? y.length / (2 * (label === 1 ? members : y.length - members)) : 1);
  const slopes = x.map((row, i) => weight(y[i]!) * (probability(model, row) - y[i]!));
  const column = (j: number) => slopes.reduce((sum, slope, i) => sum + slope * (x[i]![j] ?? 1), 0);
  const intercept = options.penaliseIntercept ? model.intercept : 0;
  return [model.coefficients[0]! + column(0), model.coefficients[1]! + column(1), intercept + column(2)];
}
