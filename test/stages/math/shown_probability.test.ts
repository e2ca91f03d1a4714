import { describe, expect, it } from "vitest";
import { shownProbability } from "../../../stages/math/mod.ts";

const shown = (value: number, digits: number, canBeCertain?: boolean) => {
  const { relation, number } = shownProbability(value, digits, canBeCertain ? { canBeCertain } : {});
  return `${relation}${number}`;
};

describe("shownProbability()", () => {
  it.each([
    [0.0123, 4, "=0.0123"],
    [0.0001, 4, "=0.0001"],
    [0.00009, 4, "<0.0001"],
    [0, 4, "<0.0001"],
    [1e-300, 3, "<0.001"],
    [0.999, 3, "=0.999"],
    [0.9995, 3, ">0.999"],
    [1, 3, ">0.999"],
    [1, 2, ">0.99"],
    [0.5, 2, "=0.50"],
  ])("shows %d in %i decimals as %s: neither impossible nor certain", (value, digits, text) => {
    expect(shown(value, digits)).toBe(text);
  });

  it("shows a 1 that is one where it can be, as a p can, but no 0", () => {
    expect([shown(1, 4, true), shown(0.99999, 4, true), shown(0, 4, true)]).toEqual([
      "=1.0000",
      ">0.9999",
      "<0.0001",
    ]);
  });
});
