import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokenize } from "../../../../plugins/provider/embedded/_tokenizer.ts";

describe("tokenize()", () => {
  test("tokenize() spells any text, lone surrogates and joiners included", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.fullUnicodeString(),
      fc.string16bits(),
      fc.stringOf(fc.constantFrom("-1", " ", "\n", "0.65", "%", "S117", "[", "/", "\r", "Ωx", "٣")),
    );
    fc.assert(fc.property(texts, (text) => tokenize(text).join("") === text && !tokenize(text).includes("")));
  });

  test("tokenize() keeps words with their space, numbers and dates whole", () => {
    expect(tokenize("Date: 2007-03-14, at 1,387.17 or -0.31%.\nSetup S117")).toEqual([
      "Date",
      ":",
      " 2007-03-14",
      ",",
      " at",
      " 1,387.17",
      " or",
      " -0.31%",
      ".",
      "\n",
      "Setup",
      " S",
      "117",
    ]);
  });

  test("tokenize() gives nothing for the empty text", () => {
    expect(tokenize("")).toEqual([]);
  });
});
