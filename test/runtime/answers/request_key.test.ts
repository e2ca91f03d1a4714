import { Effect } from "effect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CompletionRequest, Schema } from "../../../plugins/contract/mod.ts";
import openai from "../../../plugins/provider/openai/mod.ts";
import { requestKey } from "../../../runtime/answers/mod.ts";
import { casesIn } from "../../support/cases.ts";
import { providerServices } from "../../support/provider_services.ts";

interface Asked {
  readonly base_url: string;
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly top_logprobs: number;
  readonly max_tokens: number;
}
interface KeyInput {
  readonly type: "file_names" | "cache_key";
  readonly a: Asked;
  readonly b: Asked;
}

const cases = casesIn<KeyInput, { readonly same_key: boolean }>("names_and_keys.jsonl").filter(
  ({ input }) => input.type === "cache_key",
);

/** The key of a request to an endpoint by its address. */
async function keyOf({ base_url, model, prompt, temperature, top_logprobs, max_tokens }: Asked) {
  const made = Effect.flatMap(Schema.decodeUnknown(openai.options)({ base_url }), openai.make);
  const { identity } = await Effect.runPromise(Effect.provide(made, providerServices()));
  return requestKey(identity, {
    model,
    prompt,
    temperature,
    topLogprobs: top_logprobs,
    maxTokens: max_tokens,
    draw: 0,
  });
}

const request: CompletionRequest = {
  model: "lab/a",
  prompt: "Up?",
  temperature: 0,
  topLogprobs: 20,
  maxTokens: 256,
  draw: 0,
};

describe("requestKey()", () => {
  it.each(cases)("$id: $fact", async ({ input: { a, b }, expected }) => {
    expect((await keyOf(a)) === (await keyOf(b))).toBe(expected.accept[expected.preferred]?.same_key);
  });

  it("has met all cases", () => {
    expect(cases).toHaveLength(6);
  });

  it.each([
    [{ draw: 1 }],
    [{ maxTokens: 255 }],
    [{ temperature: 1e-9 }],
    [{ prompt: "Up? " }],
    [{ prompt: "up?" }],
    [{ model: "lab/A" }],
  ])("differs where the request does: %j", (more) => {
    expect(requestKey("openai x", { ...request, ...more })).not.toBe(requestKey("openai x", request));
  });

  it("does not take the border between two texts for a part of them", () => {
    const text = fc.string({ unit: fc.constantFrom('"', "\\", "|", ",", "a", "\n", ":") });
    fc.assert(
      fc.property(text, text, text, text, (model, prompt, other, otherPrompt) => {
        const same = model === other && prompt === otherPrompt;
        const key = requestKey("e", { ...request, model, prompt });
        expect(key === requestKey("e", { ...request, model: other, prompt: otherPrompt })).toBe(same);
      }),
      { numRuns: 200 },
    );
  });
});
