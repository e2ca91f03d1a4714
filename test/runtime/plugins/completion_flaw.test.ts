import { describe, expect, it } from "vitest";
import type { Completion } from "../../../plugins/contract/mod.ts";
import { completionFlaw } from "../../../runtime/plugins/mod.ts";

const GOOD: Completion = {
  text: "Up",
  finishReason: "stop",
  tokens: [{ token: "Up", logprob: -0.1, top: [{ token: "Up", logprob: null, bytes: [85, 112] }] }],
  usage: { promptTokens: 3, completionTokens: 1 },
  reported: { model: null, temperature: 0, fingerprint: null },
};
const TOKEN = { token: "Up", logprob: -0.1, top: [] };

describe("completionFlaw()", () => {
  it("finds nothing in an answer, with tokens or without", () => {
    expect(completionFlaw(GOOD)).toBeNull();
    expect(completionFlaw({ ...GOOD, tokens: null, usage: null, announced: { limit: "3" } })).toBeNull();
    expect(completionFlaw({ ...GOOD, tokens: [TOKEN, { ...TOKEN, logprob: Number.NaN }] })).toBeNull();
  });

  it.each([
    [undefined, "it gave no completion"],
    ["Up", "it gave no completion"],
    [{ ...GOOD, text: 1 }, 'expected a text as its "text"'],
    [{ ...GOOD, finishReason: undefined }, 'expected a text or null as its "finishReason"'],
    [{ ...GOOD, tokens: undefined }, 'expected a list or null as its "tokens"'],
    [
      { ...GOOD, usage: { promptTokens: 3, completionTokens: 1.5 } },
      'expected whole numbers promptTokens and completionTokens, or null as its "usage"',
    ],
    [
      { ...GOOD, reported: {} },
      'expected an object with model, temperature and fingerprint as its "reported"',
    ],
    [{ ...GOOD, announced: { limit: 3 } }, 'expected a mapping of texts, or nothing as its "announced"'],
    [
      { ...GOOD, tokens: [TOKEN, { ...TOKEN, logprob: "-1" }] },
      'expected a number or null as "logprob" of token 2',
    ],
    [
      { ...GOOD, tokens: [{ ...TOKEN, top: undefined }] },
      'expected a list of alternatives as "top" of token 1',
    ],
    [
      { ...GOOD, tokens: [{ ...TOKEN, top: [{ token: "Up" }] }] },
      'expected a number or null as "top[].logprob" of token 1',
    ],
    [{ ...GOOD, tokens: [null] }, 'expected a text as "token" of token 1'],
  ])("says what is wrong with %o", (answer, says) => {
    expect(completionFlaw(answer)).toBe(says);
  });
});
