import type { TokenRun } from "../../plugins/contract/mod.ts";
import type { TokenTrace } from "../math/token_trace.ts";
import { type AnswerRun, answerRun } from "./_answer_run.ts";
import { logprobOrNaN } from "./_logprob.ts";

/** Marks a row whose endpoint listed more tokens than its answer's: hidden reasoning, or text past a stop string. */
export const TOKENS_REALIGNED = "tokens-realigned";

/** The tokens by which an answer may be measured, or why it may not. */
export type Acceptance =
  | {
      readonly ok: true;
      readonly trace: TokenTrace;
      readonly tokens: ReadonlyArray<string>;
      readonly marks: ReadonlyArray<string>;
    }
  | {
      readonly ok: false;
      readonly why: string;
      /** There are tokens, but none that spell an answer. */
      readonly unspelt?: true;
    };

/**
 * The tokens that spell `text`, if all of them have a usable log-probability.
 *
 * The last run that spells the text counts, white space aside. Other tokens around it are left out: end-of-turn tokens
 * and trimmed white space silently, anything else under the mark `tokens-realigned`. So is a last token that a stop
 * string cut in two, which counts whole, since part of the text is its. Byte pieces that nobody can read may stand for
 * characters beyond ASCII. A log-probability above 0 by rounding (up to 1e-4 nats) is used as 0.
 */
export function acceptTokens(text: string, run: TokenRun | null): Acceptance {
  if (run === null) return refused("the endpoint gave no logprobs");
  const { tokens, logprobs } = run;
  if (text === "") return tokens.length === 0 ? refused(EMPTY) : unspelt(EMPTY);
  if (tokens.length === 0) return refused("the endpoint gave logprobs for no token");
  const found = answerRun(text, tokens);
  if (found === null) {
    return unspelt(
      `no run of the ${tokens.length} tokens spells the answer (first token ${JSON.stringify(tokens[0]!.slice(0, 40))})`,
    );
  }
  const trace = traceOf(run, found);
  const why = whyUnusable(logprobs.subarray(found.first, found.last + 1), trace.logprobs);
  if (why !== null) return refused(why);
  const marks = found.realigned ? [TOKENS_REALIGNED] : [];
  return { ok: true, trace, tokens: tokens.slice(found.first, found.last + 1), marks };
}

const EMPTY = "the answer is empty";

function refused(why: string): Acceptance {
  return { ok: false, why };
}

function unspelt(why: string): Acceptance {
  return { ok: false, why, unspelt: true };
}

function traceOf({ logprobs, alternatives, ends }: TokenRun, { first, last }: AnswerRun): TokenTrace {
  const start = first === 0 ? 0 : ends[first - 1]!;
  return {
    logprobs: logprobs.subarray(first, last + 1).map(logprobOrNaN),
    alternatives: alternatives.subarray(start, ends[last]),
    ends: ends.subarray(first, last + 1).map((end) => end - start),
  };
}

function whyUnusable(reported: Float64Array, usable: Float64Array): string | null {
  const hole = usable.findIndex(Number.isNaN);
  if (hole >= 0) {
    const value = reported[hole]!;
    const has = Number.isNaN(value) ? "no usable logprob" : `logprob ${value}, which cannot be one`;
    return `token ${hole + 1} of ${usable.length} has ${has}`;
  }
  if (usable.some((logprob) => logprob !== 0)) return null;
  return `all ${usable.length} tokens have logprob 0`;
}
