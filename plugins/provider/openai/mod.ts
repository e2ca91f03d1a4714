import { Chunk, Clock, type Context, Effect, Stream } from "effect";
import {
  type Completion,
  type CompletionRequest,
  CredentialError,
  definePlugin,
  InputError,
  Inputs,
  PluginError,
  type Provider,
  ProviderError,
} from "../../contract/mod.ts";
import { readBaseUrl } from "./_base_url.ts";
import { toChat } from "./_chat_request.ts";
import { openClient } from "./_client.ts";
import { openDispatcher } from "./_dispatcher.ts";
import { readKey } from "./_key.ts";
import { OpenaiOptions } from "./_options.ts";
import { readReply } from "./_reply.ts";
import { striker } from "./_strike.ts";
import { unreachable } from "./_transport.ts";

/** Any endpoint that speaks OpenAI's chat completions, through the official SDK: one attempt a call. */
export default definePlugin({
  kind: "provider",
  name: "openai",
  version: "1.0.0",
  options: OpenaiOptions,
  make: (options) =>
    Effect.gen(function* () {
      const { api_key_env: keyName = null, ca_file: authorityFile, concurrency } = options;
      const address = readBaseUrl(options.base_url);
      if (!address.ok) return yield* new PluginError({ message: `Cannot use base_url: ${address.why}` });
      const { url, chatUrl, host } = address;
      const key = keyName === null ? null : yield* readKey(keyName);
      const authority = authorityFile === undefined ? null : yield* readAuthority(authorityFile);
      const dispatcher = yield* Effect.tryPromise({
        try: () => openDispatcher({ connections: concurrency, authority }),
        catch: () => new PluginError({ message: "Cannot use the proxy that the environment names" }),
      });
      const send = yield* Effect.tryPromise({
        try: () => openClient({ url: chatUrl, key, dispatcher }),
        catch: (fault) => new PluginError({ message: `Cannot load the OpenAI SDK: ${String(fault)}` }),
      });
      const strike = striker(key);
      const complete = Effect.fnUntraced(function* (request: CompletionRequest) {
        const chat = toChat(request);
        const { status, headers, body } = yield* Effect.tryPromise({
          try: (signal) => send(chat, signal),
          catch: (fault) => unreachable(host, fault),
        });
        const now = yield* Clock.currentTimeMillis;
        // A server may repeat the key it was sent, wherever it writes text.
        const told = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, strike(value)]),
        );
        const reply = { status, headers: told, body: body === null ? null : strike(body) };
        return yield* outcome(readReply(reply, { host, keyName, topLogprobs: chat.top_logprobs, now }));
      });
      return {
        identity: `openai ${url}`,
        deterministic: false,
        concurrency,
        minCallIntervalMs: 1000 * options.min_call_interval_s,
        known: {},
        complete,
      } satisfies Context.Tag.Service<Provider>;
    }),
});

const readAuthority = Effect.fnUntraced(function* (name: string) {
  const { open, placeOf } = yield* Inputs;
  const file = yield* open(name);
  const parts = Chunk.toReadonlyArray(yield* Stream.runCollect(file.bytes));
  const text = Buffer.concat(parts).toString("utf8");
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    return yield* new InputError({ message: `Cannot read "${placeOf(name)}": expected certificates in PEM` });
  }
  return text;
});

function outcome(
  read: Completion | ProviderError | CredentialError,
): Effect.Effect<Completion, ProviderError | CredentialError> {
  return read instanceof ProviderError || read instanceof CredentialError
    ? Effect.fail(read)
    : Effect.succeed(read);
}
