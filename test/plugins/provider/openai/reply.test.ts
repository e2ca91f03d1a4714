import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReply } from "../../../../plugins/provider/openai/_reply.ts";

const ASKED = { host: "h.example", keyName: "LAB_KEY", topLogprobs: 20, now: 0 };
const CONTENT = [
  { token: "Direction", logprob: -0.5, top_logprobs: [{ token: "Direction", logprob: -0.5 }] },
];
const CHOICE = {
  index: 0,
  message: { content: "Direction: 1" },
  logprobs: { content: CONTENT },
  finish_reason: "stop",
};

const read = (body: unknown, status = 200, headers = {}) =>
  readReply({ status, headers, body: typeof body === "string" ? body : JSON.stringify(body) }, ASKED);

describe("readReply() of a completion", () => {
  it("gives text, tokens, usage and what is reported", () => {
    const body = {
      model: "served",
      system_fingerprint: "fp",
      choices: [{ ...CHOICE, temperature: 0 }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    };
    expect(read(body)).toEqual({
      text: "Direction: 1",
      finishReason: "stop",
      tokens: [{ token: "Direction", logprob: -0.5, top: [{ token: "Direction", logprob: -0.5 }] }],
      usage: { promptTokens: 3, completionTokens: 2 },
      reported: { model: "served", temperature: 0, fingerprint: "fp" },
    });
  });

  it.each([
    [50.5, 2],
    [3, -1],
    [3, "two"],
    [Number.NaN, 2],
  ])("has no usage where that counts %s and %s", (given, used) => {
    const usage = { prompt_tokens: given, completion_tokens: used };
    expect(read({ choices: [CHOICE], usage })).toMatchObject({ text: "Direction: 1", usage: null });
  });

  it.each([
    ["null", null],
    ["absent", undefined],
    ["of another shape", { tokens: ["a"], token_logprobs: [-1] }],
  ])("has no tokens where logprobs are %s", (_, logprobs) => {
    expect(read({ choices: [{ ...CHOICE, logprobs }] })).toMatchObject({
      text: "Direction: 1",
      tokens: null,
    });
  });

  it.each([["null"], ['"-0.5"'], ["NaN"], ["-Infinity"], ["-1e400"], ["{}"]])(
    "has null for the log-probability %s",
    (written) => {
      const body = JSON.stringify({ choices: [CHOICE] }).replace('"logprob":-0.5', `"logprob":${written}`);
      expect(read(body)).toMatchObject({ tokens: [{ token: "Direction", logprob: null }] });
    },
  );

  it("leaves NaN alone in a text", () => {
    const message = { content: 'a "NaN" and -Infinity' };
    const body = JSON.stringify({ choices: [{ ...CHOICE, message }], usage: "§" }).replace('"§"', "NaN");
    expect(read(body)).toMatchObject({ text: 'a "NaN" and -Infinity' });
  });

  it("keeps a position whose entry is broken, as a hole", () => {
    const choice = { ...CHOICE, logprobs: { content: [null, ...CONTENT, "x"] } };
    expect(read({ choices: [choice] })).toMatchObject({
      tokens: [{ token: "", logprob: null }, { token: "Direction" }, { token: "", logprob: null }],
    });
  });

  it("drops bytes that are none", () => {
    const content = [
      { token: "a", logprob: -1, bytes: [97] },
      { token: "b", logprob: -1, bytes: [980] },
    ];
    const { tokens } = read({ choices: [{ ...CHOICE, logprobs: { content } }] }) as { tokens: unknown };
    expect(tokens).toEqual([
      { token: "a", logprob: -1, bytes: [97], top: [] },
      { token: "b", logprob: -1, top: [] },
    ]);
  });

  it.each([
    ["null", null, ""],
    [
      "a list of parts",
      [{ type: "thinking", text: "hm" }, { type: "text", text: "Direction: 1" }, 7],
      "Direction: 1",
    ],
    ["a refusal", [{ type: "refusal", refusal: "no" }], ""],
  ])("reads content that is %s", (_, content, text) => {
    expect(read({ choices: [{ ...CHOICE, message: { content } }] })).toMatchObject({ text });
  });

  it("takes the choice with index 0", () => {
    const other = { ...CHOICE, index: 1, message: { content: "other" } };
    expect(read({ choices: [other, CHOICE] })).toMatchObject({ text: "Direction: 1" });
    expect(read({ choices: [other] })).toMatchObject({ text: "other" });
  });

  it.each(["\n\n  ", ": PROCESSING\n\n: PROCESSING\n\n"])("reads past %j before the JSON", (noise) => {
    expect(read(noise + JSON.stringify({ choices: [CHOICE] }))).toMatchObject({ text: "Direction: 1" });
  });
});

describe("readReply() of what is no completion", () => {
  it.each([
    [
      "<html><title>Sign in</title></html>",
      'the reply cannot be read: it is no JSON but an HTML page, "Sign in"',
    ],
    [
      '{"choices":[{"message":{"content":"Dir',
      'the reply cannot be read: it is no JSON but {"choices":[{"message":{"content":"Dir',
    ],
    ["", "the reply cannot be read: it is no JSON but empty"],
    ["{}", "the reply cannot be read: it has no choice with a message"],
    ['{"choices":[]}', "the reply cannot be read: it has no choice with a message"],
    ["[1]", "the reply cannot be read: it has no choice with a message"],
  ])("calls %j malformed", (body, message) => {
    expect(read(body)).toMatchObject({
      _tag: "ProviderError",
      reason: "malformed",
      message,
      retryable: false,
    });
  });

  it("calls a body malformed that was too long to read", () => {
    expect(readReply({ status: 200, headers: {}, body: null }, ASKED)).toMatchObject({ reason: "malformed" });
  });

  it.each([
    [{ error: { code: 503, message: "busy" } }, "HTTP 200 with an error 503: busy", true],
    [
      { choices: [{ error: { code: 503, message: "busy" }, message: { content: "" } }] },
      "HTTP 200 with an error 503: busy",
      true,
    ],
    [
      { error: { error: { message: "no credits" }, code: 402 } },
      "HTTP 200 with an error 402: no credits",
      false,
    ],
    [{ error: { code: 401, message: "upstream" } }, "HTTP 200 with an error 401: upstream", false],
    [{ error: "plain" }, "HTTP 200 with an error: plain", false],
  ])("finds the error in %j", (body, message, retryable) => {
    expect(read(body)).toMatchObject({ _tag: "ProviderError", message, retryable });
  });
});

describe("readReply() of a rejection", () => {
  it.each([
    [{ error: { message: "rate limited" } }, "rate limited"],
    [[{ error: { message: "in a list" } }], "in a list"],
    [{ error: "a text" }, "a text"],
    [{ status: 429, title: "Too Many Requests" }, "Too Many Requests"],
    [{ title: "Forbidden", detail: "Authorization failed" }, "Authorization failed"],
    [{ detail: [{ loc: ["body", "n"], msg: "extra" }] }, "n: extra"],
    ["two\nlines\u001b[31m", "two lines [31m"],
    ["", "nothing is said why"],
  ])("keeps the words of %j", (body, words) => {
    expect(read(body, 429)).toMatchObject({ message: `HTTP 429: ${words}`, reason: "throttled" });
  });

  it.each([
    [408, true],
    [425, true],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
    [504, true],
    [400, false],
    [402, false],
    [404, false],
    [410, false],
    [413, false],
    [422, false],
    [501, false],
  ])("says of status %i whether a retry can help: %j", (status, retryable) => {
    expect(read("{}", status)).toMatchObject({ _tag: "ProviderError", retryable });
  });

  it("does not retry a spent account", () => {
    expect(read({ error: { message: "spent", code: "insufficient_quota" } }, 429)).toMatchObject({
      retryable: false,
    });
  });

  it("passes on how long the server asks to wait", () => {
    expect(read("{}", 429, { "retry-after": "2" })).toMatchObject({ retryAfterMs: 2000 });
  });

  it.each([
    [{ error: { message: "no", param: "temperature" } }, "temperature"],
    [{ detail: [{ loc: ["body", "temperature"], msg: "above 0" }] }, "temperature"],
    [{ error: { message: "property 'top_logprobs' is unsupported", code: 404 } }, "top_logprobs"],
    [{ error: { message: "Logprobs is not enabled" } }, "logprobs"],
    [{ error: { message: "too long", param: "messages" } }, null],
  ])("names the parameter refused in %j", (body, refusedParameter) => {
    expect(read(body, 400)).toMatchObject({ reason: "refused", refusedParameter });
  });

  it("ends the asking on a 401, naming the key's variable", () => {
    expect(read("", 401)).toMatchObject({
      _tag: "CredentialError",
      message: "Cannot ask h.example: it rejected the key in LAB_KEY (HTTP 401: nothing is said why)",
    });
  });

  it("asks for a key where a 401 came without one", () => {
    const reply = { status: 401, headers: {}, body: '{"error":"who are you"}' };
    expect(readReply(reply, { ...ASKED, keyName: null })).toMatchObject({
      message:
        "Cannot ask h.example: it wants a key (HTTP 401: who are you); name its environment variable in api_key_env",
    });
  });

  it("tells a 403 apart, with the key's variable", () => {
    expect(read({ detail: "Authorization failed" }, 403)).toMatchObject({
      reason: "forbidden",
      message: "HTTP 403 with the key in LAB_KEY: Authorization failed",
      retryable: false,
    });
  });

  it("gives one outcome, whatever comes back", () => {
    const status = fc.integer({ min: 200, max: 599 });
    fc.assert(
      fc.property(status, fc.oneof(fc.string(), fc.json()), (status, body) => {
        const outcome = readReply({ status, headers: {}, body }, ASKED);
        if ("_tag" in outcome) expect(outcome.message.length).toBeLessThan(420);
        else expect(typeof outcome.text).toBe("string");
      }),
    );
  });
});

describe("readReply() of a reply with status 200 that is odd", () => {
  it.each([[""], [false], [{}], [null]])("takes an answer beside the empty error %j", (error) => {
    expect(read({ choices: [CHOICE], error })).toMatchObject({ text: "Direction: 1" });
  });

  it.each([[true], ["overloaded"], [{ code: 503 }], [{ message: "overloaded" }]])(
    "takes no answer beside the error %j",
    (error) => {
      expect(read({ choices: [CHOICE], error })).toMatchObject({ _tag: "ProviderError" });
    },
  );

  it.each([
    [{ object: "error", message: "too many", code: 429 }, "HTTP 200 with an error 429: too many", true],
    [{ detail: "no such model" }, "HTTP 200 with an error: no such model", false],
    [{ success: false, errors: [{ message: "bad" }] }, "HTTP 200 with an error: bad", false],
    [{ base_resp: { status_code: 1008, status_msg: "no money" } }, "HTTP 200 with an error: no money", false],
  ])("says the words of %j", (body, message, retryable) => {
    expect(read(body)).toMatchObject({ _tag: "ProviderError", message, retryable });
  });

  it.each([
    [
      'data: {"choices": []}\n\n',
      "the reply cannot be read: it is a stream of events, which was not asked for",
    ],
    [{ choices: [] }, "the reply cannot be read: it has no choice with a message"],
    ['"a text"', "the reply cannot be read: it has no choice with a message"],
  ])("says what %j is", (body, message) => {
    expect(read(body)).toMatchObject({ message, reason: "malformed" });
  });

  it.each([["nan"], ["-inf"], ["inf"], ["Infinity"]])("has null for the log-probability %s", (written) => {
    const body = JSON.stringify({ choices: [CHOICE] }).replace('"logprob":-0.5', `"logprob":${written}`);
    expect(read(body)).toMatchObject({ tokens: [{ logprob: null }] });
  });

  it.each([
    [["Direction", ": 1"]],
    [[{ type: "output_text", text: "Direction: 1" }]],
    [
      [
        { type: "reasoning", text: "Hm" },
        { type: "text", text: "Direction: 1" },
      ],
    ],
  ])("reads the text of %j", (content) => {
    expect(read({ choices: [{ ...CHOICE, message: { content } }] })).toMatchObject({ text: "Direction: 1" });
  });

  it("reads a finish reason that is an object", () => {
    const choice = { ...CHOICE, finish_reason: { type: "length", length: 512 } };
    expect(read({ choices: [choice] })).toMatchObject({ finishReason: "length" });
  });
});
