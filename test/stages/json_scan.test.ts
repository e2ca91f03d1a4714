import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFault, placeOf } from "../../stages/_json_scan.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const SIGNS = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  " ",
  "\t",
  "\n",
  "0",
  "1",
  "-",
  ".",
  "e",
  "u",
  "a",
  "true",
  "null",
  "é",
  "\ufeff",
  "\u0001",
  "\ud800",
];

describe("jsonFault()", () => {
  it("takes what a JSON parser takes, but for keys that stand twice", () => {
    const soup = fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }).map((signs) => signs.join(""));
    const cut = fc.tuple(fc.json(), fc.nat(), fc.constantFrom("", ...SIGNS)).map(([text, at, sign]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + sign + text.slice(place + 1);
    });
    fc.assert(
      fc.property(fc.oneof(fc.json(), soup, cut), (text) => {
        const fault = jsonFault(text);
        if (fault !== null && /stands here a second time$/.test(fault.says)) expect(isJson(text)).toBe(true);
        else expect([fault === null, text]).toEqual([isJson(text), text]);
        if (fault !== null) expect(fault.at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 3000 },
    );
  });

  it("finds every key that stands twice in one object, and no other", () => {
    const key = fc.constantFrom("a", "b", "\u00e9", "");
    const spelt = (text: string, isEscaped: boolean) =>
      isEscaped
        ? `"${[...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`
        : JSON.stringify(text);
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.boolean()), { maxLength: 5 }), fc.boolean(), (keys, isInner) => {
        const object = `{${keys.map(([text, isEscaped]) => `${spelt(text, isEscaped)}:{"a":1}`).join(",")}}`;
        const fault = jsonFault(isInner ? `[1, {"x": ${object}}]` : object);
        expect(fault !== null).toBe(new Set(keys.map(([text]) => text)).size < keys.length);
      }),
      { numRuns: 300 },
    );
  });

  it("goes through texts of many escapes and of eight million signs", () => {
    expect(jsonFault(JSON.stringify({ prompt: "lorem ".repeat(1_400_000) }))).toBeNull();
    expect(jsonFault(JSON.stringify({ prompt: "\n".repeat(500_000) }))).toBeNull();
  });

  it("refuses nesting deeper than a hundred", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

    expect(jsonFault(nested(100))).toBeNull();
    expect(jsonFault(nested(102))).toEqual({ at: 101, says: "it is nested too deep" });
    expect(jsonFault("[".repeat(1_000_000))).toEqual({ at: 101, says: "it is nested too deep" });
  });
});

describe("placeOf()", () => {
  const text = ' {"prompt": "x", "metadata": {"date": "y", "tags": [1, {"q": 2}]}}';

  it.each([
    [[], " {".length - 1],
    [["prompt"], text.indexOf('"x"')],
    [["metadata", "date"], text.indexOf('"y"')],
    [["metadata", "tags", 1, "q"], text.indexOf("2")],
    [["metadata", "absent"], text.indexOf('{"date"')],
    [["absent"], 1],
  ] as ReadonlyArray<readonly [ReadonlyArray<string | number>, number]>)(
    "of %j is where it starts, or what is around it",
    (path, at) => {
      expect(placeOf(text, path)).toBe(at);
    },
  );
});
