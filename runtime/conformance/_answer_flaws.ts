import type { Completion, CompletionRequest, SampledAlternative } from "../../plugins/contract/mod.ts";
import { acceptTokens } from "../../stages/answer/mod.ts";
import { toAnswer } from "../answers/attempt.ts";

/** Logarithms of rounded probabilities may come out a little above 0. */
const ROUNDING = 1e-6;

/** Why an answer's log-probabilities are none; null where they are, or where there are none. */
export function wrongLogprobs({ tokens }: Completion): string | null {
  for (const [at, { top, ...sampled }] of (tokens ?? []).entries()) {
    const wrong = [sampled, ...top].find(isWrong);
    if (wrong !== undefined) {
      return `gives ${String(wrong.logprob)} as the log-probability of ${JSON.stringify(wrong.token)} at token ${at + 1}; it is a natural logarithm, 0 or less, or null where the endpoint gives none`;
    }
  }
  return null;
}

function isWrong({ logprob }: SampledAlternative): boolean {
  return logprob !== null && !(logprob <= ROUNDING && logprob > Number.NEGATIVE_INFINITY);
}

/** Why an answer's tokens cannot be measured; null where they can, or where the endpoint gives none. */
export function unmeasurable(completion: Completion, request: CompletionRequest): string | null {
  if (completion.tokens === null) {
    return "gives no tokens; without the log-probabilities of its tokens no answer can be measured";
  }
  const accepted = acceptTokens(completion.text, toAnswer(completion, request).run);
  return accepted.ok
    ? null
    : `gives tokens that cannot be measured: ${accepted.why}; they have to be those that spell the text, each with its alternatives`;
}
