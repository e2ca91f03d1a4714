import { describe, expect, it } from "vitest";
import { aucMinDetectable, pairRowsNeeded, rowsNeeded } from "../../stages/math/mod.ts";
import { runPower } from "../../stages/mod.ts";
import { evalSetOf } from "./_fakes.ts";

const CUTOFF = { date: "2023-12-31", source: null, precision: null };

/** Corpora of a size, and an eval set of so many days after the cutoff with `perDay` rows each. */
function inputs(
  models: ReadonlyArray<string>,
  { corpus = 100, days = 100, perDay = 1, sameDay = false } = {},
) {
  const rows = Array.from({ length: days * perDay }, (_, row) => Math.floor(row / perDay));
  const up = (day: number, row: number) => ((sameDay ? day : row) % 2 === 0 ? 1 : -1);
  const evalSet = evalSetOf(
    rows.map((_, row) => `q${row}`),
    {
      dates: rows.map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)),
      targets: Int8Array.from(rows, up),
    },
  );
  const prompts = evalSetOf(Array.from({ length: corpus }, (_, row) => `p${row}`));
  return {
    models,
    evalSet,
    corpora: { isMemorized: prompts, oosControl: prompts },
    cutoffs: new Map(models.map((model) => [model, CUTOFF])),
  };
}

describe("runPower()", () => {
  it("tells the smallest AUC that the corpora show, with what refitting adds", () => {
    const { auc, says } = runPower(inputs(["a"]));
    expect(auc.minDetectable).toBe(aucMinDetectable({ members: 100, controls: 100, inflation: 1.35 }));
    expect(auc.minDetectable).toBeGreaterThan(aucMinDetectable({ members: 100, controls: 100 })!);
    expect(says[0]).toContain("100 memorised and 100 control prompts reliably show an AUC of 0.6");
  });

  it("says beforehand that verdicts would be underpowered", () => {
    expect(runPower(inputs(["a"], { corpus: 25 })).says[0]).toContain('verdicts would be "underpowered"');
    expect(runPower(inputs(["a"], { corpus: 0 })).says[0]).toContain("not even an AUC of 1");
  });

  it("counts rows needed at the design effect of the outcomes", () => {
    const [alone] = runPower(inputs(["a"])).models;
    const [shared] = runPower(inputs(["a"], { perDay: 3, sameDay: true })).models;
    expect(alone).toMatchObject({ rows: 100, days: 100, baseline: 0.5, designEffect: 1 });
    expect(shared).toMatchObject({ rows: 300, days: 100, baseline: 0.5, designEffect: 3 });
    const discordance = { first: 0.55 * 0.5, second: 0.5 * (1 - 0.55) };
    expect(alone?.rowsNeeded).toEqual({
      paired: pairRowsNeeded(discordance, { alpha: 0.1 }),
      fixedShare: rowsNeeded(0.55, 0.5)?.exact,
    });
    expect(shared?.rowsNeeded?.fixedShare).toBe(3 * 654);
    expect(shared?.detectable).toBeCloseTo(alone?.detectable ?? 0, 9);
  });

  it("asks for more of each model the more models are judged", () => {
    const [one] = runPower(inputs(["a"])).models;
    const [among] = runPower(inputs(["a", "b", "c", "d"])).models;
    expect(among?.detectable).toBeGreaterThan(one?.detectable ?? 1);
  });

  it("promises no top 3 that the rows cannot support, and none of three models", () => {
    const few = runPower(inputs(["a", "b", "c", "d"]));
    expect(few.top3).toMatchObject({ rows: 100, isSupported: false });
    expect(few.top3?.chance).toBeLessThan(0.2);
    expect(few.says.at(-1)).toContain("no such claim can be promised");
    const many = runPower(inputs(["a", "b", "c", "d"], { days: 3000 }));
    expect(many.top3).toMatchObject({ rows: 3000, isSupported: true });
    expect(many.says.at(-1)).toContain("can be supported");
    expect(runPower(inputs(["a", "b", "c"])).top3).toBeNull();
  });

  it("promises nothing of a model without rows after its cutoff", () => {
    const { cutoffs, ...rest } = inputs(["a", "b", "c", "d"]);
    const late = new Map([...cutoffs, ["d", { ...CUTOFF, date: "2030-01-01" }]] as const);
    const power = runPower({ ...rest, cutoffs: late });
    expect(power.models[3]).toMatchObject({ rows: 0, baseline: null, detectable: null, rowsNeeded: null });
    expect(power.says).toContain(
      "Skill of d: no evaluation row after 2030-01-01, so that nothing can be claimed",
    );
    expect(power.top3).toEqual({ rows: 0, chance: null, detectable: null, isSupported: false });
    const unknown = runPower({ ...rest, cutoffs: new Map() });
    expect(unknown.says[1]).toContain("Skill of a, b, c, d: no training cutoff is known");
  });

  it("cannot plan on a single day", () => {
    const [model] = runPower(inputs(["a"], { days: 1, perDay: 50 })).models;
    expect(model).toMatchObject({ days: 1, designEffect: null, detectable: null });
  });
});
