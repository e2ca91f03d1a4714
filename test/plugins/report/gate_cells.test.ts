import { describe, expect, it } from "vitest";
import type { Judged } from "../../../plugins/contract/mod.ts";
import { honest } from "../../../plugins/gates/mod.ts";
import { gateCells } from "../../../plugins/report/_gate_cells.ts";
import { gatesJson } from "../../../plugins/report/_gates_json.ts";
import { writeAnalysisJson, writeStatisticsCsv } from "../../../plugins/report/statistics.ts";
import { reportOf } from "./_golden.ts";
import { PASSING, UNCALIBRATED } from "./_results.ts";

const report = reportOf([PASSING, UNCALIBRATED]);
const configured: Judged = { gates: report.gates, verdicts: report.verdicts, order: report.order };
const beside: Judged = {
  gates: honest.make({ parse_min: 0.8, alpha: 0.05 }),
  order: [1, 0],
  verdicts: [PASSING, UNCALIBRATED].map(({ model }, i) => ({
    model,
    score: i / 2,
    components: {},
    survives: i === 1,
    warnings: ["undated-rows"],
    details: { tier: 2, icc: null, n_eff: 12.5 },
    says: ["in words"],
  })),
};

describe("gateCells()", () => {
  it("puts every gate set's score, survival, warnings and details under its name", () => {
    expect(gateCells([configured, beside], 1)).toEqual({
      classic_score: "0.000000",
      classic_survives: "false",
      classic_warnings: "uncalibrated",
      honest_score: "0.500000",
      honest_survives: "true",
      honest_warnings: "undated-rows",
      honest_tier: "2",
      honest_icc: "",
      honest_n_eff: "12.500000",
    });
  });

  it("has the same columns where there is no model", () => {
    expect(Object.keys(gateCells([configured, beside], -1))).toEqual(
      Object.keys(gateCells([configured, beside], 0)),
    );
  });
});

describe("statistics", () => {
  it("holds both gate sets, the configured one first", () => {
    const [header] = writeStatisticsCsv(report.analysis, [configured, beside]).split("\n");
    expect(header).toContain("clean_acc_point,clean_acc_lo,clean_acc_hi,clean_share,clean_n_eff,aurc,e_aurc");
    expect(header).toContain("acc_after_hi,icc_after,design_effect_after,n_eff_after");
    expect(
      header?.endsWith(
        "classic_warnings,honest_score,honest_survives,honest_warnings,honest_tier,honest_icc,honest_n_eff",
      ),
    ).toBe(true);
    const { gates, methods } = JSON.parse(writeAnalysisJson(report.analysis, [configured, beside]));
    expect(gates).toEqual(JSON.parse(JSON.stringify(gatesJson([configured, beside]))));
    expect(gates[1]).toMatchObject({ name: "honest", order: ["lab/unasked", "meta/llama-3.1_8b"] });
    expect(Object.keys(methods)).toEqual(expect.arrayContaining(["decisions", "prevalence", "p_interval"]));
  });
});
