import { describe, expect, it } from "vitest";
import { type Features, featureTable, featureTableBuilder } from "../../../stages/math/mod.ts";

const row = (loss: number, ref_delta: number | null): Features => ({
  loss,
  min_k: -2,
  min_k_pp: -1,
  zlib_ratio: 0.5,
  ref_delta,
});

describe("featureTableBuilder()", () => {
  it("gives back every row, nulls included, past its first capacity", () => {
    const rows = Array.from({ length: 300 }, (_, i) => row(i, i % 3 === 0 ? null : i / 7));
    const builder = featureTableBuilder();
    for (const features of rows) builder.push(features);
    const table = builder.build();
    expect(table.size).toBe(300);
    expect(rows.map((_, i) => table.row(i))).toEqual(rows);
  });

  it("builds a table that later rows do not change", () => {
    const builder = featureTableBuilder();
    builder.push(row(1, 0.1));
    const table = builder.build();
    builder.push(row(2, 0.2));
    expect([table.size, builder.build().size]).toEqual([1, 2]);
  });
});

describe("featureTable()", () => {
  it("reads row-major values in the order of FEATURES", () => {
    const table = featureTable(Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, Number.NaN));
    expect(table.row(1)).toEqual({ loss: 6, min_k: 7, min_k_pp: 8, zlib_ratio: 9, ref_delta: null });
  });

  it("is empty without values", () => {
    expect(featureTable(new Float64Array(0)).size).toBe(0);
  });

  it("refuses broken rows and rows that are not there", () => {
    expect(() => featureTable(new Float64Array(7))).toThrow(RangeError);
    for (const i of [-1, 1, 0.5]) expect(() => featureTable(new Float64Array(5)).row(i)).toThrow(RangeError);
  });
});
