import { hash } from "node:crypto";
import type { CompletionRequest } from "../../plugins/contract/mod.ts";

/**
 * The identity of a request: sha256 of the canonical JSON of what is asked of whom. Equal keys are one question.
 *
 * @param endpoint The provider's identity.
 */
export function requestKey(endpoint: string, request: CompletionRequest): string {
  const { model, prompt, temperature, maxTokens, topLogprobs, draw } = request;
  const canonical = JSON.stringify({
    draw,
    endpoint,
    max_tokens: maxTokens,
    messages: [{ content: prompt, role: "user" }],
    model,
    temperature,
    top_logprobs: topLogprobs,
  });
  return hash("sha256", canonical);
}
