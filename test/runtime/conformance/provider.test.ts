import { type Context, Effect } from "effect";
import { describe, expect, it } from "vitest";
import {
  type Completion,
  type CompletionRequest,
  CredentialError,
  definePlugin,
  type Provider,
  ProviderError,
  Schema,
  Secrets,
} from "../../../plugins/contract/mod.ts";
import embedded from "../../../plugins/provider/embedded/mod.ts";
import openai from "../../../plugins/provider/openai/mod.ts";
import type { ProviderSample } from "../../../runtime/conformance/mod.ts";
import { providerChecks, sample } from "../../../runtime/conformance/promise.ts";
import optimist from "../../fixtures/plugins/provider.ts";
import { startMock } from "../../support/mock/mod.ts";
import { expectSound, said } from "./_said.ts";

type Made = Context.Tag.Service<Provider>;

const TEXT = "Direction: 1\nConfidence: 0.6";
const TOKENS = TEXT.split(/(?=\s)/).map((token, i) => ({
  token,
  logprob: -0.1 - i,
  top: [
    { token, logprob: -0.1 - i },
    { token: " or", logprob: -2.5 - i },
  ],
}));
const ANSWER: Completion = {
  text: TEXT,
  finishReason: "stop",
  tokens: TOKENS,
  usage: { promptTokens: 9, completionTokens: 4 },
  reported: { model: "one", temperature: 0, fingerprint: null },
};

function refused(message: string): ProviderError {
  const final = { retryable: false, retryAfterMs: null, refusedParameter: null };
  return new ProviderError({ message, reason: "refused", ...final });
}

const answer = ({ model }: CompletionRequest) =>
  model === "one" ? Effect.succeed(ANSWER) : Effect.fail(refused(`There is no model "${model}"`));

/** A provider that is right, but for what is changed. */
const providerOf = (change: (key: string | null) => Partial<Made>) =>
  definePlugin({
    kind: "provider",
    name: "desk",
    version: "1.0.0",
    options: Schema.Struct({}),
    make: () =>
      Effect.gen(function* () {
        const secrets = yield* Secrets;
        const key = yield* secrets.get("DESK_KEY");
        const made: Made = {
          identity: "desk",
          deterministic: true,
          concurrency: 2,
          known: {},
          complete: answer,
        };
        return { ...made, ...change(key) };
      }),
  });

const SAMPLE: ProviderSample = { model: "one", secrets: { DESK_KEY: "sk-desk-123456" }, patienceMs: 300 };
const answering = (change: Partial<Completion>) =>
  providerOf(() => ({ complete: () => Effect.succeed({ ...ANSWER, ...change }) }));
const sentence = (plugin: object, name: string, more: Partial<ProviderSample> = {}) =>
  said(providerChecks(plugin as never, { ...SAMPLE, ...more }), name);

describe("a sound provider", () => {
  it("passes", async () => {
    await expectSound(
      providerChecks(
        providerOf(() => ({})),
        SAMPLE,
      ),
    );
    await expectSound(
      providerChecks(
        providerOf(() => ({ models: ["one"] })),
        SAMPLE,
      ),
    );
  });

  it("of the tests passes", async () => {
    await expectSound(
      providerChecks(optimist, { options: { confidence: 0.7 }, model: "one", prompt: "Up or down?" }),
    );
  });

  it("openai passes against a server", async () => {
    const refuses = (body: Readonly<Record<string, unknown>>) => body["model"] !== "lab/a";
    const mock = await startMock({
      latencyMs: 20,
      faults: [{ when: refuses, does: { status: 404, body: '{"error":{"message":"no such model"}}' } }],
    });
    const options = { base_url: mock.url, api_key_env: "LAB_KEY", concurrency: 4 };
    const prompt = "[oos] Session 1. Up or down at the close? Evaluation.";

    await expectSound(
      providerChecks(openai, { options, model: "lab/a", prompt, secrets: { LAB_KEY: "sk-lab-123456" } }),
    );
    await mock.close();
  });

  it("embedded passes", async () => {
    const { files, controls } = await sample();

    await expectSound(providerChecks(embedded, { options: controls.options, model: "strong", files }));
  });
});

describe("a broken provider", () => {
  const MADE = "says what answers, how many at once and what is known";

  it.each([
    [{ concurrency: 0 }, 'expected a whole number above 0 as its "concurrency"'],
    [{ identity: "" }, 'expected a text as its "identity"'],
    [{ known: { one: 1 as never } }, 'expected a mapping of models to texts as its "known"'],
  ])("cannot be made: %o", async (change, why) => {
    expect(
      await sentence(
        providerOf(() => change),
        MADE,
      ),
    ).toBe(`Provider "desk" cannot be made: ${why}`);
  });

  it("throws as it is made", async () => {
    const plugin = { ...openai, name: "desk", options: Schema.Struct({}), make: () => ({}) };

    expect(await sentence(plugin, MADE)).toBe('Provider "desk" cannot be made: make gave no Effect');
  });

  const IDENTITY = "has one identity, whatever its key is";

  it("has an identity of its key", async () => {
    expect(
      await sentence(
        providerOf((key) => ({ identity: `desk ${key?.length}` })),
        IDENTITY,
      ),
    ).toBe('Provider "desk" has another identity with another key; a key is no part of what answers');
  });

  it("has an identity of the moment", async () => {
    let calls = 0;

    expect(
      await sentence(
        providerOf(() => ({ identity: `desk ${calls++}` })),
        IDENTITY,
      ),
    ).toBe(
      'Provider "desk" calls itself "desk 0" and then "desk 1"; an identity is made of the options alone, or no answer is ever found again',
    );
  });

  const ANSWERS = "answers a question";

  it.each([
    [() => Effect.fail(refused("HTTP 404")), 'does not answer for "one": HTTP 404'],
    [() => Effect.never, "gives no answer within 300ms"],
    [() => Effect.die("no luck"), "crashes: no luck; what goes wrong with an attempt is a ProviderError"],
    [
      (async () => ANSWER) as never,
      "crashes: complete gave no Effect; what goes wrong with an attempt is a ProviderError",
    ],
    [
      () => Effect.succeed({ ...ANSWER, usage: undefined as never }),
      'gives what is no answer: expected whole numbers promptTokens and completionTokens, or null as its "usage"',
    ],
    [
      (request: CompletionRequest) => {
        Object.assign(request, { temperature: 1 });
        return answer(request);
      },
      expect.stringMatching(/^crashes: TypeError: .*read only/),
    ],
  ])("does not answer: %#", async (complete, why) => {
    const says = await sentence(
      providerOf(() => ({ complete })),
      ANSWERS,
    );

    expect(says?.replace('Provider "desk" ', "")).toEqual(why);
  });

  it("gives probabilities for logarithms", async () => {
    const tokens = TOKENS.map((token) => ({ ...token, logprob: Math.exp(token.logprob) }));

    expect(await sentence(answering({ tokens }), "gives natural logarithms")).toMatch(
      /^Provider "desk" gives 0\.90\d+ as the log-probability of "Direction:" at token 1; it is a natural logarithm, 0 or less, or null where the endpoint gives none$/,
    );
  });

  it.each([
    [
      { tokens: null },
      "gives no tokens; without the log-probabilities of its tokens no answer can be measured",
    ],
    [
      { tokens: TOKENS.slice(1) },
      expect.stringMatching(
        /^gives tokens that cannot be measured: .*; they have to be those that spell the text/,
      ),
    ],
  ])("gives no tokens that spell its text: %#", async (change, why) => {
    const says = await sentence(answering(change), "gives the tokens that spell its text");

    expect(says?.replace('Provider "desk" ', "")).toEqual(why);
  });

  it("is not as deterministic as it says", async () => {
    let calls = 0;
    const complete = () => Effect.sync(() => ({ ...ANSWER, finishReason: `stop ${calls++}` }));
    const check = "gives the same answer again where it says that it is deterministic";

    expect(
      await sentence(
        providerOf(() => ({ complete })),
        check,
      ),
    ).toBe(
      'Provider "desk" says that it is deterministic and answers the same request otherwise another time (finishReason); say deterministic: false, or answer by the request alone',
    );
    expect(
      await sentence(
        providerOf(() => ({ complete, deterministic: false })),
        check,
      ),
    ).toBeNull();
  });

  const FAILS = "fails with errors that say whether to try again";
  const failing = (error: unknown) =>
    providerOf(() => ({
      complete: (request) => (request.model === "one" ? answer(request) : Effect.fail(error as never)),
    }));
  const waiting = (retryAfterMs: number, retryable = true) =>
    new ProviderError({
      message: "busy",
      reason: "throttled",
      retryable,
      retryAfterMs,
      refusedParameter: null,
    });

  it.each([
    [
      new Error("no luck"),
      "fails with what is no ProviderError; give its reason, whether the request may succeed later, and how long the server asked to wait",
    ],
    [
      Object.assign(new Error("x"), { _tag: "ProviderError" }),
      "fails with a ProviderError whose fields are not those of the contract",
    ],
    [refused(" "), "fails with a ProviderError that says nothing; say what went wrong"],
    [waiting(-1), "asks to wait -1 ms; a wait is 0 or more, or null where the server named none"],
    [
      waiting(1000, false),
      "asks to wait 1000 ms and says that trying again cannot help; a request that may be sent later is retryable",
    ],
  ])("fails otherwise than the contract says: %o", async (error, why) => {
    expect(await sentence(failing(error), FAILS)).toBe(`Provider "desk" ${why}`);
  });

  it("answers for a model that it does not list, or what was to fail", async () => {
    const complete = () => Effect.succeed(ANSWER);

    expect(
      await sentence(
        providerOf(() => ({ complete, models: ["one"] })),
        FAILS,
      ),
    ).toBe(
      'Provider "desk" lists its models and answers for one that is not among them; refuse it, or leave models out',
    );
    expect(
      await sentence(
        providerOf(() => ({ complete })),
        FAILS,
        { failing: [{ prompt: "" }] },
      ),
    ).toBe('Provider "desk" answers the request 1 of the sample\'s failing, which was to fail');
  });

  it.each([
    ["its identity", (key: string | null) => ({ identity: `desk?key=${key}` }), "identity"],
    ["what is known", (key: string | null) => ({ known: { one: `asked with ${key}` } }), "known.one"],
    [
      "an error",
      (key: string | null) => ({
        complete: (request: CompletionRequest) =>
          request.model === "one"
            ? answer(request)
            : Effect.fail(new CredentialError({ message: `${key} was rejected` })),
      }),
      "message",
    ],
    [
      "an answer",
      (key: string | null) => ({
        complete: () => Effect.succeed({ ...ANSWER, announced: { "x-key": String(key) } }),
      }),
      "announced.x-key",
    ],
  ])("tells the key in %s", async (_, change, at) => {
    expect(await sentence(providerOf(change), "tells no key to anyone")).toMatch(
      new RegExp(
        `^Provider "desk" tells the key in DESK_KEY \\((${at}|_tag|text)\\); a key goes to the endpoint only$`,
      ),
    );
  });

  const STOPS = "stops when it is interrupted, and answers again";

  it("goes on when it is interrupted", async () => {
    const complete = () => Effect.uninterruptible(Effect.as(Effect.sleep(2_000), ANSWER));

    expect(
      await sentence(
        providerOf(() => ({ complete })),
        STOPS,
      ),
    ).toBe('Provider "desk" goes on when it is interrupted; pass the abort signal of Effect.tryPromise on');
  });

  it("keeps the places of what was interrupted", async () => {
    let places = 2;
    const complete = (request: CompletionRequest) =>
      Effect.suspend(() => {
        if (places === 0) return Effect.never;
        places--;
        return Effect.zipRight(
          Effect.sleep(20),
          Effect.tap(answer(request), () => Effect.sync(() => void places++)),
        );
      });

    expect(
      await sentence(
        providerOf(() => ({ complete })),
        STOPS,
      ),
    ).toBe('Provider "desk" gives no answer within 300ms, once attempts before it were interrupted');
  });
});
