import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promptIndex } from "../../stages/_prompt_index.ts";

describe("promptIndex()", () => {
  it("finds the first row of each prompt, however the hashes lie", () => {
    const word = fc.constantFrom(0, 1, 2, 7, 2 ** 31, 2 ** 32 - 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 60 }), fc.tuple(word, word), (rows, other) => {
        const { first, holds } = promptIndex(Uint32Array.from(rows.flat()));
        const same =
          ([a, b]: readonly [number, number]) =>
          (row: readonly [number, number]) =>
            row[0] === a && row[1] === b;

        expect(rows.map((_, row) => first(row))).toEqual(rows.map((row) => rows.findIndex(same(row))));
        expect(holds(...other)).toBe(rows.some(same(other)));
      }),
      { numRuns: 300 },
    );
  });

  it("holds nothing where there are no rows", () => {
    expect(promptIndex(new Uint32Array(0)).holds(0, 0)).toBe(false);
  });
});
