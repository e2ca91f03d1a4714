import { Effect, Stream } from "effect";
import { describe, expect, it } from "vitest";
import type {
  EvalRecord,
  FailedRecord,
  Features,
  ModelAnalysis,
  ParsedRecord,
} from "../../../plugins/contract/mod.ts";
import { catalogue } from "../../../plugins/mod.ts";
import recordsByDefault, { records } from "../../../plugins/report/records.ts";
import { modelAnalysis } from "./_analysed.ts";
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
  pInterval: { lo: 0.1, hi: 0.375 },
};
const UNREAD: FailedRecord = {
  model: "lab/a",
  promptHash: "fedcba9876543210",
  targetDirection: 0,
  parseOk: false,
  featuresRaw: FEATURES,
  featuresStandardised: FEATURES,
  pMemorized: 0.75,
  pInterval: null,
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
  "p_lo",
  "p_hi",
  "p_corrected",
  "p_corrected_range",
  "p_corrected_reason",
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
        '"date":"2024-02-29","tokens":42,"marks":["no-reference"],' +
        '"p_lo":0.1,"p_hi":0.375,"p_corrected":null,"p_corrected_range":null,' +
        '"p_corrected_reason":"the model was not analysed"}',
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

  describe("the corrected p", () => {
    const correction = { point: { pi: 0.5, scale: 1 }, lo: { pi: 0.25, scale: 0.5 } };
    const lines = async (
      known: ModelAnalysis["prevalence"]["correction"],
      ...rows: ReadonlyArray<EvalRecord>
    ) => {
      const result = { ...PASSING, records: recordsOf(rows) };
      const analysis: ModelAnalysis = {
        ...NO_FINDINGS,
        outcomes: { ...NO_FINDINGS.outcomes, cutoff: "2024-02-29" },
        prevalence: { ...NO_FINDINGS.prevalence, correction: known },
      };
      const report = reportOf([result]);
      const text = await fileOf(writer, { ...report, analysis: { ...report.analysis, models: [analysis] } });
      return text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    };

    it("stands beside p with its range for a dated row, 0 after the cutoff", async () => {
      const early = { ...PARSED, pMemorized: 0.8 };
      const [before, after] = await lines({ ok: true, value: correction }, early, {
        ...early,
        date: "2024-03-01",
      });
      expect(before).toMatchObject({ p_memorized: 0.8, p_corrected: 0.875, p_corrected_reason: null });
      expect(before.p_corrected_range).toEqual([0.5 * 0.8125, 1]);
      expect(after).toMatchObject({ p_memorized: 0.8, p_corrected: 0, p_corrected_range: [0, 0] });
    });

    it("is null with its reason where it would mislead", async () => {
      const undated = { ...PARSED, date: null };
      const [row] = await lines({ ok: true, value: correction }, undated);
      expect(row).toMatchObject({
        p_corrected: null,
        p_corrected_range: null,
        p_corrected_reason: "the row or the cutoff has no date",
      });
      const [confounded] = await lines({ ok: false, reason: "the verdict is confounded" }, PARSED);
      expect(confounded).toMatchObject({
        p_corrected: null,
        p_corrected_reason: "the verdict is confounded",
        p_lo: 0.1,
      });
      const [lost] = await lines({ ok: true, value: correction }, LOST);
      expect(lost).toMatchObject({
        p_lo: null,
        p_corrected: null,
        p_corrected_reason: "the answer was not measured",
      });
    });
  });
});

const NO_FINDINGS = modelAnalysis("lab/a");
