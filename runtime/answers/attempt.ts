import { type Context, Effect } from "effect";
import {
  type Answer,
  type Completion,
  type CompletionRequest,
  type FailReason,
  type Outcome,
  type Provider,
  ProviderError,
} from "../../plugins/contract/mod.ts";
import { compactTokens } from "../../stages/answer/mod.ts";
import type { Deadlines } from "./deadlines.ts";

/** How long an attempt may take. */
export interface AttemptTime {
  readonly deadlines: Deadlines;
  readonly timeoutMs: number;
}

/** One attempt, bounded in time from its first byte to its last; a provider that crashes fails the row only. */
export function attempt(
  provider: Context.Tag.Service<Provider>,
  request: CompletionRequest,
  { deadlines, timeoutMs }: AttemptTime,
) {
  const completed = Effect.catchAllDefect(
    Effect.suspend(() => provider.complete(request)),
    (defect) => Effect.fail(crashed(defect)),
  );
  return Effect.map(
    deadlines.within(completed, () => timedOut(timeoutMs)),
    (completion) => toAnswer(completion, request),
  );
}

/** A failed attempt as a failed row. */
export function toFailure(error: ProviderError): Outcome {
  return { _tag: "Failed", reason: failReason(error), detail: error.message };
}

function failReason({ reason, refusedParameter }: ProviderError): FailReason {
  if (reason === "timeout") return "timeout";
  return refusedParameter?.endsWith("logprobs") ? "no_logprobs" : "error";
}

/** What is kept of a completion. */
export function toAnswer(completion: Completion, { concessions = [] }: CompletionRequest): Answer {
  const { text, finishReason, tokens, usage, reported } = completion;
  const answer = { text, finishReason, run: tokens === null ? null : compactTokens(tokens), usage, reported };
  return concessions.length === 0 ? answer : { ...answer, concessions };
}

function timedOut(timeoutMs: number): ProviderError {
  return new ProviderError({
    reason: "timeout",
    message: `no answer within ${timeoutMs / 1000} s`,
    retryable: true,
    retryAfterMs: null,
    refusedParameter: null,
  });
}

function crashed(defect: unknown): ProviderError {
  return new ProviderError({
    reason: "malformed",
    message: `the provider crashed: ${defect instanceof Error ? defect.message : String(defect)}`,
    retryable: false,
    retryAfterMs: null,
    refusedParameter: null,
  });
}
