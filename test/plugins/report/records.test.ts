import { Effect, Stream } from "effect";
import { describe, expect, it } from "vitest";
import type { EvalRecord, FailedRecord, Features, ParsedRecord } from "../../../plugins/contract/mod.ts";
import { catalogue } from "../../../plugins/mod.ts";
import recordsByDefault, { records } from "../../../plugins/report/records.ts";
import { fileOf, golden, goldenReport, PASSING, partsOf, recordsOf, reportOf } from "./_golden.ts";

const writer = records.make({});

const FEATURES: Features = { ref_delta: null, zlib_ratio: 0.01, min_k_pp: -0.5, min_k: -3.25, loss: 1.5 };
const PARSED: ParsedRecord = {
  marks: ["no-reference"],
  tokens: 42,
  date: "2024-02-29",
  model: "lab/a",
  promptHash: "0123456789abcdef",
  targetDirection: -1,
  parseOk: true,
  predictedDirection: 1,
  rawConfidence: 0.625,
  penalizedConfidence: 0.5,
  featuresRaw: FEATURES,
  featuresStandardised: { ...FEATURES, loss: -0, min_k: Number.NaN, min_k_pp: Number.NEGATIVE_INFINITY },
  pMemorized: 0.2,
};
const UNREAD: FailedRecord = {
  model: "lab/a",
  promptHash: "fedcba9876543210",
  targetDirection: 0,
  parseOk: false,
  featuresRaw: FEATURES,
  featuresStandardised: FEATURES,
  pMemorized: 0.75,
  failReason: "parse_failure",
  excerpt: 'maybe\n"up"\u2028?',
  date: null,
  tokens: 7,
  marks: [],
};
const LOST: FailedRecord = {
  ...UNREAD,
  featuresRaw: null,
  featuresStandardised: null,
  pMemorized: null,
  failReason: "timeout",
  excerpt: null,
  tokens: null,
};

const KEYS = [
  "model",
  "prompt_hash",
  "parse_ok",
  "predicted_direction",
  "raw_confidence",
  "penalized_confidence",
  "target_direction",
  "features_raw",
  "features_standardised",
  "p_memorized",
  "fail_reason",
  "raw_response_excerpt",
  "date",
  "tokens",
  "marks",
];

async function linesOf(...rows: ReadonlyArray<EvalRecord>): Promise<ReadonlyArray<string>> {
  const text = await fileOf(writer, reportOf([{ ...PASSING, records: recordsOf(rows) }]));
  expect(text.endsWith("\n")).toBe(true);
  return text.slice(0, -1).split("\n");
}

describe("records", () => {
  it("records is in the catalogue, as default and by name", async () => {
    expect((await catalogue.report["records"]!()).default).toBe(records);
    expect(recordsByDefault).toBe(records);
  });

  it.each(golden)("records writes the reference's lines: $name", async (example) => {
    const { name, parts } = await partsOf(writer, goldenReport(example));
    expect(name).toBe("records.jsonl");
    expect(parts.join("")).toBe(example.expected.records_jsonl);
  });

  it("records writes an answer that was read, with numbers that are none as null and -0 as 0", async () => {
    const [line] = await linesOf(PARSED);
    expect(line).toBe(
      '{"model":"lab/a","prompt_hash":"0123456789abcdef","parse_ok":true,"predicted_direction":1,' +
        '"raw_confidence":0.625,"penalized_confidence":0.5,"target_direction":-1,' +
        '"features_raw":{"loss":1.5,"min_k":-3.25,"min_k_pp":-0.5,"zlib_ratio":0.01,"ref_delta":null},' +
        '"features_standardised":{"loss":0,"min_k":null,"min_k_pp":null,"zlib_ratio":0.01,"ref_delta":null},' +
        '"p_memorized":0.2,"fail_reason":null,"raw_response_excerpt":null,' +
        '"date":"2024-02-29","tokens":42,"marks":["no-reference"]}',
    );
  });

  it("records keeps the features of an answer that could not be read", async () => {
    const [line] = await linesOf(UNREAD);
    expect(JSON.parse(line!)).toMatchObject({
      parse_ok: false,
      predicted_direction: null,
      raw_confidence: null,
      penalized_confidence: null,
      features_raw: FEATURES,
      p_memorized: 0.75,
      fail_reason: "parse_failure",
      raw_response_excerpt: 'maybe\n"up"\u2028?',
      marks: [],
    });
  });

  it.each(["timeout", "no_logprobs", "parse_failure", "error"] as const)(
    "records writes a row lost to %s with every key",
    async (failReason) => {
      const [line] = await linesOf({ ...LOST, failReason });
      const row = JSON.parse(line!);
      expect(Object.keys(row)).toEqual(KEYS);
      expect(row).toMatchObject({
        features_raw: null,
        features_standardised: null,
        p_memorized: null,
        tokens: null,
      });
      expect(row.fail_reason).toBe(failReason);
    },
  );

  it("records goes model by model", async () => {
    const first = { ...PASSING, records: recordsOf([PARSED, LOST]) };
    const second = { ...PASSING, records: recordsOf([{ ...UNREAD, model: "lab/b" }]) };
    const text = await fileOf(writer, reportOf([first, second]));
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.map((row) => [row.model, row.prompt_hash])).toEqual([
      ["lab/a", "0123456789abcdef"],
      ["lab/a", "fedcba9876543210"],
      ["lab/b", "fedcba9876543210"],
    ]);
  });

  it("records streams many rows in small parts of whole lines, and again when run again", async () => {
    const size = 2_000;
    const many = {
      size,
      *[Symbol.iterator]() {
        for (let row = 0; row < size; row++) yield { ...PARSED, tokens: row };
      },
    };
    const report = reportOf([{ ...PASSING, records: many }]);
    const { parts } = await partsOf(writer, report);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.every((part) => part.endsWith("\n") && part.length < 70_000)).toBe(true);
    expect(parts.join("").split("\n")).toHaveLength(size + 1);
    expect(await fileOf(writer, report)).toBe(parts.join(""));
  });

  it("records reads no row before it is needed", async () => {
    let read = 0;
    const endless = {
      size: Number.POSITIVE_INFINITY,
      *[Symbol.iterator]() {
        for (;;) {
          read++;
          yield PARSED;
        }
      },
    };
    const [file] = await Effect.runPromise(writer.files!(reportOf([{ ...PASSING, records: endless }])));
    expect(read).toBe(0);
    await Effect.runPromise(Stream.runDrain(Stream.take(file!.content, 2)));
    expect(read).toBeLessThan(1_000);
  });
});
