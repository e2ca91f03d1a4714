import { createHash } from "node:crypto";
import { Either, Predicate } from "effect";
import {
  Direction,
  type FailReason,
  type Features,
  type Probability,
  Schema,
} from "../../plugins/contract/mod.ts";
import type { ScoredRow } from "../../stages/mod.ts";

/** Why a score is missing: as a row of a run fails, or how draws of an ensemble were lost. */
export type ScoreFailure = FailReason | "transport" | "budget";

/** What one answer of a model to one prompt is worth. */
export interface GuardedScore {
  /** First 16 hex digits of the prompt's sha256. */
  readonly promptHash: string;
  readonly parseOk: boolean;
  /** The direction that was read; null where none was, or nothing was to be read. */
  readonly signal: Direction | null;
  readonly rawConfidence: Probability | null;
  /** Null where the answer failed, a failed reading included; never 0 for a missing score. */
  readonly pMemorized: Probability | null;
  /** `rawConfidence * (1 - pMemorized)`. */
  readonly memguardConfidence: Probability | null;
  readonly features: Features | null;
  readonly failReason: ScoreFailure | null;
  /** What went wrong, or the answer that could not be read, in words. */
  readonly detail: string | null;
  /** What to know of how the answer was measured, such as `no-reference`. */
  readonly marks: ReadonlyArray<string>;
  /** Whether the prompt is dated on or before the model's training cutoff; null without both dates. */
  readonly beforeCutoff: boolean | null;
}

/** Reads a direction and a confidence from an answer; null for what it does not find. */
export type AnswerParser = (
  text: string,
  finishReason: string | null,
) => {
  readonly direction: Direction | null;
  readonly confidence: number | null;
  readonly why?: string | null;
};

/** What is known of a prompt beside its answer. */
export interface ScoringContext {
  readonly prompt: string;
  /** Null where the answer's text is not to be read. */
  readonly parser: AnswerParser | null;
  readonly beforeCutoff: boolean | null;
}

/** The answer that a row was made of. */
export interface AnswerText {
  readonly text: string;
  readonly finishReason: string | null;
}

/** First 16 hex digits of a prompt's sha256. */
export function promptHash(prompt: string): string {
  return createHash("sha256").update(prompt, "utf8").digest("hex").slice(0, 16);
}

/** @param answer Null where there was none. */
export function guardedScore(
  row: ScoredRow,
  answer: AnswerText | null,
  context: ScoringContext,
): GuardedScore {
  const { pMemorized, failReason, excerpt } = row;
  const isScored = failReason === null || failReason === "parse_failure";
  if (!isScored || pMemorized === null || answer === null) {
    return failedScore(context, failReason ?? "error", { detail: excerpt, marks: row.marks });
  }
  const { parser } = context;
  if (parser === null) return scored(row, pMemorized, context, UNREAD);
  return Either.match(read(answer, parser), {
    onLeft: (fault) =>
      failedScore(context, "parse_failure", { detail: fault ?? answer.text, marks: row.marks }),
    onRight: (reading) => scored(row, pMemorized, context, reading),
  });
}

/** The score of a prompt that has none. */
export function failedScore(
  { prompt, beforeCutoff }: Pick<ScoringContext, "prompt" | "beforeCutoff">,
  failReason: ScoreFailure,
  why: WhyFailed,
): GuardedScore {
  return noScore({ promptHash: promptHash(prompt), beforeCutoff }, failReason, why);
}

interface WhyFailed {
  readonly detail: string | null;
  readonly marks?: ReadonlyArray<string>;
}

/** The same for a prompt that is known by its hash. */
export function noScore(
  { promptHash, beforeCutoff }: Pick<GuardedScore, "promptHash" | "beforeCutoff">,
  failReason: ScoreFailure,
  { detail, marks = [] }: WhyFailed,
): GuardedScore {
  return {
    promptHash,
    parseOk: false,
    signal: null,
    rawConfidence: null,
    pMemorized: null,
    memguardConfidence: null,
    features: null,
    failReason,
    detail,
    marks,
    beforeCutoff,
  };
}

interface Read {
  readonly signal: Direction | null;
  readonly confidence: number | null;
}

const UNREAD: Read = { signal: null, confidence: null };

function scored(
  { features, marks }: ScoredRow,
  pMemorized: number,
  { prompt, beforeCutoff }: ScoringContext,
  { signal, confidence }: Read,
): GuardedScore {
  return {
    promptHash: promptHash(prompt),
    parseOk: true,
    signal,
    rawConfidence: confidence,
    pMemorized,
    memguardConfidence: confidence === null ? null : confidence * (1 - pMemorized),
    features,
    failReason: null,
    detail: null,
    marks,
    beforeCutoff,
  };
}

/** What a parser finds. It finds nothing, null, where it lacks a part or goes out of range; its own faults are in words. */
function read({ text, finishReason }: AnswerText, parser: AnswerParser): Either.Either<Read, string | null> {
  const tried = Either.try({
    try: (): unknown => parser(text, finishReason),
    catch: (fault) => `the parser failed: ${fault instanceof Error ? fault.message : String(fault)}`,
  });
  return Either.flatMap(tried, (found) => {
    if (!isParsed(found)) return Either.left("the parser gave no object with a direction and a confidence");
    const { direction, confidence } = found;
    return isDirection(direction) && isShare(confidence)
      ? Either.right({ signal: direction, confidence })
      : Either.left(null);
  });
}

function isParsed(found: unknown): found is Readonly<Record<"direction" | "confidence", unknown>> {
  return Predicate.hasProperty(found, "direction") && Predicate.hasProperty(found, "confidence");
}

function isShare(value: unknown): value is Probability {
  return typeof value === "number" && value >= 0 && value <= 1;
}

const isDirection = Schema.is(Direction);
