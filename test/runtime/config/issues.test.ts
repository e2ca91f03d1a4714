import { Either } from "effect";
import { describe, expect, it } from "vitest";
import { Schema } from "../../../plugins/contract/mod.ts";
import { decodeAt, readSource } from "../../../runtime/config/mod.ts";

const Whole = Schema.Int.pipe(Schema.greaterThan(0));
const Entry = Schema.Struct({
  date: Schema.String,
  source: Schema.optionalWith(Schema.String, { exact: true }),
});

describe("decodeAt()", () => {
  it.each([
    ["a whole number", Schema.Int, "1.5", "expected a whole number, got 1.5"],
    ["a whole number above 0", Whole, "0", "expected a whole number above 0, got 0"],
    ["a whole number above 0", Whole, "1.5", "expected a whole number above 0, got 1.5"],
    ["a whole number above 0", Whole, "two", 'expected a whole number above 0, got "two"'],
    ["a share", Schema.Number.pipe(Schema.between(0, 1)), "2", "expected a number from 0 to 1, got 2"],
    ["a share", Schema.Number.pipe(Schema.between(0, 1)), ".nan", "expected a number from 0 to 1, got NaN"],
    [
      "at least 0",
      Schema.Finite.pipe(Schema.greaterThanOrEqualTo(0)),
      "-1",
      "expected a number, 0 or more, got -1",
    ],
    [
      "at most 5",
      Schema.Number.pipe(Schema.lessThanOrEqualTo(5)),
      "9",
      "expected a number, 5 or less, got 9",
    ],
    [
      "above 0, up to 1",
      Schema.Number.pipe(Schema.greaterThan(0), Schema.lessThanOrEqualTo(1)),
      "0",
      "expected a number above 0 and up to 1, got 0",
    ],
    ["a word", Schema.Literal("holdout"), "loo", 'expected "holdout", got "loo"'],
    ["two words", Schema.Literal("count", "forbid"), "5", 'expected "count" or "forbid", got 5'],
    ["three words", Schema.Literal(-1, 0, 1), "up", 'expected -1, 0 or 1, got "up"'],
    ["a switch", Schema.Boolean, "yep", 'expected true or false, got "yep"'],
    ["a text", Schema.String, "[]", "expected a text, got an empty list"],
    ["a text that is not empty", Schema.NonEmptyString, '""', 'expected a text that is not empty, got ""'],
    ["a text or none", Schema.NullOr(Schema.String), "5", "expected a text or nothing, got 5"],
    [
      "a text or a map",
      Schema.Union(Schema.String, Entry),
      "5",
      "expected a text or a map with the keys date, source, got 5",
    ],
    [
      "nested choices",
      Schema.Union(Schema.NullOr(Schema.Int), Schema.Literal("auto")),
      "x",
      'expected a whole number, nothing or "auto", got "x"',
    ],
    ["a list", Schema.Array(Schema.Int), "{ a: 1 }", "expected a list, got a map"],
    [
      "a list that is not empty",
      Schema.Array(Schema.Int).pipe(Schema.minItems(1)),
      "[]",
      "expected a list that is not empty, got an empty list",
    ],
    [
      "a map",
      Schema.Record({ key: Schema.String, value: Schema.Int }),
      "",
      "expected a map of keys and values, got nothing",
    ],
    [
      "its author's words",
      Schema.String.pipe(Schema.filter(() => "expected a colour")),
      "x",
      "expected a colour",
    ],
    [
      "a long text shortened",
      Schema.Int,
      "x".repeat(500),
      `expected a whole number, got "${"x".repeat(60)}…"`,
    ],
  ])("asks for %s in words: %#", (_, schema: Schema.Schema.Any, text, says) => {
    expect(issuesOf(schema, text)).toEqual([expect.stringMatching(/^f\.yaml/)]);
    expect(issuesOf(schema, text)[0]?.replace(/^f\.yaml[:\d]* ?/, "")).toBe(says);
  });

  it("gives the value where nothing is wrong", () => {
    const source = readSource("date: 2024-01-05\n", "f.yaml");

    expect(decodeAt(Entry, source, source.value)).toEqual(Either.right({ date: "2024-01-05" }));
  });

  it("names the place, the path and the key", () => {
    const schema = Schema.Struct({
      models: Schema.Record({ key: Schema.String, value: Schema.Array(Entry) }),
    });

    expect(issuesOf(schema, "models:\n  a: [{ date: x, sorce: y }, { date: 5 }, {}]\n  b: 1\n")).toEqual([
      'f.yaml:2:18: models.a[0]: unknown key "sorce"; did you mean "source"?',
      "f.yaml:2:38: models.a[1].date: expected a text, got 5",
      'f.yaml:2:43: models.a[2]: missing key "date"',
      "f.yaml:3:6: models.b: expected a list, got 1",
    ]);
  });

  it("says how many entries a list wants", () => {
    const schema = Schema.Struct({
      reads: Schema.NonEmptyArray(Schema.String),
      range: Schema.Tuple(Schema.Number, Schema.Number),
    });

    expect(issuesOf(schema, "reads: []\nrange: [1]\n")).toEqual([
      "f.yaml:1:8: reads: expected at least one entry",
      "f.yaml:2:8: range: expected at least 2 entries",
    ]);
  });

  it("takes the member of a choice that was meant", () => {
    const schema = Schema.Union(Schema.String.pipe(Schema.maxLength(2)), Entry);

    expect(issuesOf(schema, "{ date: 5, sourc: x }")).toEqual([
      'f.yaml:1:12: unknown key "sourc"; did you mean "source"?',
      "f.yaml:1:9: date: expected a text, got 5",
    ]);
  });

  it("counts a misspelt key once, though it is missing too", () => {
    expect(issuesOf(Entry, "dtae: x\n")).toEqual(['f.yaml:1:1: unknown key "dtae"; did you mean "date"?']);
  });

  it("tells the known keys where none is close", () => {
    expect(issuesOf(Entry, "date: x\ncolour: y\n")).toEqual([
      'f.yaml:2:1: unknown key "colour"; known keys: date, source',
    ]);
  });

  it("refuses keys where none is known", () => {
    expect(issuesOf(Schema.Struct({}), "a: 1\nb: 2\n")).toEqual([
      'f.yaml:1:1: unknown key "a"; no key is known here',
      'f.yaml:2:1: unknown key "b"; no key is known here',
    ]);
    expect(issuesOf(Schema.Struct({}), "{}")).toEqual([]);
  });

  it("speaks no type syntax, whatever the schema", () => {
    const schema = Schema.Struct({
      a: Schema.Tuple(Schema.Int, Schema.String),
      b: Schema.Struct({ c: Schema.Union(Entry, Schema.Array(Entry), Schema.Literal(1)) }),
      d: Schema.optionalWith(Schema.Struct({ e: Schema.NumberFromString }), { exact: true }),
    });

    const said = ["5", "a: 1\nb: 2\nd: 3\n", "a: [x]\nb: { c: 2 }\nd: { e: 1 }\n", "{}"].flatMap((text) =>
      issuesOf(schema, text),
    );

    expect(said.length).toBeGreaterThan(8);
    expect(said.filter((text) => /readonly|[<>|]|Struct|undefined|Encoded|Array</.test(text))).toEqual([]);
  });
});

function issuesOf(schema: Schema.Schema.Any, text: string): ReadonlyArray<string> {
  const source = readSource(text, "f.yaml");
  return Either.match(decodeAt(schema as Schema.Schema<unknown>, source, source.value), {
    onLeft: (issues) => issues.map(({ at, says }) => `${at}: ${says}`),
    onRight: () => [],
  });
}
