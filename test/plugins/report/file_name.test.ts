import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileName } from "../../../plugins/report/mod.ts";
import { casesIn } from "../../support/cases.ts";

interface NamesInput {
  readonly type: "file_names" | "cache_key";
  readonly ids: ReadonlyArray<string>;
}

const cases = casesIn<NamesInput, unknown>("names_and_keys.jsonl").filter(
  ({ input }) => input.type === "file_names",
);

/** What Windows calls devices, with or without an extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

function expectSafe(name: string) {
  expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  expect(name).not.toMatch(RESERVED);
  expect(Buffer.byteLength(`${name}.html.tmp`)).toBeLessThanOrEqual(255);
  expect(posix.resolve("/runs/one", name)).toBe(`/runs/one/${name}`);
  expect(win32.resolve("C:\\runs\\one", name)).toBe(`C:\\runs\\one\\${name}`);
}

describe("fileName()", () => {
  it.each(cases)("$id: $fact", ({ input: { ids } }) => {
    const names = ids.map(fileName);

    names.forEach(expectSafe);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length);
  });

  it("tells ids apart that differ in case, form, white space or nothing to be seen", () => {
    const ids = [
      "Lab/A",
      "lab/a",
      "lab/é",
      "lab/e\u0301",
      "lab/a ",
      "lab/a\u200b",
      "\ud800",
      "\ud801",
      "",
      "/",
    ];

    expect(new Set(ids.map(fileName)).size).toBe(ids.length);
    ids.map(fileName).forEach(expectSafe);
  });

  it("can be read", () => {
    expect(fileName("meta/llama-3.1-8b")).toBe("meta-llama-3-1-8b-b2b3aa7a41d4cf14");
    expect(fileName("方向")).toMatch(/^model-[0-9a-f]{16}$/);
  });

  it("gives a name of its own to every id", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: "binary", maxLength: 300 }), { maxLength: 20 }), (ids) => {
        const names = ids.map(fileName);
        names.forEach(expectSafe);
        expect(new Set(names).size).toBe(ids.length);
      }),
      { numRuns: 50 },
    );
  });

  it("has met all cases", () => {
    expect(cases).toHaveLength(7);
  });
});
