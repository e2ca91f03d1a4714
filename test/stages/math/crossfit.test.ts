import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  auc,
  aucInterval,
  crossfit,
  type FoldPlan,
  fitLogistic,
  foldPlan,
  groupFolds,
  probability,
  random,
  shuffle,
  stratifiedFolds,
} from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";
import { mulberry32 } from "./_mulberry32.ts";
import { normal, ungrouped } from "./_rows.ts";

describe("mulberry32()", () => {
  it("draws what the vectors were drawn with", () => {
    const known = vector<{
      readonly seed: number;
      readonly first5: ReadonlyArray<number>;
      readonly shuffle_0_9_seed7: ReadonlyArray<number>;
    }>("_prng");
    const draw = mulberry32(known.seed);

    expect(Array.from({ length: 5 }, draw)).toEqual(known.first5);
    expect(shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], mulberry32(7))).toEqual(known.shuffle_0_9_seed7);
  });
});

interface Crossfit {
  readonly input: {
    readonly X: ReadonlyArray<ReadonlyArray<number>>;
    readonly y: ReadonlyArray<number>;
    readonly K: number;
    readonly seed: number;
  };
  readonly expect: {
    readonly fold: ReadonlyArray<number>;
    readonly oof: ReadonlyArray<number>;
    readonly auc: number;
    readonly delong: readonly [number, number];
  };
}

describe("crossfit()", () => {
  const { input, expect: expected } = vector<Crossfit>("crossfit");
  const labels = Uint8Array.from(input.y);
  const rows = { x: Float64Array.from(input.X.flat()), labels, d: 3 };

  it("agrees with the method's worked sample", () => {
    const plan = foldPlan(labels, ungrouped(labels.length), {
      folds: input.K,
      random: mulberry32(input.seed),
    });
    const scored = crossfit(rows, plan);
    const interval = aucInterval(scored, labels)!;

    expect(Array.from(plan.fold)).toEqual(expected.fold);
    expect(plan).toMatchObject({ isGrouped: false, fewGroups: false });
    scored.forEach((p, row) => {
      expect(p).toBeCloseTo(expected.oof[row]!, 9);
    });
    expect(auc(scored, labels)).toBeCloseTo(expected.auc, 12);
    expect(interval.lo).toBeCloseTo(expected.delong[0], 9);
    expect(interval.hi).toBeCloseTo(expected.delong[1], 9);
  });

  it("standardises by the training controls on request", () => {
    const plan: FoldPlan = {
      folds: 2,
      fold: Uint8Array.from(labels, (_, row) => (row % 4 < 2 ? 0 : 1)),
      isGrouped: false,
      fewGroups: false,
    };
    const scored = crossfit(rows, plan, { yardstick: "controls" });
    const train = [...labels.keys()].filter((row) => plan.fold[row] === 1);
    const controls = train.filter((row) => labels[row] === 0);
    const gauge = [0, 1, 2].map((j) => {
      const values = controls.map((row) => input.X[row]![j]!);
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      return { mean, std: Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length) };
    });
    const z = (row: number) => input.X[row]!.map((value, j) => (value - gauge[j]!.mean) / gauge[j]!.std);
    const model = fitLogistic(
      Float64Array.from(train.flatMap(z)),
      Uint8Array.from(train, (row) => labels[row]!),
      3,
      { penaliseIntercept: false },
    );

    expect(scored[0]).toBeCloseTo(probability(model, z(0)), 12);
  });

  it("survives separable rows, constant columns and duplicates", () => {
    const y = Uint8Array.from({ length: 20 }, (_, row) => row % 2);
    const plan = foldPlan(y, ungrouped(20), { random: random(1, "folds") });
    const separable = Float64Array.from([...y].flatMap((label) => [label * 1e6, 7]));
    const duplicates = new Float64Array(40).fill(0.1);

    for (const yardstick of ["training", "controls"] as const) {
      expect(auc(crossfit({ x: separable, labels: y, d: 2 }, plan, { yardstick }), y)).toBe(1);
      const flat = crossfit({ x: duplicates, labels: y, d: 2 }, plan, { yardstick });
      flat.forEach((p) => {
        expect(p).toBeCloseTo(0.5, 9);
      });
    }
  });

  it("gives 1/2 where a training part lacks a class, and refuses shapes and holes", () => {
    const y = Uint8Array.of(1, 0, 0);
    const plan = foldPlan(y, ungrouped(3), { folds: 2, random: random(1, "folds") });

    expect(crossfit({ x: Float64Array.of(3, 1, 2), labels: y, d: 1 }, plan)[0]).toBe(0.5);
    expect(() => crossfit({ x: Float64Array.of(3, 1), labels: y, d: 1 }, plan)).toThrow(RangeError);
    expect(() => crossfit({ x: Float64Array.of(3, 1, Number.NaN), labels: y, d: 1 }, plan)).toThrow(
      RangeError,
    );
  });

  it("does not see a row's own label", () => {
    const draw = random(4, "rows");
    const x = Float64Array.from({ length: 60 }, () => normal(draw));
    const y = Uint8Array.from({ length: 30 }, (_, row) => row % 2);
    const plan = foldPlan(y, ungrouped(30), { random: draw });
    const flipped = y.slice();
    const fold = plan.fold[0]!;
    y.forEach((label, row) => {
      if (plan.fold[row] === fold) flipped[row] = 1 - label;
    });
    const scored = crossfit({ x, labels: y, d: 2 }, plan);
    const other = crossfit({ x, labels: flipped, d: 2 }, plan);

    y.forEach((_, row) => {
      if (plan.fold[row] === fold) expect(other[row]).toBe(scored[row]);
    });
  });
});

describe("foldPlan()", () => {
  it("keeps groups whole, as in the method's worked sample", () => {
    const { input, expect: expected } = vector<{
      readonly input: { readonly groups: ReadonlyArray<string>; readonly K: number; readonly seed: number };
      readonly expect: { readonly fold: ReadonlyArray<number> };
    }>("group_folds");
    const labels = new Uint8Array(input.groups.length);

    expect(
      Array.from(groupFolds(labels, input.groups, { folds: input.K, random: mulberry32(input.seed) })),
    ).toEqual(expected.fold);
  });

  it("never parts a group, and balances each class over the folds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1 })), {
          minLength: 4,
          maxLength: 80,
        }),
        fc.integer(),
        (rows, seed) => {
          const groups = rows.map(([date, label]) => `${label}-${date}`);
          const labels = Uint8Array.from(rows, ([, label]) => label);
          const plan = foldPlan(labels, groups, { folds: 3, random: random(seed, "folds") });
          if (plan.isGrouped) {
            groups.forEach((group, row) => {
              expect(plan.fold[row]).toBe(plan.fold[groups.indexOf(group)]);
            });
          } else {
            expect(plan.fewGroups).toBe(true);
          }
          const plain = stratifiedFolds(labels, { folds: 3, random: random(seed, "folds") });
          for (const label of [0, 1]) {
            const sizes = [0, 1, 2].map(
              (fold) => labels.filter((own, row) => own === label && plain[row] === fold).length,
            );
            expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });

  it("folds rows where a class has fewer dates than folds, and says so only where there are dates", () => {
    const labels = Uint8Array.from({ length: 20 }, (_, row) => (row < 10 ? 1 : 0));
    const dates = [...labels].map((label, row) => (label === 1 ? `d${row % 4}` : `e${row}`));
    const options = () => ({ folds: 5, random: random(1, "folds") });

    expect(foldPlan(labels, dates, options())).toMatchObject({ isGrouped: false, fewGroups: true });
    expect(foldPlan(labels, ungrouped(20), options())).toMatchObject({ isGrouped: false, fewGroups: false });
    expect(foldPlan(labels, dates, { ...options(), folds: 4 })).toMatchObject({
      isGrouped: true,
      fewGroups: false,
    });
  });

  it("keeps a group with rows of both classes whole, and rows without a group apart", () => {
    const labels = Uint8Array.of(1, 0, 1, 1, 0, 0, 1, 0);
    const groups = ["a", "a", "b", "c", "d", "e", null, null];
    const { fold, isGrouped } = foldPlan(labels, groups, { folds: 2, random: random(1, "folds") });

    expect(isGrouped).toBe(true);
    expect(fold[0]).toBe(fold[1]);
  });

  it("refuses unequal lengths and a single fold", () => {
    expect(() => foldPlan(Uint8Array.of(0, 1), [null], { random: random(1, "folds") })).toThrow(RangeError);
    expect(() =>
      foldPlan(Uint8Array.of(0, 1), [null, null], { folds: 1, random: random(1, "folds") }),
    ).toThrow(RangeError);
  });
});
