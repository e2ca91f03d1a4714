import { describe, expect, it } from "vitest";
import { quotaOf } from "../../../../plugins/provider/openai/_quota.ts";
import { readRefusal } from "../../../../plugins/provider/openai/_refusal.ts";

const message = (text: string, more: object = {}) => JSON.stringify({ error: { message: text, ...more } });
const invalid = (name: string, msg: string, more: object = {}) =>
  JSON.stringify({ detail: [{ loc: ["body", name], msg, ...more }] });

describe("readRefusal()", () => {
  it.each([
    [
      message(
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        { param: "temperature" },
      ),
    ],
    [message("temperature is fixed, omit it")],
    [invalid("temperature", "Input should be greater than 0", { ctx: { gt: 0 } })],
    ['{"detail":"temperature: must be 1"}'],
    ['{"status":400,"title":"Bad Request","detail":"Temperature not allowed for this model"}'],
  ])("leaves out the temperature for %s", (body) => {
    expect(readRefusal(body, 20)).toEqual({
      parameter: "temperature",
      concession: { parameter: "temperature", instead: null },
    });
  });

  it.each([
    [
      message(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        { param: "max_tokens" },
      ),
    ],
    [message("Unknown parameter", { param: "max_tokens" })],
    [invalid("max_tokens", "Extra inputs are not permitted")],
    ['{"detail":"Additional properties are not allowed (\'max_tokens\' was unexpected)"}'],
  ])("names the limit otherwise for %s", (body) => {
    expect(readRefusal(body, 20).concession).toEqual({
      parameter: "max_tokens",
      instead: "max_completion_tokens",
    });
  });

  it.each([
    [
      message("max_tokens is too large: 512. This model supports at most 256 completion tokens", {
        param: "max_tokens",
      }),
    ],
    [
      message(
        "'max_tokens' or 'max_completion_tokens' is too large: 512. This model's maximum context length is 4096 tokens",
      ),
    ],
    [message("This model takes at most 4096 tokens, you asked for max_tokens 512", { param: "messages" })],
    [message("The prompt triggered the policy", { param: "prompt" })],
    ["{}"],
    ["no JSON"],
  ])("gives way in nothing for %s", (body) => {
    expect(readRefusal(body, 20).concession).toBe(null);
  });

  it.each([
    [
      message("Invalid value for 'top_logprobs': must be less than or equal to 5.", {
        param: "top_logprobs",
      }),
      5,
    ],
    [invalid("top_logprobs", "ensure this value is less than or equal to 8", { ctx: { limit_value: 8 } }), 8],
    [invalid("top_logprobs", "Input should be less than or equal to 10", { ctx: { le: 10 } }), 10],
    [message("Requested sample logprobs of 20, which is greater than max allowed: 5"), 5],
    [message("top_logprobs must be between 0 and 5, got 20"), 5],
    [message("top_logprobs: 20 exceeds the maximum of 11 for lab/mock-7b", { param: "top_logprobs" }), 11],
    [message("top_logprobs should be less than 6"), 5],
    [message("top_logprobs <= 4"), 4],
    [message("top_logprobs is too large", { param: "top_logprobs" }), 5],
    ['[{"error":{"message":"The value of top_logprobs is out of range [0, 19]"}}]', 19],
  ])("asks for fewer alternatives for %s", (body, cap) => {
    expect(readRefusal(body, 20)).toEqual({
      parameter: expect.stringMatching(/logprobs$/),
      concession: { parameter: "top_logprobs", instead: cap },
    });
  });

  it.each([
    [message("logprobs are off for this model", { param: "logprobs" })],
    [message("property 'top_logprobs' is unsupported")],
    [
      message("No endpoints found that support the requested parameters: logprobs, top_logprobs", {
        code: 404,
      }),
    ],
    [message("Unsupported parameters: temperature, logprobs")],
    [message("top_logprobs must be at most 0", { param: "top_logprobs" })],
    [invalid("logprobs", "Extra inputs are not permitted")],
    [
      '[{"error":{"code":400,"message":"logprobs cannot be produced for models/lab-flash-2","status":"INVALID_ARGUMENT"}}]',
    ],
  ])("finds nothing to ask for in place of log-probabilities for %s", (body) => {
    const { parameter, concession } = readRefusal(body, 20);
    expect([parameter?.endsWith("logprobs"), concession]).toEqual([true, null]);
  });
});

describe("quotaOf()", () => {
  const spent = message("You exceeded your current quota", { code: "insufficient_quota" });

  it.each([
    [{}, spent, null, "spent"],
    [{}, message("Add credits: insufficient balance"), null, "spent"],
    [{}, message("Quota exceeded for metric free_tier, limit: 0"), 30_000, "spent"],
    [{ "x-ratelimit-limit-requests": "0" }, message("slow down"), 1000, "spent"],
    [{ "x-should-retry": "false" }, "{}", null, "spent"],
    [{}, spent, 1000, "perhaps"],
    [{}, message("Rate limit reached, limit: 30, used: 30"), 1000, "no"],
    [{}, message("Quota exceeded: requests per minute", { status: "RESOURCE_EXHAUSTED" }), 26_000, "no"],
    [
      { "x-ratelimit-limit-requests": "60" },
      message("Slow down.", { code: "rate_limit_exceeded" }),
      null,
      "no",
    ],
    [{}, '{"status":429,"title":"Too Many Requests"}', null, "no"],
  ] as const)("of %j and %s is as it should be", (headers, body, wait, expected) => {
    expect(quotaOf({ status: 429, headers, body }, wait)).toBe(expected);
  });
});
