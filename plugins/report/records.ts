import { Effect, Stream } from "effect";
import { definePlugin, type EvalRecord, type Features, type Report, Schema } from "../contract/mod.ts";
import { probabilities } from "./_probabilities.ts";

/** `records.jsonl`: one line a (model, prompt), model by model, streamed. */
export const records = definePlugin({
  kind: "report",
  name: "records",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    files: (report) =>
      Effect.succeed([
        {
          name: "records.jsonl",
          content: Stream.suspend(() => Stream.fromIteratorSucceed(writeRecords(report), 1)),
        },
      ]),
  }),
});
export default records;

/** UTF-16 units gathered before a block is handed on. */
const BLOCK = 65_536;

/** The text of `records.jsonl`, a block of lines at a time. */
export function* writeRecords({
  results,
  analysis,
}: Pick<Report, "results"> & Partial<Pick<Report, "analysis">>): Generator<string, void> {
  let block = "";
  for (const [index, result] of results.entries()) {
    const found = analysis?.models[index];
    for (const record of result.records) {
      block += `${JSON.stringify({ ...row(record), ...probabilities(record, found) })}\n`;
      if (block.length < BLOCK) continue;
      yield block;
      block = "";
    }
  }
  if (block !== "") yield block;
}

/** The keys are in the order of the file; JSON.stringify writes NaN and infinities as null, -0 as 0. */
function row(record: EvalRecord) {
  return {
    model: record.model,
    prompt_hash: record.promptHash,
    parse_ok: record.parseOk,
    predicted_direction: record.parseOk ? record.predictedDirection : null,
    raw_confidence: record.parseOk ? record.rawConfidence : null,
    penalized_confidence: record.parseOk ? record.penalizedConfidence : null,
    target_direction: record.targetDirection,
    features_raw: features(record.featuresRaw),
    features_standardised: features(record.featuresStandardised),
    p_memorized: record.pMemorized,
    fail_reason: record.parseOk ? null : record.failReason,
    raw_response_excerpt: record.parseOk ? null : record.excerpt,
    date: record.date,
    tokens: record.tokens,
    marks: record.marks,
  };
}

function features(values: Features | null) {
  if (values === null) return null;
  const { loss, min_k, min_k_pp, zlib_ratio, ref_delta } = values;
  return { loss, min_k, min_k_pp, zlib_ratio, ref_delta };
}
