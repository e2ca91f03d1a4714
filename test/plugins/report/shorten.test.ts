import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shorten } from "../../../plugins/report/_shorten.ts";

describe("shorten()", () => {
  it("shorten() leaves an id that fits", () => {
    expect(shorten("meta/llama-3.1-8b", 17, [])).toEqual(["meta/llama-3.1-8b"]);
  });

  it("shorten() keeps the part that tells two ids apart, whole", () => {
    const ids = ["meta/llama-3.1-8b-instruct", "meta/llama-3.1-70b-instruct"];
    expect(ids.map((id) => shorten(id, 21, ids))).toEqual([
      ["meta…-3.1-8b-instruct"],
      ["meta…3.1-70b-instruct"],
    ]);
    expect(ids.map((id) => shorten(id, 13, ids))).toEqual([["…-8b-instruct"], ["…70b-instruct"]]);
  });

  it("shorten() writes an id on several lines where a cut would name two models", () => {
    const ids = ["aaaaaaaaaaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaaaaaaaaaac"];
    expect(shorten(ids[0]!, 10, ids)).toEqual(["aaaaaaaaaa", "aaaaaaaaaa", "aaaab"]);
  });

  it("shorten() gives every one of several ids a text of its own", () => {
    const part = fc.constantFrom("a", "b", "8b", "18b", "instruct", "llama");
    const id = fc.array(fc.tuple(part, fc.constantFrom("-", "/", ".")), { minLength: 3, maxLength: 8 });
    const ids = fc.uniqueArray(
      id.map((parts) => parts.flat().join("")),
      { minLength: 2, maxLength: 6 },
    );
    fc.assert(
      fc.property(ids, fc.integer({ min: 4, max: 30 }), (names, columns) => {
        const texts = names.map((name) => shorten(name, columns, names));
        expect(new Set(texts.map((lines) => lines.join(""))).size).toBe(names.length);
        expect(texts.flat().every((line) => line.length <= columns)).toBe(true);
      }),
    );
  });
});
