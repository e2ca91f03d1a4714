import { afterEach, describe, expect, it } from "@effect/vitest";
import { type Context, Effect, Fiber } from "effect";
import { ArrayFormatter, type Provider, Schema } from "../../../../plugins/contract/mod.ts";
import openai from "../../../../plugins/provider/openai/mod.ts";
import { KEY } from "../../../support/keys.ts";
import { type Mock, type MockOptions, startMock } from "../../../support/mock/mod.ts";
import { providerServices } from "../../../support/provider_services.ts";

const REQUEST = {
  model: "lab/a",
  prompt: "[oos] up or down?",
  temperature: 0,
  maxTokens: 512,
  topLogprobs: 20,
  draw: 0,
};

const make = (options: unknown, variables: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Schema.decodeUnknown(openai.options)(options), openai.make).pipe(
    Effect.provide(providerServices(variables)),
  );

const open: Array<Mock> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((mock) => mock.close()));
});

const mocked = (options: MockOptions = {}) =>
  Effect.promise(async () => {
    const mock = await startMock(options);
    open.push(mock);
    return mock;
  });

const ask = (provider: Context.Tag.Service<Provider>) => Effect.flip(provider.complete(REQUEST));

describe("openai", () => {
  it.live.each([301, 302, 307, 308])(
    "complete() follows HTTP %i within the server, as it was asked",
    (status) =>
      Effect.gen(function* () {
        const moved = { status, headers: { location: "/v1/chat/completions/" } };
        const mock = yield* mocked({ faults: [{ first: 1, does: moved }] });
        const provider = yield* make({ base_url: mock.url, api_key_env: "LAB_KEY" }, { LAB_KEY: KEY });
        expect((yield* provider.complete(REQUEST)).text).not.toBe("");
        const [first, second] = mock.arrivals;
        expect(second?.body).toEqual(first?.body);
        expect(second?.headers.authorization).toBe(`Bearer ${KEY}`);
      }),
  );

  it.live("complete() sends no prompt elsewhere, and gives up on a server that sends it round", () =>
    Effect.gen(function* () {
      const other = yield* mocked();
      const elsewhere = { status: 307, headers: { location: `${other.url}/chat/completions` } };
      const away = yield* mocked({ faults: [{ does: elsewhere }] });
      expect(yield* ask(yield* make({ base_url: away.url }))).toMatchObject({
        reason: "refused",
        message: `HTTP 307: it sends on to ${other.url}/chat/completions, where prompts are not sent unless base_url says so`,
      });
      expect([away.arrivals.length, other.arrivals.length]).toEqual([1, 0]);

      const round = yield* mocked({
        faults: [{ does: { status: 308, headers: { location: "/v1/round" } } }],
      });
      expect(yield* ask(yield* make({ base_url: round.url }))).toMatchObject({ reason: "refused" });
      expect(round.arrivals).toHaveLength(21);
    }),
  );

  it.live("complete() sends one chat completion and nothing that is not asked for", () =>
    Effect.gen(function* () {
      const mock = yield* mocked();
      const provider = yield* make(
        { base_url: `${mock.url}/`, api_key_env: "LAB_KEY" },
        { LAB_KEY: ` ${KEY}\n` },
      );
      const { text, tokens, usage, reported } = yield* provider.complete(REQUEST);
      expect(text).toMatch(/\nConfidence: 0\.\d\d$/);
      expect(tokens?.map(({ token }) => token).join("")).toBe(text);
      expect(tokens?.every(({ top }) => top.length === 20)).toBe(true);
      expect(usage?.completionTokens).toBe(tokens?.length);
      expect(reported).toEqual({ model: "lab/a", temperature: null, fingerprint: null });
      expect(mock.arrivals.map(({ body }) => body)).toEqual([
        {
          model: "lab/a",
          messages: [{ role: "user", content: "[oos] up or down?" }],
          temperature: 0,
          max_tokens: 512,
          logprobs: true,
          top_logprobs: 20,
        },
      ]);
      const headers = mock.arrivals[0]?.headers ?? {};
      expect(headers.authorization).toBe(`Bearer ${KEY}`);
      expect(Object.keys(headers).filter((name) => /^(?:x-|openai-)/.test(name))).toEqual([]);
    }),
  );

  it.live("complete() sends no key where none is named", () =>
    Effect.gen(function* () {
      const mock = yield* mocked();
      const provider = yield* make({ base_url: mock.url });
      yield* provider.complete(REQUEST);
      expect(mock.arrivals.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    }),
  );

  it.live("complete() opens no more connections than the concurrency, with five times as many calls", () =>
    Effect.gen(function* () {
      const mock = yield* mocked({ latencyMs: 5 });
      const provider = yield* make({ base_url: mock.url, concurrency: 4 });
      const prompts = Array.from({ length: 60 }, (_, i) => ({ ...REQUEST, prompt: `[oos] ${i}` }));
      yield* Effect.forEach(prompts, (request) => provider.complete(request), { concurrency: 20 });
      expect([mock.arrivals.length, mock.most.connections, mock.most.inFlight]).toEqual([60, 4, 4]);
    }),
  );

  it.live.each([
    [
      "500",
      { status: 500, body: '{"error":{"message":"broken"}}' },
      { message: "HTTP 500: broken", retryable: true },
    ],
    [
      "404 without an error key",
      { status: 404, body: '{"detail":"gone"}' },
      { message: "HTTP 404: gone", retryable: false },
    ],
    [
      "a dropped connection",
      "reset",
      { reason: "transport", retryable: true, message: /^no reply from 127\.0\.0\.1:\d+: .+ \(.+\)$/ },
    ],
    [
      "429 with a wait",
      { status: 429, headers: { "retry-after": "3" } },
      { reason: "throttled", retryAfterMs: 3000, message: "HTTP 429: nothing is said why" },
    ],
  ] as const)("complete() makes one attempt and tells of %s", ([, does, expected]) =>
    Effect.gen(function* () {
      const mock = yield* mocked({ faults: [{ does }] });
      const error = yield* ask(yield* make({ base_url: mock.url }));
      const { message, ...rest } = expected;
      expect(error).toMatchObject({ _tag: "ProviderError", ...rest });
      expect(error.message).toMatch(message);
      expect(mock.arrivals).toHaveLength(1);
    }),
  );

  it.live(
    "complete() gives a completion without tokens where the endpoint leaves out the log-probabilities",
    () =>
      Effect.gen(function* () {
        const mock = yield* mocked({ faults: [{ does: "no-logprobs" }] });
        const provider = yield* make({ base_url: mock.url });
        expect((yield* provider.complete(REQUEST)).tokens).toBe(null);
      }),
  );

  it.live.each(["hang", "stall"] as const)(
    "complete() closes the connection when it is interrupted: %s",
    (does) =>
      Effect.gen(function* () {
        const mock = yield* mocked({ faults: [{ does }] });
        const provider = yield* make({ base_url: mock.url });
        const fiber = yield* Effect.fork(provider.complete(REQUEST));
        yield* Effect.repeat(Effect.sleep(5), { until: () => mock.most.inFlight === 1 });
        yield* Effect.sleep(20);
        yield* Fiber.interrupt(fiber);
        yield* Effect.repeat(Effect.sleep(5), { until: () => mock.abandoned() === 1 });
      }),
  );

  it.live("complete() reads no more of a body than 64 MiB", () =>
    Effect.gen(function* () {
      const body = `"${"x".repeat(65 * 1024 * 1024)}"`;
      const mock = yield* mocked({ faults: [{ does: { status: 200, body } }] });
      const error = yield* ask(yield* make({ base_url: mock.url }));
      expect(error.message).toBe("the reply cannot be read: it is longer than can be an answer");
    }),
  );

  it.live("complete() names the host where there is no server", () =>
    Effect.gen(function* () {
      const mock = yield* mocked();
      yield* Effect.promise(mock.close);
      const host = new URL(mock.url).host;
      const error = yield* ask(yield* make({ base_url: mock.url }));
      expect(error.message).toBe(`no reply from ${host}: the connection was refused (ECONNREFUSED)`);
      expect(error).toMatchObject({ reason: "transport", retryable: true });
    }),
  );

  it.live("complete() names a host that does not exist", () =>
    Effect.gen(function* () {
      const error = yield* ask(yield* make({ base_url: "http://no-such-host.invalid/v1" }));
      expect(error.message).toMatch(/^no reply from no-such-host\.invalid: .+ \((?:ENOTFOUND|EAI_AGAIN)\)$/);
    }),
  );

  it.live("complete() does not retry a handshake that can never succeed", () =>
    Effect.gen(function* () {
      const mock = yield* mocked();
      const error = yield* ask(yield* make({ base_url: mock.url.replace("http:", "https:") }));
      expect(error).toMatchObject({ reason: "transport", retryable: false });
      expect(error.message).toContain("ERR_SSL_");
    }),
  );

  it.live.each([401, 403, 500])(
    "complete() does not repeat the key that a body with status %i holds",
    (status) =>
      Effect.gen(function* () {
        const body = JSON.stringify({ error: { message: `${"long ".repeat(57)}the key ${KEY} is bad` } });
        const mock = yield* mocked({ faults: [{ does: { status, body } }] });
        const error = yield* ask(
          yield* make({ base_url: mock.url, api_key_env: "LAB_KEY" }, { LAB_KEY: KEY }),
        );
        expect(error.message).toContain("the key [key]");
        expect(error.message).not.toContain(KEY.slice(0, 4));
        expect(error._tag).toBe(status === 401 ? "CredentialError" : "ProviderError");
      }),
  );

  it.effect.each([
    ["is not set", {}, "set LAB_KEY in the environment, or in a file .env beside the config"],
    ["is blank", { LAB_KEY: "  " }, "LAB_KEY is empty"],
    ["has white space inside", { LAB_KEY: "lab-KEY\n0123" }, "LAB_KEY has white space inside"],
    [
      "has a character that no header takes",
      { LAB_KEY: "lab-KEY…" },
      "LAB_KEY holds a character that no key has",
    ],
  ] as const)("make() fails where the key %s, and does not repeat it", ([, variables, why]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        make({ base_url: "http://h.example/v1", api_key_env: "LAB_KEY" }, variables),
      );
      expect(error).toMatchObject({
        _tag: "CredentialError",
        message: `Cannot find a usable API key: ${why}`,
      });
    }),
  );

  it.effect("make() gives an identity without the key or the concurrency", () =>
    Effect.gen(function* () {
      const options = { base_url: "https://h.example/v1/", api_key_env: "LAB_KEY", concurrency: 3 };
      const provider = yield* make(options, { LAB_KEY: KEY });
      expect(provider.identity).toBe("openai https://h.example/v1");
      expect([provider.concurrency, provider.deterministic]).toEqual([3, false]);
    }),
  );

  it.effect.each([
    { base_url: "h.example/v1" },
    { base_url: "https://user:SECRET@h.example/v1" },
    { base_url: "https://h.example/v1", api_key_env: "sk-SECRET" },
    { base_url: "https://h.example/v1", concurrency: 0 },
    {},
  ])("options refuse %j without repeating what may be secret", (options) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Schema.decodeUnknown(openai.options)(options));
      const issues = yield* ArrayFormatter.formatError(error);
      expect(issues).toHaveLength(1);
      expect(issues[0]?.message).toMatch(/^(?:expected|Expected|is missing)/);
      expect(JSON.stringify(issues)).not.toContain("SECRET");
    }),
  );
});
