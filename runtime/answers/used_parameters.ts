import type { CompletionRequest } from "../../plugins/contract/mod.ts";
import type { Entry } from "../journal/mod.ts";

/** What a request's parameters became by what its endpoint wants otherwise. */
export function usedParameters({ concessions = [], ...request }: CompletionRequest): Entry["sampling"] {
  const instead = new Map(concessions.map((concession) => [concession.parameter, concession.instead]));
  const cap = instead.get("top_logprobs");
  return {
    temperature: instead.has("temperature") ? null : request.temperature,
    maxTokens: request.maxTokens,
    topLogprobs: typeof cap === "number" ? Math.min(cap, request.topLogprobs) : request.topLogprobs,
  };
}
