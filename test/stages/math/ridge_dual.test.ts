import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitLogistic, probability, ridgeDual } from "../../../stages/math/mod.ts";

type Matrix = ReadonlyArray<ReadonlyArray<number>>;

describe("ridgeDual()", () => {
  it("reaches the primal optimum, separable or not, balanced or not", () => {
    fc.assert(
      fc.property(rows(), fc.constantFrom(0.1, 1, 100), (labelled, c) => {
        const x = labelled.map(([a, b]) => [a, b]);
        const y = Uint8Array.from(labelled, ([, , label], i) => (i < 2 ? i : Number(label)));
        const primal = fitLogistic(Float64Array.from(x.flat()), y, 2, { c, penaliseIntercept: false });
        const { weights, intercept } = ridgeDual(kernelOf(x), x.length)(y, { c });
        x.forEach((row, i) => {
          const margin = x.reduce((sum, other, j) => sum + weights[j]! * product(row, other), intercept);
          expect(1 / (1 + Math.exp(-margin)), `row ${i}`).toBeCloseTo(probability(primal, row), 6);
        });
      }),
      { numRuns: 60 },
    );
  });

  it("forgets nothing between labellings", () => {
    const x = [[0], [1], [2], [3], [4], [5]];
    const fit = ridgeDual(kernelOf(x), 6);
    const labels = Uint8Array.of(0, 0, 1, 0, 1, 1);
    const first = fit(labels);
    fit(Uint8Array.of(1, 0, 0, 0, 0, 0));
    const again = fit(labels);

    again.weights.forEach((weight, i) => {
      expect(weight).toBeCloseTo(first.weights[i]!, 8);
    });
  });

  it("refuses shapes that disagree and a single class", () => {
    expect(() => ridgeDual(new Float64Array(3), 2)).toThrow(RangeError);
    expect(() => ridgeDual(new Float64Array(4), 2)(Uint8Array.of(1, 1))).toThrow(RangeError);
    expect(() => ridgeDual(new Float64Array(4), 2)(Uint8Array.of(1, 0, 1))).toThrow(RangeError);
  });
});

function kernelOf(x: Matrix): Float64Array {
  return Float64Array.from(x.flatMap((a) => x.map((b) => product(a, b))));
}

function product(a: ReadonlyArray<number>, b: ReadonlyArray<number>): number {
  return a.reduce((sum, value, j) => sum + value * b[j]!, 0);
}

function rows(): fc.Arbitrary<ReadonlyArray<readonly [number, number, boolean]>> {
  const cell = fc.integer({ min: -300, max: 300 }).map((n) => n / 100);
  return fc.array(fc.tuple(cell, cell, fc.boolean()), { minLength: 4, maxLength: 30 });
}
