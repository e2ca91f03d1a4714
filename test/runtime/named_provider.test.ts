import { Cause, Effect, Exit } from "effect";
import { describe, expect, it } from "vitest";
import {
  type Completion,
  CredentialError,
  definePlugin,
  ProviderError,
  Schema,
} from "../../plugins/contract/mod.ts";
import { keptSecrets } from "../../runtime/kept_secrets.ts";
import { namedProvider } from "../../runtime/named_provider.ts";

const REQUEST = {
  model: "m",
  prompt: "p",
  draw: 0,
  temperature: 0,
  maxTokens: 8,
  topLogprobs: 2,
};
const COMPLETION: Completion = {
  text: "Up",
  finishReason: "stop",
  tokens: null,
  usage: null,
  reported: { model: null, temperature: null, fingerprint: null },
};

const SECRET = "desk-LABFAKEKEY-1";
const SECRETS = (() => {
  const kept = keptSecrets({ get: () => Effect.succeed(SECRET) });
  Effect.runSync(kept.secrets.get("DESK_KEY"));
  return kept;
})();

type Complete = () => Effect.Effect<Completion, ProviderError | CredentialError>;

/** What a provider with this `complete`, of whatever type it may be, is told to have done. */
function outcome(complete: (...given: ReadonlyArray<never>) => unknown) {
  const plugin = definePlugin({
    kind: "provider",
    name: "desk",
    version: "1.0.0",
    options: Schema.Struct({}),
    make: () =>
      Effect.succeed({
        identity: "desk",
        deterministic: true,
        concurrency: 1,
        known: {},
        complete: complete as Complete,
      }),
  });
  const made = plugin.make({}) as Effect.Effect<Parameters<typeof namedProvider>[1]>;
  const asked = Effect.flatMap(made, (provider) =>
    namedProvider("desk", provider, SECRETS).complete(REQUEST),
  );
  const exit = Effect.runSyncExit(asked);
  return Exit.isSuccess(exit) ? exit.value : Cause.squash(exit.cause);
}

const error = new ProviderError({
  message: "HTTP 503",
  reason: "transport",
  retryable: true,
  retryAfterMs: null,
  refusedParameter: null,
});

describe("namedProvider()", () => {
  it("passes answers and typed errors on as they are", () => {
    const rejected = new CredentialError({ message: "rejected" });

    expect(outcome(() => Effect.succeed(COMPLETION))).toBe(COMPLETION);
    expect(outcome(() => Effect.fail(error))).toBe(error);
    expect(outcome(() => Effect.fail(rejected))).toBe(rejected);
  });

  it("tells no secret that the provider was given", () => {
    const repeated = new ProviderError({ ...error, message: `HTTP 400: Bearer ${SECRET}?` });
    const rejected = new CredentialError({ message: `rejected: ${SECRET}` });
    const token = (text: string) => ({ token: text, logprob: -1, top: [] });
    const refused = {
      reason: "malformed",
      message: 'the provider "desk" gave an answer that repeats a secret',
    };

    expect(outcome(() => Effect.fail(repeated))).toEqual(
      new ProviderError({ ...error, message: "HTTP 400: Bearer [key]?" }),
    );
    expect(outcome(() => Effect.fail(rejected))).toMatchObject({ message: "rejected: [key]" });
    for (const said of [
      { text: `It is ${SECRET}` },
      { tokens: [token(SECRET.slice(0, 7)), token(SECRET.slice(7))] },
      { reported: { ...COMPLETION.reported, model: SECRET } },
    ]) {
      expect(outcome(() => Effect.succeed({ ...COMPLETION, ...said }))).toMatchObject(refused);
    }
  });

  it.each([
    [
      "a throw",
      () => {
        throw new TypeError("x is\nundefined");
      },
      'the provider "desk" crashed: TypeError: x is undefined',
    ],
    ["a defect", () => Effect.die("no luck"), 'the provider "desk" crashed: no luck'],
    ["an untyped failure", () => Effect.fail({ code: 7 }), 'the provider "desk" crashed: {"code":7}'],
    ["a promise", async () => COMPLETION, 'the provider "desk" crashed: complete gave no Effect'],
    [
      "half an answer",
      () => Effect.succeed({ ...COMPLETION, text: undefined }),
      'the provider "desk" gave what is no answer: expected a text as its "text"',
    ],
  ])("makes %s a final failure that names the plugin", (_, complete, message) => {
    expect(outcome(complete)).toMatchObject({
      _tag: "ProviderError",
      reason: "malformed",
      retryable: false,
      message,
    });
  });
});
