import { describe, expect, it } from "vitest";
import {
  auc,
  controlBaseline,
  type FeatureTable,
  featureTable,
  fitLogistic,
  type Groups,
  random,
  refitCalibrator,
  separation,
} from "../../../stages/math/mod.ts";
import { measuredRows, ungrouped } from "./_rows.ts";

describe("separation()", () => {
  it("finds a signal, and not where there is none", () => {
    const draw = random(1, "rows");
    const strong = judged(measuredRows(60, -1.5, draw), measuredRows(60, 0, draw));
    const none = judged(measuredRows(60, 0, draw), measuredRows(60, 0, draw));

    expect(strong.permutation.p).toBe(0.005);
    expect(strong.auc.lo).toBeGreaterThan(0.75);
    expect(none.auc.lo).toBeLessThan(0.5);
    expect(none.permutation.p).toBeGreaterThan(0.05);
    expect(none.permutation.inflation).toBeGreaterThan(1.1);
    expect(none.minDetectable).toBeGreaterThan(0.65);
  });

  it("rejects clean models at the permutation test's size", () => {
    const runs = 120;
    let rejected = 0;
    for (let seed = 0; seed < runs; seed++) {
      const draw = random(seed, "rows");
      const found = judged(measuredRows(20, 0, draw), measuredRows(20, 0, draw), { permutations: 39, seed });
      if (found.permutation.p <= 0.05) rejected++;
    }

    expect(rejected / runs).toBeLessThanOrEqual(0.1);
  });

  it("returns the same numbers for the same seed, and others for another", () => {
    const draw = random(2, "rows");
    const [members, controls] = [measuredRows(30, -0.5, draw), measuredRows(30, 0, draw)];
    const once = judged(members, controls, { permutations: 19 });

    expect(judged(members, controls, { permutations: 19 })).toEqual(once);
    expect(judged(members, controls, { permutations: 19, seed: 5 }).plan).not.toEqual(once.plan);
  });

  it("leaves out failed rows and says which are left", () => {
    const draw = random(3, "rows");
    const values = measuredRows(10, 0, draw).values.slice();
    values[3 * 5] = Number.NaN;
    const found = judged(featureTable(values), measuredRows(12, 0, draw), { permutations: 5 });

    expect([found.members, found.controls]).toEqual([9, 12]);
    expect(Array.from(found.ids)).toEqual([
      0,
      1,
      2,
      4,
      5,
      6,
      7,
      8,
      9,
      ...Array.from({ length: 12 }, (_, i) => 10 + i),
    ]);
    expect(auc(found.probabilities, found.labels)).toBeCloseTo(found.auc.point, 12);
    expect(found.features).toEqual(["loss", "min_k", "min_k_pp", "zlib_ratio"]);
  });

  it("uses the reference where two rows of each class have it", () => {
    const draw = random(4, "rows");
    const withReference = (table: FeatureTable) =>
      featureTable(table.values.map((value, i) => (i % 5 === 4 && i > 40 ? draw() : value)));
    const found = judged(withReference(measuredRows(20, 0, draw)), withReference(measuredRows(20, 0, draw)), {
      permutations: 5,
    });

    expect(found.features).toContain("ref_delta");
    expect(found.members).toBe(12);
  });

  it("folds by date and says where there are too few", () => {
    const draw = random(5, "rows");
    const [members, controls] = [measuredRows(20, 0, draw), measuredRows(20, 0, draw)];
    const dates = (prefix: string, count: number) =>
      Array.from({ length: 20 }, (_, i) => `${prefix}${i % count}`);
    const many = judged(members, controls, { permutations: 5, groups: [dates("a", 8), dates("b", 8)] });
    const few = judged(members, controls, { permutations: 5, groups: [dates("a", 8), dates("b", 3)] });

    expect(many.plan).toMatchObject({ isGrouped: true, fewGroups: false });
    expect(few.plan).toMatchObject({ isGrouped: false, fewGroups: true });
  });

  it("prints a width where the separation is perfect and for constant features", () => {
    const constant = featureTable(
      Float64Array.from({ length: 100 }, (_, i) => (i % 5 === 4 ? Number.NaN : 1)),
    );
    const other = featureTable(Float64Array.from({ length: 100 }, (_, i) => (i % 5 === 4 ? Number.NaN : 2)));
    const flat = judged(constant, constant, { permutations: 19 });
    const apart = judged(constant, other, { permutations: 19 });

    expect(flat.auc).toMatchObject({ point: 0.5, method: "newcombe" });
    expect(flat.permutation.p).toBe(1);
    expect(apart.auc).toMatchObject({ point: 1, hi: 1, method: "newcombe" });
    expect(apart.auc.lo).toBeLessThan(0.95);
  });

  it("has a reason where a class has fewer than two valid rows, and refuses groups of another number", () => {
    const draw = random(6, "rows");
    const rows = {
      members: measuredRows(1, 0, draw),
      controls: measuredRows(5, 0, draw),
      memberGroups: [null],
      controlGroups: ungrouped(5),
    };

    expect(separation(rows, { random: draw })).toEqual({
      ok: false,
      reason: "Too few valid memorised rows to calibrate on: 1 of 2",
    });
    expect(() => separation({ ...rows, controlGroups: [] }, { random: draw })).toThrow(RangeError);
    const two = judged(measuredRows(2, 0, draw), measuredRows(2, 0, draw), { permutations: 5 });
    expect(two.minDetectable).toBeNull();
  });
});

describe("refitCalibrator()", () => {
  it("leaves the intercept free", () => {
    const draw = random(7, "rows");
    const [members, controls] = [measuredRows(30, -1, draw), measuredRows(30, 0, draw)];
    const baseline = controlBaseline(controls);
    const refit = refitCalibrator({ members, controls }, baseline);
    const names = ["loss", "min_k", "min_k_pp", "zlib_ratio"] as const;
    const z = [members, controls].flatMap((table) =>
      Array.from({ length: 30 }, (_, i) =>
        names.map((name) => (table.row(i)[name]! - baseline.mean[name]!) / baseline.std[name]!),
      ),
    );
    const expected = fitLogistic(Float64Array.from(z.flat()), new Uint8Array(60).fill(1, 0, 30), 4, {
      penaliseIntercept: false,
    });

    if (!refit.ok) throw new Error(refit.reason);
    expect(refit.fit.intercept).toBeCloseTo(expected.intercept, 9);
    expect(refit.withoutReference).toBeNull();
  });

  it("has a second fit where the first needs the reference, and a reason where there is none", () => {
    const draw = random(8, "rows");
    const filled = (table: FeatureTable) =>
      featureTable(table.values.map((value) => (Number.isNaN(value) ? draw() : value)));
    const controls = filled(measuredRows(10, 0, draw));
    const refit = refitCalibrator(
      { members: filled(measuredRows(10, 0, draw)), controls },
      controlBaseline(controls),
    );

    expect(refit.ok && refit.fit.features.length).toBe(5);
    expect(refit.ok && refit.withoutReference?.features.length).toBe(4);
    expect(
      refitCalibrator({ members: measuredRows(1, 0, draw), controls }, controlBaseline(controls)).ok,
    ).toBe(false);
  });
});

function judged(
  members: FeatureTable,
  controls: FeatureTable,
  {
    permutations = 199,
    seed = 1,
    groups,
  }: {
    readonly permutations?: number;
    readonly seed?: number;
    readonly groups?: readonly [Groups, Groups];
  } = {},
) {
  const [memberGroups, controlGroups] = groups ?? [ungrouped(members.size), ungrouped(controls.size)];
  const found = separation(
    { members, controls, memberGroups, controlGroups },
    { permutations, random: random(seed, "separation") },
  );
  if (!found.ok) throw new Error(found.reason);
  return found.separation;
}
