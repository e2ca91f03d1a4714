import { describe, expect, it } from "vitest";
import { readSource } from "../../../runtime/config/mod.ts";

describe("readSource()", () => {
  it("knows where values and keys stand", () => {
    const source = readSource("a: 1\nb:\n  - x\n  - { c: 2 }\n", "f.yaml");

    expect(source.value).toEqual({ a: 1, b: ["x", { c: 2 }] });
    expect(source.at(["a"])).toBe("f.yaml:1:4");
    expect(source.at(["b", 1, "c"])).toBe("f.yaml:4:10");
    expect(source.keyAt(["b", 1, "c"])).toBe("f.yaml:4:7");
    expect(source.keyAt(["b"])).toBe("f.yaml:2:1");
  });

  it("answers with the nearest place around what is not there", () => {
    const source = readSource("a:\n  b: 1\n", "f.yaml");

    expect(source.at(["a", "missing"])).toBe("f.yaml:2:3");
    expect(source.at(["a", "b", "deeper", 3])).toBe("f.yaml:2:6");
    expect(source.at(["missing"])).toBe("f.yaml:1:1");
  });

  it("reads past a byte-order mark and CRLF, and a date as a text", () => {
    const { value, issues } = readSource("\uFEFFa: 'yes'\r\nb: 2024-01-05\r\nc: 12:30:00\r\n", "f.yaml");

    expect(issues).toEqual([]);
    expect(value).toEqual({ a: "yes", b: "2024-01-05", c: "12:30:00" });
  });

  it.each([
    ["a: no\n", "f.yaml:1:4", '"no" may be a text or a switch; quote it, or write true or false'],
    ["a: [x, On]\n", "f.yaml:1:8", '"On" may be a text or a switch; quote it, or write true or false'],
    ["no: 1\n", "f.yaml:1:1", '"no" may be a text or a switch; quote it, or write true or false'],
    ["a: 010\n", "f.yaml:1:4", "010 may be octal or decimal; quote it, or leave out the zeros before it"],
    ["4.10: a\n", "f.yaml:1:1", "quote the key 4.10, so that it is a text"],
    ["~: a\n", "f.yaml:1:1", "quote the key ~, so that it is a text"],
    ["true: a\n", "f.yaml:1:1", "quote the key true, so that it is a text"],
    [": a\n", "f.yaml:1:1", "a key must be a plain text"],
  ])("refuses %j, which YAML 1.1 and 1.2 read otherwise", (text, at, says) => {
    expect(readSource(text, "f.yaml").issues).toEqual([{ at, says: `Cannot read the YAML: ${says}` }]);
  });

  it("reads anchors and their aliases", () => {
    const { value } = readSource("a: &x [1, 2]\nb: *x\n", "f.yaml");

    expect(value).toEqual({ a: [1, 2], b: [1, 2] });
  });

  it.each([
    ["", null],
    ["# nothing\n", null],
    ["- a\n", ["a"]],
    ["text\n", "text"],
  ])("reads %j, though it is no config", (text, value) => {
    expect(readSource(text, "f.yaml")).toMatchObject({ value, issues: [] });
  });

  it.each([
    ["a duplicate key", "a: 1\na: 2\n", "f.yaml:2:1", "the same key stands here a second time"],
    ["a tab", "a:\n\tb: 1\n", "f.yaml:2:1", "tabs cannot indent; use spaces"],
    ["two documents", "a: 1\n---\nb: 2\n", "f.yaml:2:1", "a second document starts here; a file holds one"],
    ["a tag", "a: !!js/function x\n", "f.yaml:1:18", "tags such as !!js/function are not supported"],
    ["a tag of one's own", "a: !mine x\n", "f.yaml:1:10", "tags such as !mine are not supported"],
    ["bytes", "a: !!binary aGk=\n", "f.yaml:1:13", "tags such as !!binary are not supported"],
    [
      "a merge key",
      "a: &x { b: 1 }\nc:\n  <<: *x\n",
      "f.yaml:3:3",
      'merge keys ("<<") are not supported; write the keys out',
    ],
    ["a prototype", "__proto__: { a: 1 }\n", "f.yaml:1:1", 'no key can be called "__proto__"'],
    ["a map as a key", "? { a: 1 }\n: x\n", "f.yaml:1:3", "a key must be a plain text"],
    ["an unknown alias", "a: *nope\n", "f.yaml:1:4", 'there is no anchor "&nope" before this alias'],
    ["a list in itself", "a: &a [*a]\n", "f.yaml:1:8", 'the alias "*a" stands inside what it repeats'],
    ["a key beside a list", "a: 1\n- b\n", "f.yaml:2:1", "expected a key with a colon after it, on one line"],
    [
      "a text with a colon",
      "a: b: c\n",
      "f.yaml:1:4",
      "a key cannot stand here; start a new line, or quote the text",
    ],
    ["an open bracket", "a: [b, c\n", "f.yaml:2:1", 'a bracket is not closed; expected "]"'],
    ["an open quote", 'a: "b\n', "f.yaml:2:1", "a quote is not closed"],
  ])("refuses %s in one sentence", (_, text, at, says) => {
    expect(readSource(text, "f.yaml").issues).toEqual([{ at, says: `Cannot read the YAML: ${says}` }]);
  });

  it("takes a quoted merge key for a key", () => {
    expect(readSource('"<<": 1\n', "f.yaml").value).toEqual({ "<<": 1 });
  });

  it("tells what is wrong on every line, once a line", () => {
    const { issues } = readSource("a: b: c: d\ne: 1\nf: g: h\n", "f.yaml");

    expect(issues.map(({ at }) => at)).toEqual(["f.yaml:1:4", "f.yaml:3:4"]);
  });

  it("refuses aliases that multiply beyond use", () => {
    const row = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(of).join(", ")}]\n`;
    const bomb = row("a", "x") + row("b", "*a") + row("c", "*b") + row("d", "*c");

    expect(readSource(bomb, "f.yaml").issues).toEqual([
      { at: "f.yaml", says: "Cannot read the YAML: its aliases multiply beyond use" },
    ]);
  });

  it.each(["[", "{a: ", "- ", "? "])("refuses %j nested a hundred thousand times", (opening) => {
    const { issues } = readSource(`a: 1\nb:\n  ${opening.repeat(100_000)}\n`, "f.yaml");

    expect(issues.map(({ says }) => says)).toEqual(["Cannot read the YAML: it is nested too deep"]);
    expect(issues[0]?.at).toMatch(/^f\.yaml:3:\d+$/);
  });

  it("reads what is nested fifty times", () => {
    const { value, issues } = readSource(`a: ${"[".repeat(50)}${"]".repeat(50)}\n`, "f.yaml");

    expect(issues).toEqual([]);
    expect(JSON.stringify(value)).toBe(`{"a":${"[".repeat(50)}${"]".repeat(50)}}`);
  });
});

describe("readSource() with overrides", () => {
  const TEXT = "seed: 1\nrequest: { timeout_s: 5 }\nmodels: [a, b]\nkept: &x { y: 1 }\nagain: *x\n";
  const set = (path: string, value: string) => ({ path: path.split("."), value });

  it.each([
    ["seed", "2", { seed: 2 }],
    ["request.timeout_s", "7.5", { request: { timeout_s: 7.5 } }],
    ["request.max_tokens", "64", { request: { timeout_s: 5, max_tokens: 64 } }],
    ["models", "[c]", { models: ["c"] }],
    ["models.1", "c", { models: ["a", "c"] }],
    ["new.deep.key", "text", { new: { deep: { key: "text" } } }],
    ["seed", "", { seed: null }],
  ])("sets %s=%s", (path, value, expected) => {
    expect(readSource(TEXT, "f.yaml", [set(path, value)]).value).toMatchObject(expected);
  });

  it("lets the last one win and tells of it where it is wrong", () => {
    const source = readSource(TEXT, "f.yaml", [set("seed", "2"), set("seed", "3")]);

    expect(source.value).toMatchObject({ seed: 3 });
    expect(source.at(["seed"])).toBe("--set seed=3");
    expect(source.at(["request", "timeout_s"])).toBe("f.yaml:2:23");
  });

  it("makes a config of nothing", () => {
    expect(readSource("", "f.yaml", [set("a.b", "1")]).value).toEqual({ a: { b: 1 } });
  });

  it.each([
    ["seed.x", "1", '"seed" holds no keys'],
    ["models.2", "c", '"models" is a list of 2, counted from 0; there is no "2" in it'],
    ["models.-1", "c", '"models" is a list of 2, counted from 0; there is no "-1" in it'],
    ["again.y", "2", '"again" holds no keys'],
    ["a..b", "1", "expected keys with a dot between them"],
    ["__proto__.x", "1", "expected keys with a dot between them"],
    ["seed", "[1", 'Cannot read the value as YAML: a bracket is not closed; expected "]"'],
    ["seed", "!!js x", "Cannot read the value as YAML: tags such as !!js are not supported"],
  ])("refuses %s=%s in one sentence", (path, value, says) => {
    expect(readSource(TEXT, "f.yaml", [set(path, value)]).issues).toEqual([
      { at: `--set ${path}=${value}`, says },
    ]);
  });

  it("tells of every setting that cannot be made", () => {
    expect(readSource("- a\n", "f.yaml", [set("x", "1"), set("0.y", "1")]).issues).toEqual([
      { at: "--set x=1", says: 'the file is a list of 1, counted from 0; there is no "x" in it' },
      { at: "--set 0.y=1", says: '"0" holds no keys' },
    ]);
  });
});
