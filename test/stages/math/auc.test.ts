import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auc } from "../../../stages/math/mod.ts";
import { golden, raises, vector } from "./_golden.ts";

interface Input {
  readonly y: ReadonlyArray<number>;
  readonly scores: ReadonlyArray<number>;
}

function areaOf({ y, scores }: Input): number | null {
  return auc(Float64Array.from(scores), Uint8Array.from(y));
}

describe("auc()", () => {
  const cases = golden<Input, { readonly auc: number } | { readonly error: string }>("auc");

  it.each(cases)("agrees with the reference on $name", ({ input, expected }) => {
    if (raises(expected)) expect(areaOf(input)).toBeNull();
    else expect(areaOf(input)).toBeCloseTo(expected.auc, 12);
  });

  it("agrees with the method's worked sample", () => {
    const { input, expect: expected } = vector<{
      readonly input: { readonly score: ReadonlyArray<number>; readonly label: ReadonlyArray<number> };
      readonly expect: { readonly auc: number };
    }>("auc");
    expect(areaOf({ scores: input.score, y: input.label })).toBe(expected.auc);
  });

  it("is the share of pairs won, ties counting half", () => {
    fc.assert(
      fc.property(sample(), ({ y, scores }) => {
        const of = (label: number) => scores.filter((_, i) => y[i] === label);
        const pairs = of(1).flatMap((member) =>
          of(0).map((control) => 0.5 + Math.sign(member - control) / 2),
        );
        const share = pairs.length === 0 ? null : pairs.reduce((a, b) => a + b, 0) / pairs.length;
        expect(areaOf({ y, scores })).toBe(share);
      }),
    );
  });

  it("turns around with the scores or the labels, and does not see the order of the rows", () => {
    fc.assert(
      fc.property(sample(), ({ y, scores }) => {
        const area = areaOf({ y, scores });
        const mirrored = area === null ? null : 1 - area;
        const close = (other: number | null, expected: number | null) => {
          if (expected === null) expect(other).toBeNull();
          else expect(other).toBeCloseTo(expected, 12);
        };
        close(areaOf({ y, scores: scores.map((score) => -score) }), mirrored);
        close(areaOf({ y: y.map((label) => 1 - label), scores }), mirrored);
        close(areaOf({ y: y.toReversed(), scores: scores.toReversed() }), area);
      }),
    );
  });

  it("is 1 for perfect scores, 1/2 for equal ones and null for one class or no rows", () => {
    expect(areaOf({ y: [0, 1, 0, 1], scores: [0, 1, 0.5, 2] })).toBe(1);
    expect(areaOf({ y: [0, 1, 0], scores: [0, -0, 0] })).toBe(0.5);
    expect(areaOf({ y: [1, 1], scores: [0, 1] })).toBeNull();
    expect(areaOf({ y: [], scores: [] })).toBeNull();
  });

  it("orders infinite scores and refuses NaN, odd labels and unequal lengths", () => {
    expect(areaOf({ y: [1, 0], scores: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] })).toBe(1);
    expect(() => areaOf({ y: [1, 0], scores: [0, Number.NaN] })).toThrow(RangeError);
    expect(() => areaOf({ y: [1, 2], scores: [0, 1] })).toThrow(RangeError);
    expect(() => areaOf({ y: [1], scores: [0, 1] })).toThrow(RangeError);
  });
});

function sample(): fc.Arbitrary<Input> {
  const row = fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: -4, max: 4 }));
  return fc.array(row, { maxLength: 30 }).map((rows) => ({
    y: rows.map(([label]) => label),
    scores: rows.map(([, score]) => score),
  }));
}
