import { Schema } from "./schema.ts";

/** Up (1), flat (0) or down (-1). */
export const Direction = Schema.Literal(-1, 0, 1);
export type Direction = typeof Direction.Type;

/** A number in [0, 1]. */
export const Probability = Schema.Number.pipe(Schema.between(0, 1));
export type Probability = typeof Probability.Type;

/** A point estimate with its interval, in the unit of the point; `lo <= point <= hi`. */
export const CiBound = Schema.Struct({ point: Schema.Number, lo: Schema.Number, hi: Schema.Number });
export type CiBound = typeof CiBound.Type;

/** How a completion is drawn. */
export interface SamplingParameters {
  readonly temperature: number;
  readonly maxTokens: number;
  /** Alternatives asked for at every position. */
  readonly topLogprobs: number;
}

/** How a model's endpoint wants to be asked where it refused a request as it stood. */
export const Concession = Schema.Struct({
  /** The parameter it refused, as named in the request. */
  parameter: Schema.String,
  /** What is sent in its place: its other name, its largest value, or nothing. */
  instead: Schema.NullOr(Schema.Union(Schema.String, Schema.Finite)),
});
export type Concession = typeof Concession.Type;

/** One attempt at one answer: a single user message, one choice, no stream, log-probabilities on. */
export interface CompletionRequest extends SamplingParameters {
  readonly model: string;
  readonly prompt: string;
  /** 0 for the first draw; repeated completions of one prompt count up. */
  readonly draw: number;
  /** What the model's endpoint was found to want otherwise; one a parameter. */
  readonly concessions?: ReadonlyArray<Concession>;
}

/** An alternative at a position; `bytes` are the token's own, where the endpoint gives them. */
export interface SampledAlternative {
  readonly token: string;
  readonly logprob: number | null;
  readonly bytes?: ReadonlyArray<number> | null;
}

/** One sampled token as an endpoint reports it; numbers may be absent or unusable. Natural logarithms. */
export interface SampledToken extends SampledAlternative {
  readonly top: ReadonlyArray<SampledAlternative>;
}

/** What an endpoint says about the answer it gave. */
export interface Reported {
  readonly model: string | null;
  readonly temperature: number | null;
  readonly fingerprint: string | null;
}

/** Tokens that the endpoint counted for one answer. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What a provider returns for one request. */
export interface Completion {
  readonly text: string;
  /** The endpoint's word for why the text ended; `length` when it was cut. */
  readonly finishReason: string | null;
  /** Null when the endpoint gave no log-probabilities. */
  readonly tokens: ReadonlyArray<SampledToken> | null;
  readonly usage: Usage | null;
  readonly reported: Reported;
  /** What the endpoint announced of its limits, in its own words, by name. */
  readonly announced?: Readonly<Record<string, string>>;
}

/** What is kept of an answer's tokens: sampled texts and numbers, the alternatives as numbers only. */
export interface TokenRun {
  /** Texts of the sampled tokens, shape (n); bytes that are no text by themselves stand as `<0xE2>`. */
  readonly tokens: ReadonlyArray<string>;
  /** NaN where the endpoint gave no number to rely on, shape (n). */
  readonly logprobs: Float64Array;
  /** The alternatives of all positions, one after the other. */
  readonly alternatives: Float64Array;
  /** Where each position's alternatives end in `alternatives`, shape (n), non-decreasing. */
  readonly ends: Uint32Array;
}

/** A complete answer, as `Answers` hands it to a stage. */
export interface Answer {
  readonly text: string;
  readonly finishReason: string | null;
  readonly run: TokenRun | null;
  readonly usage: Usage | null;
  readonly reported: Reported;
  /** How it was asked otherwise than the run asks; absent where it was asked as it should be. */
  readonly concessions?: ReadonlyArray<Concession>;
}

/** Why a row has no usable result. */
export const FailReason = Schema.Literal("timeout", "no_logprobs", "parse_failure", "error");
export type FailReason = typeof FailReason.Type;

/** What came of one question: an answer, or a failure as data. */
export type Outcome =
  | { readonly _tag: "Answered"; readonly answer: Answer }
  | { readonly _tag: "Failed"; readonly reason: FailReason; readonly detail: string };

/** The five features of the set `classic`, in nats or standard deviations; null where one is undefined. */
export interface Features {
  readonly loss: number | null;
  readonly min_k: number | null;
  readonly min_k_pp: number | null;
  readonly zlib_ratio: number | null;
  readonly ref_delta: number | null;
}

interface RowOfModel {
  readonly model: string;
  /** First 16 hex digits of the prompt's sha256. */
  readonly promptHash: string;
  readonly targetDirection: Direction;
  /** The row's calendar date, YYYY-MM-DD. */
  readonly date: string | null;
  /** Tokens that spell the answer. */
  readonly tokens: number | null;
  /** The 95 % interval of `pMemorized` from the sampling error of its calibrator; null where it cannot be had. */
  readonly pInterval: { readonly lo: Probability; readonly hi: Probability } | null;
  /** What a reader should know of how the row was measured, such as `no-reference`. */
  readonly marks: ReadonlyArray<string>;
}

/** The answer was read and measured: it has a direction, a confidence and a discount. */
export interface ParsedRecord extends RowOfModel {
  readonly parseOk: true;
  readonly predictedDirection: Direction;
  readonly rawConfidence: Probability;
  readonly penalizedConfidence: Probability;
  readonly featuresRaw: Features;
  readonly featuresStandardised: Features;
  readonly pMemorized: Probability;
}

/** There is nothing to judge; features and `pMemorized` stand where only the reading failed. */
export interface FailedRecord extends RowOfModel {
  readonly parseOk: false;
  readonly featuresRaw: Features | null;
  readonly featuresStandardised: Features | null;
  readonly pMemorized: Probability | null;
  readonly failReason: FailReason;
  /** The first 400 characters of the answer, or what went wrong. */
  readonly excerpt: string | null;
}

/** One (model, prompt) row of the evaluation. */
export type EvalRecord = ParsedRecord | FailedRecord;

/** The records of one model in the order of the eval set; stored by column, made one at a time. */
export interface Records extends Iterable<EvalRecord> {
  readonly size: number;
}

/** What one model did on the eval set. */
export interface ModelEvalResult {
  readonly model: string;
  /** Null where no row can be judged. */
  readonly rawAccuracy: CiBound | null;
  readonly memguardAccuracy: CiBound | null;
  /** Null where the calibrator has no AUC. */
  readonly mcsAuc: CiBound | null;
  readonly parseSuccessRate: Probability;
  readonly parseFailures: number;
  /** Warnings raised before judging, such as `uncalibrated`. */
  readonly warnings: ReadonlyArray<string>;
  /** Why the model is uncalibrated, in words; null when it is not. */
  readonly reason: string | null;
  readonly records: Records;
}

/** The majority direction of the eval set and how often it is right. */
export interface MajorityBaseline {
  readonly direction: Direction;
  readonly accuracy: CiBound;
}

/** What a gate set says of one model. */
export interface Verdict {
  readonly model: string;
  readonly score: number;
  readonly components: Readonly<Record<string, number | null>>;
  readonly survives: boolean;
  /** Warnings that block and warnings that do not, in the gate set's order. */
  readonly warnings: ReadonlyArray<string>;
  /** What else the gate set measured, for a table: null where it could not be had. */
  readonly details?: Readonly<Record<string, number | null>>;
  /** The same in words, a line each. */
  readonly says?: ReadonlyArray<string>;
}

/** How one candidate did in the smoke test. */
export interface SmokeOutcome {
  readonly model: string;
  readonly passed: boolean;
  readonly selected: boolean;
  readonly reason: FailReason | null;
  readonly detail: string | null;
}

/** An ISO calendar date, YYYY-MM-DD, that exists; never an instant, so no zone can move it. Dates order as text. */
export const CalendarDate = Schema.String.pipe(
  Schema.filter((text) => isCalendarDate(text) || `expected a date YYYY-MM-DD, got ${JSON.stringify(text)}`),
).annotations({ identifier: "CalendarDate", description: "a date YYYY-MM-DD" });
export type CalendarDate = typeof CalendarDate.Type;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (DAYS[month - 1] ?? 0) + (leap ? 1 : 0);
}
