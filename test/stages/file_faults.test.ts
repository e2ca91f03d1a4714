import { gzipSync } from "node:zlib";
import { Effect, Either, Layer, Stream } from "effect";
import { describe, expect, it } from "vitest";
import { Inputs } from "../../plugins/contract/mod.ts";
import { loadCorpus, loadCutoffs, loadEvalSet } from "../../stages/mod.ts";
import { fakeInputs, fakeProgress } from "./_fakes.ts";

const row = (prompt: string, target_direction: number | string = 1) =>
  `{"prompt":${JSON.stringify(prompt)},"target_direction":${target_direction}}`;
const A = `${row("a")}\n`;
const B = `${row("b", -1)}\n`;
const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...parts: ReadonlyArray<string | Uint8Array | ReadonlyArray<number>>) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => Buffer.from(typeof part === "string" ? utf8(part) : part))),
  );
const gz = (text: string) => new Uint8Array(gzipSync(text));
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"));
const swapped = (text: string) => new Uint8Array(Buffer.from(text, "utf16le").swap16());
const BOM = [0xef, 0xbb, 0xbf];

type Content = string | Uint8Array;

async function read(name: string, content: Content, piece = 5) {
  const progress = fakeProgress();
  const loaded = Effect.gen(function* () {
    const set = yield* loadEvalSet(name);
    const prompts = [...(yield* Stream.runCollect(set.prompts))];
    return { rows: prompts.map((prompt, i) => [prompt, set.targets[i]]), warnings: progress.warnings };
  });
  const layer = Layer.merge(fakeInputs({ [name]: content }, piece), progress.layer);
  return Effect.runPromise(Effect.either(Effect.provide(loaded, layer)));
}

const AB = [
  ["a", 1],
  ["b", -1],
];

describe("loadEvalSet()", () => {
  it.each<readonly [string, Content]>([
    ["a byte-order mark where files were joined", bytes(BOM, A, BOM, B)],
    ["byte-order marks on blank lines", bytes(BOM, "\n", BOM, "\r\n", A, B)],
    ["a blank line of a thousand spaces", `${" ".repeat(1000)}\n${A}${B}`],
    ["two carriage returns before a line feed", `${row("a")}\r\r\n${B}`],
    ["the end mark of DOS", `${A}${B}\u001a`],
    ["space and tabs around everything", `\t{ "prompt" : "a" , "target_direction" : 1 }\t \n${B}`],
    ["escapes for letters", `{"\\u0070rompt":"\\u0061","target_direction":1}\n${B}`],
    ["targets written as 1.0 and -1e0", `${row("a", "1.0")}\n${row("b", "-1e0")}\n`],
    ["targets written as 10e-1 and -0.1E+1", `${row("a", "10e-1")}\n${row("b", "-0.1E+1")}\n`],
    ["further keys, metadata null", `{"prompt":"a","target_direction":1,"id":"x","metadata":null}\n${B}`],
    ["numbers out of range that are the owner's", `{"prompt":"a","target_direction":1,"score":1e999}\n${B}`],
  ])("reads past %s", async (_, content) => {
    expect(Either.map(await read("eval.jsonl", content), ({ rows }) => rows)).toEqual(Either.right(AB));
  });

  it.each<readonly [string, Content]>([
    ["one member", gz(A + B)],
    ["a member a row", bytes(gz(A), gz(B))],
    ["an empty member between two", bytes(gz(A), gz(""), gz(B))],
    ["zeros as padding", bytes(gz(A), gz(B), new Uint8Array(512))],
    ["a member that ends inside a row", bytes(gz(A + B.slice(0, 9)), gz(B.slice(9)))],
  ])("unpacks gzip: %s", async (_, content) => {
    expect(Either.map(await read("eval.jsonl.gz", content), ({ rows }) => rows)).toEqual(Either.right(AB));
  });

  const cut = gz(A + B);
  const broken = gz(A + B);
  broken[broken.length - 6]! ^= 1;

  it.each<readonly [string, Content, string]>([
    ["cut", cut.subarray(0, -9), "its gzip data are cut off"],
    ["without its check sum", cut.subarray(0, -4), "its gzip data are cut off"],
    ["cut in its second member", bytes(gz(A), gz(B).subarray(0, 12)), "its gzip data are cut off"],
    ["empty", "", "its gzip data are cut off"],
    ["changed", broken, "its gzip data are broken (incorrect data check)"],
    ["followed by text", bytes(gz(A), B), "its gzip data are broken (incorrect header check)"],
    [
      "followed by zeros and a member",
      bytes(gz(A), [0, 0], gz(B)),
      "something stands behind the end of its gzip data",
    ],
    ["no gzip at all", A + B, "its gzip data are broken (incorrect header check)"],
  ])("refuses a .gz that is %s", async (_, content, why) => {
    expect(Either.flip(await read("eval.jsonl.gz", content))).toMatchObject(
      Either.right({ message: `Cannot read "eval.jsonl.gz": ${why}` }),
    );
  });

  it.each<readonly [string, Content, string]>([
    ["gzip", gz(A), "it is compressed with gzip, though its name does not end in .gz"],
    ["UTF-16 with a mark", bytes([0xff, 0xfe], utf16(A)), "it is UTF-16, not UTF-8"],
    ["UTF-16 big-endian with a mark", bytes([0xfe, 0xff], swapped(A)), "it is UTF-16, not UTF-8"],
    ["UTF-16 without a mark", utf16(A), "it is UTF-16, not UTF-8"],
    ["UTF-16 big-endian without a mark", swapped(A), "it is UTF-16, not UTF-8"],
    ["a spreadsheet", bytes("PK", [3, 4], "rest"), "it is a zip archive or a spreadsheet, not JSONL"],
    ["Parquet", bytes("PAR1", [1, 2]), "it is a Parquet file, not JSONL"],
    ["zstd", bytes([0x28, 0xb5, 0x2f, 0xfd, 4]), "it is compressed with zstd; unpack it first"],
  ])("says that a file is %s", async (_, content, why) => {
    expect(Either.flip(await read("eval.jsonl", content))).toMatchObject(
      Either.right({ message: `Cannot read "eval.jsonl": ${why}` }),
    );
  });

  it.each<readonly [string, Content, string]>([
    ["two byte-order marks in a row", bytes(BOM, BOM, A), '1:1: not JSON: expected a value, got "\uFEFF"'],
    [
      "lines that end with CR alone",
      `${row("a")}\r${row("b")}\r`,
      '1:37: not JSON: text after the end of the value, "{"',
    ],
    [
      "the end mark of DOS before more rows",
      `${A}\u001a\n${B}`,
      '2:1: not JSON: expected a value, got "\\u001a"',
    ],
    ["zeros after the rows", bytes(A, [0, 0]), '2:1: not JSON: expected a value, got "\\u0000"'],
    [
      "a zero inside a text",
      bytes('{"prompt":"a', [0], '"}\n'),
      '1:13: not JSON: expected no control character inside a text, got "\\u0000"',
    ],
    ["Latin-1", bytes('{"prompt":"Z', [0xfc], 'rich"}\n'), "1:13: the line is not UTF-8"],
    [
      "half a surrogate pair as bytes",
      bytes(A, '{"prompt":"', [0xed, 0xa0, 0x80], '"}\n'),
      "2:12: the line is not UTF-8",
    ],
    ["an overlong zero", bytes('{"p', [0xc0, 0x80]), "1:4: the line is not UTF-8"],
    ["a line torn inside a sign", bytes(A, '{"prompt":"é', [0xe4, 0xb8]), "2:13: the line is not UTF-8"],
    ["a line torn in a text", `${A}{"prompt":"b`, "2:13: not JSON: it ends in the middle of a value"],
    [
      "half a surrogate pair as an escape",
      `{"prompt":"a\\ud800b","target_direction":1}\n`,
      '1:11: prompt: expected a text, got one with half a sign in it ("\\ud800")',
    ],
    [
      "a list over several lines",
      `[\n${A.trimEnd()},\n${B}]\n`,
      "1:2: not JSON: it ends in the middle of a value",
    ],
    [
      "a list on one line",
      `[${A.trimEnd()},${B.trimEnd()}]\n`,
      '1:1: expected an object with the keys "prompt" and "target_direction", got [{"prompt":"a","target_direction":1},{"prompt":"b","tar',
    ],
    ["two rows on a line", `${A.trimEnd()} ${B}`, '1:37: not JSON: text after the end of the value, "{"'],
    [
      "a comma after the last key",
      '{"prompt":"a","target_direction":1,}\n',
      '1:36: not JSON: expected a key in double quotes, got "}"',
    ],
    ["single quotes", "{'prompt':'a'}\n", '1:2: not JSON: expected a key in double quotes, got "\'"'],
    ["a comment", `${A}// more\n${B}`, '2:1: not JSON: expected a value, got "/"'],
    ["NaN", `${row("a", "NaN")}\n`, '1:34: not JSON: expected a value, got "NaN"'],
    ["Infinity", `${row("a", "Infinity")}\n`, '1:34: not JSON: expected a value, got "Infinity"'],
    ["a plus sign", `${row("a", "+1")}\n`, '1:34: not JSON: expected a value, got "+1"'],
    ["a zero in front", `${row("a", "01")}\n`, '1:34: not JSON: expected a value, got "01"'],
    [
      "a number that rounds to 1",
      `${row("a", "0.99999999999999999")}\n`,
      "1:34: target_direction: expected -1, 0 or 1, got 0.99999999999999999",
    ],
    [
      "a number that rounds to 0",
      `${row("a", "-1e-400")}\n`,
      "1:34: target_direction: expected -1, 0 or 1, got -1e-400",
    ],
    ["a list for a target", `${row("a", "[1]")}\n`, "1:34: target_direction: expected -1, 0 or 1, got [1]"],
    [
      "a target twice",
      '{"prompt":"a","target_direction":1,"target_direction":1}\n',
      '1:36: not JSON: the key "target_direction" stands here a second time',
    ],
    [
      "a prompt twice, once in disguise",
      `${A}{"prompt":"a","pr\\u006fmpt":"b","target_direction":1}\n`,
      '2:15: not JSON: the key "prompt" stands here a second time',
    ],
    [
      "a date twice",
      '{"prompt":"a","target_direction":1,"metadata":{"date":"2024-01-01","date":"2025-01-01"}}\n',
      '1:68: not JSON: the key "date" stands here a second time',
    ],
    ["nesting without end", `${"[".repeat(100_000)}\n`, "1:102: not JSON: it is nested too deep"],
    [
      "an object for a prompt",
      '{"prompt":{"text":"a"},"target_direction":1}\n',
      '1:11: prompt: expected a text, got {"text":"a"}',
    ],
    [
      "no-break spaces for a prompt",
      `${row("\u00a0\u2003")}\n`,
      "1:11: prompt: expected a prompt, got an empty text",
    ],
    [
      "a header in a row",
      '{"_cutoff_date":"2024-01-01","prompt":"a","target_direction":1}\n',
      "1:17: a header in a row; _cutoff_date stands on a line of its own",
    ],
    [
      "a date of null",
      '{"prompt":"a","target_direction":1,"metadata":{"date":null}}\n',
      "1:55: metadata.date: ",
    ],
    [
      "a signed year",
      '{"prompt":"a","target_direction":1,"metadata":{"date":"+002024-01-01"}}\n',
      '1:55: metadata.date: expected a date YYYY-MM-DD, got "+002024-01-01"',
    ],
    [
      "the 29th of February of no leap year",
      '{"prompt":"a","target_direction":1,"metadata":{"date":"1900-02-29"}}\n',
      '1:55: metadata.date: expected a date YYYY-MM-DD, got "1900-02-29"',
    ],
    [
      "digits of another script",
      '{"prompt":"a","target_direction":1,"metadata":{"date":"２０２４-01-01"}}\n',
      '1:55: metadata.date: expected a date YYYY-MM-DD, got "２０２４-01-01"',
    ],
    [
      "a space before a date",
      '{"prompt":"a","target_direction":1,"metadata":{"date":" 2024-01-01"}}\n',
      '1:55: metadata.date: expected a date YYYY-MM-DD, got " 2024-01-01"',
    ],
  ])("refuses %s with line and column", async (_, content, says) => {
    const ended = await read("eval.jsonl", content);
    const message = Either.isLeft(ended) ? ended.left.message : "";

    expect(message.slice(0, "eval.jsonl:".length + says.length)).toBe(`eval.jsonl:${says}`);
  });

  it("refuses a line without end before it has read on", async () => {
    const piece = new Uint8Array(8 << 20).fill(0x61);
    let given = 0;
    const endless = Stream.map(Stream.forever(Stream.make(0)), () => {
      given++;
      return piece;
    });
    const inputs = Layer.succeed(Inputs, {
      open: (name) => Effect.succeed({ name, bytes: endless, slice: () => Effect.succeed(piece) }),
      placeOf: (name) => name,
      yaml: () => Effect.dieMessage("no YAML here"),
    });
    const layer = Layer.merge(inputs, fakeProgress().layer);
    const error = await Effect.runPromise(Effect.flip(Effect.provide(loadEvalSet("eval.jsonl"), layer)));

    expect(error.message).toBe("eval.jsonl:1:1: the line is longer than 64 MB");
    expect(given).toBe(9);
  });

  it("keeps equal prompts in their order and warns of those with another target", async () => {
    const found = Either.getOrThrow(await read("eval.jsonl", A + B + row("a", -1)));

    expect(found.rows).toEqual([...AB, ["a", -1]]);
    expect(found.warnings).toContain(
      '"eval.jsonl": 1 row repeats an earlier prompt, 1 of them with another target',
    );
  });
});

describe("loadCorpus()", () => {
  it("takes no header for a row", async () => {
    const files = { "seen.jsonl": '{"_cutoff_date":"2024-01-01"}\n{"prompt":"a"}\n' };
    const layer = Layer.merge(fakeInputs(files), fakeProgress().layer);
    const ended = await Effect.runPromise(Effect.flip(Effect.provide(loadCorpus("seen.jsonl"), layer)));

    expect(ended.message).toBe("seen.jsonl:1:1: prompt: is missing");
  });
});

describe("loadCutoffs()", () => {
  const cutoffs = async (text: string) => {
    const layer = fakeInputs({ "cutoffs.yaml": text });
    return Effect.runPromise(Effect.either(Effect.provide(loadCutoffs("cutoffs.yaml"), layer)));
  };

  it.each([
    ["plain dates, quoted dates, months", "models: { a: 2024-06-30, b: '2024-06-30', c: 2024-06 }\n"],
    ["an anchor and its alias", "models:\n  a: &day 2024-06-30\n  b: *day\n  c: *day\n"],
    [
      "entries with their source",
      "models:\n  a: {date: 2024-06-30, source: the vendor}\n  b: {date: 2024-06, precision: month}\n  c: 2024-06-30\n",
    ],
    ["quoted words of YAML 1.1", 'models: { a: "2024-06-30", "b": 2024-06-30, "c": 2024-06-30 }\n'],
  ])("reads %s", async (_, text) => {
    const dates = [...Either.getOrThrow(await cutoffs(text))].map(([model, { date }]) => [model, date]);

    expect(dates).toEqual(["a", "b", "c"].map((model) => [model, "2024-06-30"]));
  });

  it.each([
    [
      "a date with a time",
      "models:\n  a: 2024-06-30T00:00:00Z\n",
      "2:6: models.a: expected a date YYYY-MM-DD or a month YYYY-MM",
    ],
    ["a year", "models:\n  a: 2024\n", "2:6: models.a: expected "],
    ["an octal year", "models:\n  a: 0o3750\n", "2:6: models.a: expected "],
    [
      "a padded number",
      "models:\n  a: 020240630\n",
      "2:6: Cannot read the YAML: 020240630 may be octal or decimal",
    ],
    ["a date without its zeros", "models:\n  a: 2024-6-30\n", "2:6: models.a: expected a date"],
    ["a day that does not exist", "models:\n  a: 2023-02-29\n", "2:6: models.a: expected a date"],
    ["a month that does not exist", "models:\n  a: 2023-13\n", "2:6: models.a: expected a date"],
    ["a switch", "models:\n  a: yes\n", '2:6: Cannot read the YAML: "yes" may be a text or a switch'],
    ["infinity", "models:\n  a: .inf\n", "2:6: models.a: expected "],
    ["nothing", "models:\n  a:\n", "2:5: models.a: expected "],
    ["a list", "models:\n  a: [2024-06-30]\n", "2:6: models.a: expected "],
    [
      "a number for a model",
      "models:\n  1.10: 2024-06-30\n",
      "2:3: Cannot read the YAML: quote the key 1.10, so that it is a text",
    ],
    [
      "no value for a model",
      "models:\n  ~: 2024-06-30\n",
      "2:3: Cannot read the YAML: quote the key ~, so that it is a text",
    ],
    [
      "a list for a model",
      "models:\n  [a, b]: 2024-06-30\n",
      "2:3: Cannot read the YAML: a key must be a plain text",
    ],
    ["an alias without its anchor", "models:\n  a: *day\n", "2:6: Cannot read the YAML: there is no anchor"],
    ["a merge key", "x: &x {a: 2024-06-30}\nmodels:\n  <<: *x\n", "3:3: Cannot read the YAML: merge keys"],
    [
      "a tag",
      "models:\n  a: !!timestamp 2024-06-30\n",
      "2:18: Cannot read the YAML: tags such as !!timestamp",
    ],
    [
      "a second document",
      "models: {a: 2024-06-30}\n---\nmodels: {a: 2023-01-01}\n",
      "2:1: Cannot read the YAML: a second document starts here",
    ],
    [
      "a tab before a key",
      "models:\n\ta: 2024-06-30\n",
      "2:1: Cannot read the YAML: tabs cannot indent; use spaces",
    ],
    [
      "a key twice",
      "models:\n  a: 2024-06-30\n  a: 2023-01-31\n",
      "3:3: Cannot read the YAML: the same key stands here a second time",
    ],
    ["models without their key", "a: 2024-06-30\n", '1:1: unknown key "a"'],
    ["an unclosed quote", 'models: {a: "2024-06-30}\n', "2:1: Cannot read the YAML: a quote is not closed"],
    [
      "JSON nested too deep",
      `models: ${"[".repeat(5000)}`,
      "1:109: Cannot read the YAML: it is nested too deep",
    ],
  ])("refuses %s with line and column", async (_, text, says) => {
    const ended = await cutoffs(text);
    const [first = ""] = Either.isLeft(ended) ? ended.left.message.split("\n") : [];

    expect(first.slice(0, "cutoffs.yaml:".length + says.length)).toBe(`cutoffs.yaml:${says}`);
  });
});
