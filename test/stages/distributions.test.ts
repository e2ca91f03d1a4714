import { describe, expect, it } from "vitest";
import { distributions } from "../../stages/_distributions.ts";
import { controlBaseline, featureTable } from "../../stages/math/mod.ts";

/** Feature rows of which only the loss varies; without `ref_delta`. */
const tableOf = (losses: ReadonlyArray<number>) =>
  featureTable(
    Float64Array.from(losses.flatMap((loss, i) => [loss, -2 - (i % 2), -1 - (i % 3), 0.5 + (i % 2), NaN])),
  );
const baselineOf = (losses: ReadonlyArray<number>) => {
  const controls = tableOf(losses);
  return { controls, baseline: controlBaseline(controls), rows: losses.map((_, row) => row), failures: "" };
};

const CONTROLS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

describe("distributions()", () => {
  it("counts every calibration row in standard deviations from the control mean, feature by feature", () => {
    const found = distributions(tableOf([4.5, 4.5, -30]), baselineOf(CONTROLS));
    if (!found.ok) throw new Error(found.reason);
    const { lo, hi, features } = found.value;
    const [loss] = features;

    expect(features.map(({ feature }) => feature)).toEqual(["loss", "min_k", "min_k_pp", "zlib_ratio"]);
    expect([lo, hi]).toEqual([-12, 2]);
    expect(loss?.members).toMatchObject({ rows: 3, median: 0 });
    expect(loss?.controls).toMatchObject({ rows: 10, median: 0 });
    for (const { members, controls } of features) {
      expect(members.counts.reduce((sum, count) => sum + count, 0)).toBe(3);
      expect(controls.counts.reduce((sum, count) => sum + count, 0)).toBe(10);
    }
    expect(loss?.members.counts[0]).toBe(1);
  });

  it("ends the range at 20, however far the rows lie", () => {
    const found = distributions(tableOf([1e9, 1e9, 1e9]), baselineOf(CONTROLS));

    expect(found.ok && found.value.hi).toBe(20);
    expect(found.ok && found.value.features[0]?.members.counts.at(-1)).toBe(3);
  });

  it("says why there are none", () => {
    expect(distributions(tableOf([1]), undefined)).toEqual({
      ok: false,
      reason: "it has no control baseline",
    });
    expect(distributions(tableOf([]), baselineOf(CONTROLS))).toEqual({
      ok: false,
      reason: "no feature has rows in both corpora",
    });
  });
});
