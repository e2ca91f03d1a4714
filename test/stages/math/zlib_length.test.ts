import { describe, expect, it } from "vitest";
import { zlibLength } from "../../../stages/math/mod.ts";
import { golden } from "./_golden.ts";

describe("zlibLength()", () => {
  it("agrees with the reference zlib on every text", () => {
    const cases = golden<string, number>("zlib");
    expect(cases.length).toBeGreaterThan(200);
    expect(cases.map(({ input }) => zlibLength(input))).toEqual(cases.map(({ expected }) => expected));
  });

  it("refuses a lone surrogate but not a pair", () => {
    expect(() => zlibLength("up \ud83d")).toThrow(
      "Cannot encode the text as UTF-8: lone surrogate at index 3",
    );
    expect(zlibLength("up \ud83d\ude80")).toBeGreaterThan(8);
  });
});
