import type { CompletionRequest, Concession } from "../../contract/mod.ts";

/** The body of one request: one choice, no stream. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: Array<{ readonly role: "user"; readonly content: string }>;
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly logprobs: true;
  readonly top_logprobs: number;
}

/** What is sent for a request, with what the model's endpoint wants otherwise. */
export function toChat({ concessions = [], ...request }: CompletionRequest): ChatRequest {
  const { model, prompt, temperature, maxTokens, topLogprobs } = request;
  const instead = new Map(concessions.map((concession) => [concession.parameter, concession.instead]));
  const cap = instead.get("top_logprobs");
  return {
    model,
    messages: [{ role: "user", content: prompt }],
    ...(instead.has("temperature") ? {} : { temperature }),
    ...limitOf(instead.get("max_tokens"), maxTokens),
    logprobs: true,
    top_logprobs: typeof cap === "number" ? Math.min(cap, topLogprobs) : topLogprobs,
  };
}

function limitOf(instead: Concession["instead"] | undefined, maxTokens: number) {
  return instead === "max_completion_tokens"
    ? { max_completion_tokens: maxTokens }
    : { max_tokens: maxTokens };
}
