import { Effect } from "effect";
import { describe, expect, it } from "vitest";
import { gateSetFlaw, providerFlaw, writerFlaw } from "../../../runtime/plugins/mod.ts";

const PROVIDER = {
  identity: "desk",
  deterministic: true,
  concurrency: 2,
  known: {},
  complete: () => Effect.die("not asked"),
};
const GATES = {
  name: "desk",
  formula: "",
  thresholds: { floor: 0.5 },
  blocking: ["low"],
  judge: () => [],
  words: { passed: "", besides: "", reading: "" },
};

describe("providerFlaw()", () => {
  it("finds nothing in a provider", () => {
    expect(providerFlaw(PROVIDER)).toBeNull();
    expect(providerFlaw({ ...PROVIDER, minCallIntervalMs: 0, models: ["one"] })).toBeNull();
  });

  it.each([
    ["identity", "", "a text"],
    ["deterministic", "yes", "true or false"],
    ["concurrency", 0, "a whole number above 0"],
    ["minCallIntervalMs", -1, "a number, 0 or more, or nothing"],
    ["known", { one: 1 }, "a mapping of models to texts"],
    ["models", "one", "a list of texts, or nothing"],
    ["complete", undefined, "a function"],
  ])("says what is wrong where %s is %o", (name, value, expected) => {
    expect(providerFlaw({ ...PROVIDER, [name]: value })).toBe(`expected ${expected} as its "${name}"`);
  });
});

describe("gateSetFlaw()", () => {
  it("finds nothing in a gate set", () => {
    expect(gateSetFlaw(GATES)).toBeNull();
  });

  it.each([
    ["name", "", "a text"],
    ["formula", null, "a text"],
    ["thresholds", { floor: Number.NaN }, "a mapping of names to numbers"],
    ["blocking", [1], "a list of texts"],
    ["judge", [], "a function"],
    ["words", { passed: "" }, 'a mapping of "passed", "besides" and "reading" to texts'],
  ])("says what is wrong where %s is %o", (name, value, expected) => {
    expect(gateSetFlaw({ ...GATES, [name]: value })).toBe(`expected ${expected} as its "${name}"`);
  });
});

describe("writerFlaw()", () => {
  it("finds nothing in a writer of files or of a screen", () => {
    const writers = [{ files: () => Effect.succeed([]) }, { screen: () => Effect.succeed("") }];

    expect(writers.map(writerFlaw)).toEqual([null, null]);
  });

  it("says that a writer of neither, such as one with a misspelt name, is none", () => {
    expect(writerFlaw({ file: () => Effect.succeed([]) })).toBe(
      'make gave an object with neither "files" nor "screen"',
    );
  });

  it.each([[undefined], ["text"], [Effect.succeed({})]])("says that %o is none", (made) => {
    expect(writerFlaw(made)).toBe("make gave no object with files or screen");
  });

  it("says which part is no function", () => {
    expect(writerFlaw({ files: [] })).toBe('expected a function as its "files"');
  });
});
