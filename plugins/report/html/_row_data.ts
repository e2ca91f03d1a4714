import type { Answer, EvalRecord, Exchange, Features, ModelAnalysis } from "../../contract/mod.ts";
import { probabilities } from "../wording.ts";

/** A record as the page's script reads it: short keys, for there are many. Absent where there is nothing. */
export interface RowData {
  /** The answer's text where its tokens do not spell it, or what went wrong. */
  readonly a?: string;
  /** Tokens, shape (n), and their log-probabilities in hundredths, null where there is none. */
  readonly t?: ReadonlyArray<string>;
  readonly l?: ReadonlyArray<number | null>;
  /** How many more tokens there are. */
  readonly m?: number;
  /** Features as measured and in standard deviations, in the order of {@link FEATURE_ORDER}. */
  readonly f?: ReadonlyArray<number | null>;
  readonly s?: ReadonlyArray<number | null>;
  /** Interval of p_memorized. */
  readonly p?: readonly [number, number];
  /** p_memorized corrected with its range, or why it is not. */
  readonly c?: readonly [point: number, lo: number, hi: number] | string;
  /** Marks. */
  readonly k?: ReadonlyArray<string>;
}

/** The features of a record, in their order. */
export const FEATURE_ORDER = ["loss", "min_k", "min_k_pp", "zlib_ratio", "ref_delta"] as const;

/** What a record opens to, with so many tokens at most. */
export function rowData(
  record: EvalRecord,
  { answer }: Exchange,
  found: ModelAnalysis | undefined,
  most: number,
): RowData {
  const { featuresRaw, featuresStandardised, marks } = record;
  const {
    p_lo: lo,
    p_hi: hi,
    p_corrected_range: range,
    p_corrected: point,
    p_corrected_reason: reason,
  } = probabilities(record, found);
  return {
    ...(answer === null ? failure(record) : tokens(answer, most)),
    ...(featuresRaw === null ? {} : { f: numbers(featuresRaw) }),
    ...(featuresStandardised === null ? {} : { s: numbers(featuresStandardised) }),
    ...(lo === null || hi === null ? {} : { p: [digits(lo), digits(hi)] as const }),
    ...(range === null || point === null
      ? reason === null
        ? {}
        : { c: reason }
      : { c: [digits(point), digits(range[0] ?? 0), digits(range[1] ?? 0)] as const }),
    ...(marks.length === 0 ? {} : { k: marks }),
  };
}

function failure(record: EvalRecord): RowData {
  return record.parseOk || record.excerpt === null ? {} : { a: record.excerpt };
}

function tokens({ text, run }: Answer, most: number): RowData {
  if (run === null) return { a: text };
  const spelt = run.tokens.join("") === text;
  const kept = run.tokens.slice(0, most);
  const logprobs = Array.from(run.logprobs.subarray(0, most), (value) =>
    Number.isFinite(value) ? Math.round(100 * value) : null,
  );
  const more = run.tokens.length - kept.length;
  return {
    ...(spelt ? {} : { a: text.slice(0, CHARACTERS * most) }),
    t: kept,
    l: logprobs,
    ...(more > 0 ? { m: more } : {}),
  };
}

/** Of a text for each token that may be shown, where the tokens do not spell it. */
const CHARACTERS = 8;

function numbers(features: Features): ReadonlyArray<number | null> {
  return FEATURE_ORDER.map((name) => {
    const value = features[name];
    return value === null || !Number.isFinite(value) ? null : digits(value);
  });
}

/** Four digits, as many as are read. */
function digits(value: number): number {
  return Number(value.toPrecision(4));
}
