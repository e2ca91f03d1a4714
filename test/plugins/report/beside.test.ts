import { describe, expect, it } from "vitest";
import type { Judged } from "../../../plugins/contract/mod.ts";
import { honest } from "../../../plugins/gates/mod.ts";
import { besideLines } from "../../../plugins/report/_beside.ts";
import { renderTerminal } from "../../../plugins/report/terminal.ts";
import { writeTop3 } from "../../../plugins/report/top3.ts";
import { PASSING, reportOf } from "./_golden.ts";

const gates = honest.make({ parse_min: 0.8, alpha: 0.05 });

function besides(...survivors: ReadonlyArray<boolean>): Judged {
  const verdicts = survivors.map((survives, i) => {
    return { model: `m${i}`, score: survives ? 1 - i / 10 : 0, components: {}, survives, warnings: [] };
  });
  return { gates, verdicts, order: verdicts.map((_, i) => i) };
}

describe("besideLines()", () => {
  it("names the three best survivors of another gate set, and says where there is none", () => {
    expect(besideLines({ beside: [besides(true, false, true, true, true)] })).toEqual([
      "honest would have picked: m0, m2, m3",
    ]);
    expect(besideLines({ beside: [besides(false)] })).toEqual(["honest would have picked no model"]);
    expect(besideLines({ beside: [] })).toEqual([]);
  });
});

describe("what other gate sets would have said", () => {
  const plain = reportOf([PASSING]);
  const report = { ...plain, beside: [besides(true)] };

  it("stands under the table on the terminal, within its columns", () => {
    const text = renderTerminal(report, { columns: 30, color: false });
    expect(text).toContain("\nhonest would have picked: m0\n");
    expect(renderTerminal(plain, { columns: 30, color: false })).not.toContain("would have picked");
  });

  it("stands in top3.md after the gate set's own text", () => {
    const text = writeTop3(report);
    expect(text.startsWith(writeTop3(plain))).toBe(true);
    expect(text).toContain("## What other gate sets would have said\n\n- honest would have picked: m0\n");
  });

  it("stands after what the configured gate set found of every model", () => {
    const says = ["Accuracy 0.700 [0.600, 0.800]", "10 points ahead", "tier 1 of 1"];
    const verdicts = plain.verdicts.map((verdict) => ({ ...verdict, says }));
    const text = writeTop3({ ...report, verdicts });
    const heading = text.indexOf("## What classic found");
    expect(heading).toBeGreaterThan(0);
    expect(text.slice(heading)).toContain("Accuracy 0.700 \\[0.600, 0.800\\]. 10 points ahead. tier 1 of 1");
    expect(text.indexOf("## What other gate sets")).toBeGreaterThan(heading);
    const shown = renderTerminal({ ...report, verdicts }, { columns: 200, color: false });
    expect(shown).toContain(": Accuracy 0.700 [0.600, 0.800]. tier 1 of 1\n");
  });
});
