import fc from "fast-check";
import { expect } from "vitest";
import { CredentialError, ProviderError } from "../../../../plugins/contract/mod.ts";
import { readReply } from "../../../../plugins/provider/openai/_reply.ts";
import { compactTokens, measure, readAnswer } from "../../../../stages/answer/mod.ts";
import { mutants } from "../../../fuzz/_mutants.ts";

const token = (text: string, logprob: number) => ({
  token: text,
  logprob,
  bytes: [...new TextEncoder().encode(text)],
  top_logprobs: [
    { token: text, logprob, bytes: null },
    { token: " no", logprob: logprob - 1.5, bytes: [32, 110, 111] },
    { token: "?", logprob: -7.25, bytes: null },
  ],
});
const answer = (tokens: ReadonlyArray<string>) => ({
  id: "x",
  object: "chat.completion",
  model: "lab/a",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: tokens.join("") },
      finish_reason: "stop",
      logprobs: { content: tokens.map((text, i) => token(text, -0.1 * (i + 1))) },
    },
  ],
  usage: { prompt_tokens: 12, completion_tokens: tokens.length, total_tokens: 12 + tokens.length },
});

const SEEDS = [
  JSON.stringify(answer(["Direction", ":", " ", "1", "\n", "Confidence", ":", " ", "0", ".", "65"])),
  JSON.stringify(
    answer(["<think>", "up?", "</think>", '{"direction"', ": ", "-1", ', "confidence": ', '"70%"', "}"]),
  ),
  JSON.stringify(answer(["Richtung", "→", "📉", " Direction: **0**, Confidence: 8/10"])),
  JSON.stringify({
    error: { message: "Rate limit reached", type: "rate_limit", code: "429", param: "logprobs" },
  }),
  JSON.stringify({ detail: [{ loc: ["body", "top_logprobs"], msg: "too large", type: "value_error" }] }),
  "<html><head><title>502 Bad Gateway</title></head><body></body></html>",
];
const WORDS = [
  '"logprobs":null,',
  '"choices":[],',
  "[1/-1/0]",
  "\\boxed{",
  "| 1 |",
  "−1",
  "65%",
  "0,65",
  '"message":{},',
];

const status = fc.constantFrom(
  200,
  200,
  200,
  200,
  400,
  401,
  403,
  404,
  408,
  413,
  422,
  429,
  500,
  503,
  504,
  204,
  302,
);
const headers = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  { "retry-after": "2" },
  { "retry-after": "-1" },
  { "retry-after": "1e9, 3" },
  { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT", date: "nonsense" },
  { "retry-after-ms": "NaN" },
);

const decoder = new TextDecoder();

/** A reply that was changed is one answer or one documented failure, and an answer is a good row or a failed one. */
export const repliesProperty = fc.property(
  mutants(SEEDS, WORDS),
  status,
  headers,
  ({ bytes }, status, headers) => {
    const asked = { host: "lab.example", keyName: "LAB_KEY", topLogprobs: 20, now: 1_700_000_000_000 };
    const read = readReply({ status, headers, body: decoder.decode(bytes) }, asked);
    if (read instanceof ProviderError || read instanceof CredentialError) {
      expect(read.message).toMatch(/\S/);
      expect(read.message.length).toBeLessThan(1000);
      expect(read.message).not.toMatch(/\p{Cc}|undefined|\[object/u);
      if (read instanceof ProviderError && read.retryAfterMs !== null) {
        expect(read.retryAfterMs).toBeGreaterThan(0);
        expect(Number.isFinite(read.retryAfterMs)).toBe(true);
      }
      return;
    }
    const { text, tokens, finishReason } = read;
    const { direction, confidence, why } = readAnswer(text, finishReason);
    expect([-1, 0, 1, null]).toContain(direction);
    if (confidence !== null) {
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
    if (direction === null || confidence === null) expect(why).toMatch(/\S/);
    const measured = measure({ text, run: tokens === null ? null : compactTokens(tokens) }, null);
    if (!measured.ok) {
      expect(measured.why).toMatch(/\S/);
      return;
    }
    const { loss, min_k, min_k_pp, zlib_ratio, ref_delta } = measured.features;
    for (const value of [loss, min_k, min_k_pp, zlib_ratio]) expect(Number.isFinite(value)).toBe(true);
    expect(ref_delta).toBeNull();
  },
);
