import type { TokenRun } from "../../plugins/contract/mod.ts";
import { FEATURES, type Features, features, loss } from "../math/features.ts";
import { minKPlusPlus } from "../math/min_k_plus_plus.ts";
import type { TokenTrace } from "../math/token_trace.ts";
import { acceptTokens } from "./accept_tokens.ts";
import { readAnswer } from "./read_answer.ts";

/** Marks a row that has no `ref_delta` although a reference model is configured. */
export const NO_REFERENCE = "no-reference";

/** An answer as the journal keeps it. */
export interface MeasuredAnswer {
  readonly text: string;
  /** Null where the endpoint gave no logprobs. */
  readonly run: TokenRun | null;
}

/** The features of one answer, or why its row fails. */
export type Measurement =
  | {
      readonly ok: true;
      readonly features: Features;
      readonly marks: ReadonlyArray<string>;
      /** How many tokens count. */
      readonly nTokens: number;
    }
  | {
      readonly ok: false;
      readonly failReason: "no_logprobs" | "parse_failure" | "error";
      readonly why: string;
    };

/**
 * Accepts an answer's tokens and measures the features of the set `classic`, `ref_delta` against the reference model's
 * answer to the same prompt.
 *
 * @param reference "failed" where the reference model was asked and gave no answer, null where none is configured. A
 * reference answer that may not be measured is no reference: `ref_delta` is null and the row marked `no-reference`.
 */
export function measure(answer: MeasuredAnswer, reference: MeasuredAnswer | "failed" | null): Measurement {
  const accepted = acceptTokens(answer.text, answer.run);
  if (!accepted.ok) {
    // Where the tokens belong to a text that is no answer, the text is at fault, not the endpoint.
    const isNoAnswer = accepted.unspelt === true && readAnswer(answer.text, null).direction === null;
    return { ok: false, failReason: isNoAnswer ? "parse_failure" : "no_logprobs", why: accepted.why };
  }
  const { trace, marks } = accepted;
  const why = whyUndefined(answer.text, trace);
  if (why !== null) return { ok: false, failReason: "error", why };
  const referenceLoss = reference === null || reference === "failed" ? null : lossOf(reference);
  const measured = features(answer.text, trace, referenceLoss);
  const absent = FEATURES.find((name) => name !== "ref_delta" && !Number.isFinite(measured[name]));
  if (absent !== undefined)
    return { ok: false, failReason: "error", why: `${absent} is undefined for this answer` };
  return {
    ok: true,
    features: measured,
    marks: reference !== null && referenceLoss === null ? [...marks, NO_REFERENCE] : marks,
    nTokens: trace.logprobs.length,
  };
}

function lossOf({ text, run }: MeasuredAnswer): number | null {
  const accepted = acceptTokens(text, run);
  return accepted.ok ? loss(accepted.trace) : null;
}

/** The share of tokens in the lowest slice of the set `classic`. */
const LOWEST_SHARE = 0.2;

function whyUndefined(text: string, trace: TokenTrace): string | null {
  if (/\p{Surrogate}/u.test(text))
    return "the answer has half of a surrogate pair, so it has no compressed length";
  const bare = trace.ends.findIndex((end, i) => end === (i === 0 ? 0 : trace.ends[i - 1]));
  if (bare >= 0)
    return `min_k_pp is undefined: token ${bare + 1} of ${trace.ends.length} has no alternatives`;
  if (minKPlusPlus(trace, LOWEST_SHARE).degenerate) {
    return "min_k_pp is undefined: among the lowest tokens are some whose alternatives do not differ";
  }
  return null;
}
