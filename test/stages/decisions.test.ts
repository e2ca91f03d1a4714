import { describe, expect, it } from "vitest";
import { decisions } from "../../stages/_decisions.ts";
import type { JudgedRows } from "../../stages/_judged_rows.ts";
import { featureTable, random } from "../../stages/math/mod.ts";
import { vector } from "./math/_golden.ts";

/** Rows of a model with one date each; a hit of -1 is a row that was not read. */
function rowsOf(
  hits: ReadonlyArray<number>,
  confidence: ReadonlyArray<number>,
  p: ReadonlyArray<number>,
): JudgedRows {
  return {
    size: hits.length,
    hits: Int8Array.from(hits),
    targets: new Int8Array(hits.length).fill(1),
    confidence: Float64Array.from(confidence),
    p: Float64Array.from(p),
    features: featureTable(new Float64Array(5 * hits.length)),
    dates: hits.map((_, row) => `2024-01-${row}`),
  };
}

interface DecisionVector {
  readonly input: Readonly<Record<"conf" | "correct" | "p_mem", ReadonlyArray<number>>>;
  readonly expect: {
    readonly clean_weight_share: number;
    readonly kish_n_eff: number;
    readonly aurc: number;
    readonly e_aurc: number;
    readonly aurc_penalised: number;
    readonly curve: ReadonlyArray<readonly [number, number]>;
  };
}

describe("decisions()", () => {
  it("agrees with the method's vector", () => {
    const { input, expect: expected } = vector<DecisionVector>("decision");
    const found = decisions(rowsOf(input.correct, input.conf, input.p_mem));
    expect(found.rows).toBe(8);
    expect(found.cleanShare).toBeCloseTo(expected.clean_weight_share, 12);
    expect(found.nEff).toBeCloseTo(expected.kish_n_eff, 12);
    expect(found.byConfidence?.aurc).toBeCloseTo(expected.aurc, 12);
    expect(found.byConfidence?.eAurc).toBeCloseTo(expected.e_aurc, 12);
    expect(found.byPenalizedConfidence?.aurc).toBeCloseTo(expected.aurc_penalised, 12);
    expect(found.byConfidence?.curve).toHaveLength(expected.curve.length);
    expect(found.clean).toEqual({ ok: false, reason: "nothing left to score: 6.4 effective rows of 30" });
  });

  it("gives the clean-weighted accuracy an interval clustered by date that holds it", () => {
    const draw = random(0, "decisions");
    const hits = Array.from({ length: 200 }, () => Number(draw() < 0.6));
    const found = decisions(
      rowsOf(
        hits,
        hits.map(() => 0.5 + draw() / 2),
        hits.map(() => draw() / 2),
      ),
    );
    const { accuracy, interval } = found.clean.ok ? found.clean.value : { accuracy: -1, interval: null };
    expect(interval?.point).toBe(accuracy);
    expect(interval!.lo < accuracy && accuracy < interval!.hi).toBe(true);
    expect(interval!.hi - interval!.lo).toBeLessThan(0.2);
  });

  it("leaves out rows that were not read or not scored", () => {
    const found = decisions(rowsOf([1, -1, 0, 1], [0.5, Number.NaN, 0.5, 0.5], [0.1, 0.2, Number.NaN, 0.3]));
    expect(found.rows).toBe(2);
    expect(found.byP.reduce((sum, { rows }) => sum + rows, 0)).toBe(2);
  });

  it("has nothing left to score of a model that remembers everything, and says so", () => {
    const hits = new Array<number>(100).fill(1);
    const found = decisions(
      rowsOf(
        hits,
        hits.map(() => 0.6),
        hits.map(() => 0.999),
      ),
    );
    expect(found.clean).toEqual({ ok: false, reason: "nothing left to score: clean share 0.001 below 0.05" });
  });

  it("keeps a curve of a few points, its last at full coverage", () => {
    const hits = Array.from({ length: 1000 }, (_, row) => row % 2);
    const found = decisions(
      rowsOf(
        hits,
        hits.map((_, row) => row / 1000),
        hits.map(() => 0.1),
      ),
    );
    expect(found.byConfidence?.curve.length).toBeLessThanOrEqual(101);
    expect(found.byConfidence?.curve.at(-1)).toEqual([1, 0.5]);
  });

  it("has no rows to speak of without any", () => {
    const found = decisions(rowsOf([], [], []));
    expect(found).toMatchObject({ rows: 0, cleanShare: null, byConfidence: null, byP: [] });
    expect(found.clean).toEqual({ ok: false, reason: "no rows" });
  });
});
