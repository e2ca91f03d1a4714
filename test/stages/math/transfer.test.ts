import { describe, expect, it } from "vitest";
import { featureTable, random, transfer } from "../../../stages/math/mod.ts";
import { measuredRows } from "./_rows.ts";

describe("transfer()", () => {
  it("flags rows unlike those of the calibration, and only those", () => {
    const draw = random(1, "rows");
    const calibration = [measuredRows(200, 0, draw), measuredRows(200, 0, draw)];
    const alike = transfer(calibration, measuredRows(200, 0, draw))!;
    const moved = transfer(calibration, measuredRows(200, 3, draw))!;

    expect(alike).toMatchObject({ rows: 200, isFlagged: false });
    expect(alike.share).toBeLessThan(0.15);
    expect(moved.share).toBeGreaterThan(0.5);
    expect(moved.isFlagged).toBe(true);
  });

  it("leaves out failed rows and is null without any", () => {
    const none = featureTable(new Float64Array(10).fill(Number.NaN));
    const rows = featureTable(Float64Array.of(1, 1, 1, 1, Number.NaN, Number.NaN, 9, 9, 9, 9));

    expect(transfer([rows], rows)).toEqual({ rows: 1, outside: 0, share: 0, isFlagged: false });
    expect(transfer([none], rows)).toBeNull();
    expect(transfer([rows], none)).toBeNull();
    expect(transfer([rows], rows, { features: ["ref_delta"] })).toMatchObject({ rows: 1, outside: 0 });
  });
});
