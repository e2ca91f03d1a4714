import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aucPermutationExact, foldPlan, random, refitPermutation } from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";
import { ungrouped } from "./_rows.ts";

describe("aucPermutationExact()", () => {
  it("agrees with the method's worked sample", () => {
    const { input, expect: expected } = vector<{
      readonly input: { readonly score: ReadonlyArray<number>; readonly label: ReadonlyArray<number> };
      readonly expect: {
        readonly p_greater: number;
        readonly p_two_sided: number;
        readonly n_arrangements: number;
      };
    }>("auc_permutation_exact");
    const found = aucPermutationExact(Float64Array.from(input.score), Uint8Array.from(input.label))!;

    expect(found.pGreater).toBeCloseTo(expected.p_greater, 12);
    expect(found.pTwoSided).toBeCloseTo(expected.p_two_sided, 12);
    expect(found.arrangements).toBe(expected.n_arrangements);
  });

  it("counts every labelling, ties or not", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 8 }),
        fc.nat(),
        (values, k) => {
          const members = 1 + (k % (values.length - 1));
          const scores = Float64Array.from(values);
          const labels = new Uint8Array(values.length).fill(1, 0, members);
          const observed = wins(scores, labels);
          const all = labellings(values.length, members);
          const found = aucPermutationExact(scores, labels)!;
          expect(found.arrangements).toBe(all.length);
          expect(found.pGreater).toBeCloseTo(
            all.filter((other) => wins(scores, other) >= observed).length / all.length,
            12,
          );
        },
      ),
    );
  });

  it("is null for one class and refuses more rows than doubles can count", () => {
    expect(aucPermutationExact(Float64Array.of(1, 2), Uint8Array.of(1, 1))).toBeNull();
    expect(() => aucPermutationExact(new Float64Array(501), new Uint8Array(501))).toThrow(RangeError);
  });
});

describe("refitPermutation()", () => {
  const labels = Uint8Array.of(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0);

  it("keeps each fold's class sizes", () => {
    const groups = ungrouped(12);
    const plan = foldPlan(labels, groups, { folds: 3, random: random(1, "folds") });
    const seen: Array<string> = [];
    const refit = (permuted: Uint8Array) => {
      const sizes = [0, 1, 2].map(
        (held) => permuted.filter((label, row) => label === 1 && plan.fold[row] === held).length,
      );
      seen.push(sizes.join());
      return new Float64Array(12);
    };
    refitPermutation(0.5, { labels, groups, plan }, refit, {
      permutations: 40,
      random: random(1, "permute"),
    });

    expect(new Set(seen)).toEqual(new Set(["2,2,2"]));
  });

  it("moves whole groups where groups are folded", () => {
    const groups = ["a", "a", "b", "b", "c", "d", "e", "e", "f", "f", "g", "h"];
    const plan = foldPlan(labels, groups, { folds: 2, random: random(1, "folds") });
    const whole = new Set<boolean>();
    const refit = (permuted: Uint8Array) => {
      groups.forEach((group, row) => {
        whole.add(permuted[row] === permuted[groups.indexOf(group)]);
      });
      return new Float64Array(12);
    };
    refitPermutation(0.5, { labels, groups, plan }, refit, {
      permutations: 40,
      random: random(1, "permute"),
    });

    expect(plan.isGrouped).toBe(true);
    expect(whole).toEqual(new Set([true]));
  });

  it("counts the observed labelling among the permuted ones", () => {
    const groups = ungrouped(12);
    const plan = foldPlan(labels, groups, { folds: 3, random: random(1, "folds") });
    const run = (observed: number) =>
      refitPermutation(observed, { labels, groups, plan }, () => new Float64Array(12), {
        permutations: 19,
        random: random(1, "permute"),
      });

    expect(run(0.6)).toMatchObject({ p: 0.05, permutedSd: 0, inflation: 1 });
    expect(run(0.5).p).toBe(1);
    expect(() =>
      refitPermutation(0.5, { labels, groups, plan }, () => new Float64Array(12), {
        permutations: 1,
        random: random(1, "permute"),
      }),
    ).toThrow(RangeError);
  });
});

/** Twice the pairs won. */
function wins(scores: Float64Array, labels: Uint8Array): number {
  let won = 0;
  scores.forEach((a, i) => {
    scores.forEach((b, j) => {
      if (labels[i] === 1 && labels[j] === 0) won += 1 + Math.sign(a - b);
    });
  });
  return won;
}

function labellings(n: number, members: number): ReadonlyArray<Uint8Array> {
  return Array.from({ length: 2 ** n }, (_, bits) =>
    Uint8Array.from({ length: n }, (_row, i) => (bits >> i) & 1),
  ).filter((labels) => labels.reduce((sum, label) => sum + label, 0) === members);
}
