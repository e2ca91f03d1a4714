import type { Direction, EvalRecord, ModelEvalResult } from "../../../plugins/contract/mod.ts";
import { PASSING, recordsOf } from "../report/_results.ts";

/** A row of an eval set: its date, its target, and what each model says in turn; null is no readable answer. */
export interface AskedRow {
  readonly date: string | null;
  readonly target: Direction;
  readonly said: ReadonlyArray<Direction | null>;
}

/** The results of models on the same rows. */
export function resultsOf(
  models: ReadonlyArray<string>,
  rows: ReadonlyArray<AskedRow>,
): ReadonlyArray<ModelEvalResult> {
  return models.map((model, index) => {
    const records = rows.map((row) => recordOf(model, row, row.said[index] ?? null));
    const failures = records.filter(({ parseOk }) => !parseOk).length;
    return {
      ...PASSING,
      model,
      parseFailures: failures,
      parseSuccessRate: 1 - failures / records.length,
      records: recordsOf(records),
    };
  });
}

function recordOf(model: string, { date, target }: AskedRow, said: Direction | null): EvalRecord {
  const features = { loss: 1, min_k: -2, min_k_pp: -1, zlib_ratio: 0.1, ref_delta: null };
  const common = {
    model,
    date,
    promptHash: "0123456789abcdef",
    targetDirection: target,
    tokens: 9,
    marks: [],
    pMemorized: 0.5,
    pInterval: null,
    featuresRaw: features,
    featuresStandardised: features,
  };
  if (said === null) return { ...common, parseOk: false, failReason: "parse_failure", excerpt: "?" };
  return {
    ...common,
    parseOk: true,
    predictedDirection: said,
    rawConfidence: 0.6,
    penalizedConfidence: 0.3,
  };
}

/** The nth day of 2024, from 0. */
export function day(n: number): string {
  return new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
}
