import { describe, expect, it } from "vitest";
import { didYouMean } from "../../../plugins/contract/mod.ts";

describe("didYouMean()", () => {
  const NAMES = ["terminal", "records", "summary", "top3"];

  it.each([
    ["recrods", '; did you mean "records"?'],
    ["Terminal", '; did you mean "terminal"?'],
    ["summery", '; did you mean "summary"?'],
    ["top", '; did you mean "top3"?'],
    ["html", ""],
    ["", ""],
  ])("answers %j with %j", (word, hint) => {
    expect(didYouMean(word, NAMES)).toBe(hint);
  });

  it("takes two letters that changed places for one slip", () => {
    expect(didYouMean("wiht", ["use", "with"])).toBe('; did you mean "with"?');
  });

  it("is silent where there are no names", () => {
    expect(didYouMean("any", [])).toBe("");
  });

  it("minds no capitals in the names", () => {
    expect(didYouMean("qwen/qwen3-8B", ["Qwen/Qwen3-8b"])).toBe('; did you mean "Qwen/Qwen3-8b"?');
  });
});
