import fc from "fast-check";
import { deflate } from "pako";
import { describe, expect, it } from "vitest";
import { zlibLength } from "../../../stages/math/mod.ts";
import { golden } from "./_golden.ts";

describe("zlibLength()", () => {
  it("agrees with the reference zlib on every text", () => {
    const cases = golden<string, number>("zlib");
    expect(cases.length).toBeGreaterThan(200);
    expect(cases.map(({ input }) => zlibLength(input))).toEqual(cases.map(({ expected }) => expected));
  });

  it("does not depend on what it measured before", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.string({ unit: fc.constantFrom("up ", "down "), maxLength: 60_000 }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const alone = texts.map((one) => deflate(one, { level: 9, legacyHash: true }).length);
        expect(texts.map(zlibLength)).toEqual(alone);
      }),
    );
  });

  it("refuses a lone surrogate but not a pair", () => {
    expect(() => zlibLength("up \ud83d")).toThrow(
      "Cannot encode the text as UTF-8: lone surrogate at index 3",
    );
    expect(zlibLength("up \ud83d\ude80")).toBeGreaterThan(8);
  });
});
