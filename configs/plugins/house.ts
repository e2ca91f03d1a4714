import { Effect } from "effect";
import { CredentialError, definePlugin, ProviderError, Schema, Secrets } from "recall-guard/plugin";

const Alternative = Schema.Struct({ token: Schema.String, logprob: Schema.Number });
const Reply = Schema.Struct({
  text: Schema.String,
  tokens: Schema.Array(Schema.Struct({ ...Alternative.fields, top: Schema.Array(Alternative) })),
});

/** Asks a server over HTTP: one attempt a call, ended by its signal. */
export default definePlugin({
  kind: "provider",
  name: "house",
  version: "0.1.0",
  options: Schema.Struct({ url: Schema.String, key_env: Schema.String }),
  make: ({ url, key_env }) =>
    Effect.gen(function* () {
      const secrets = yield* Secrets;
      const key = yield* secrets.get(key_env);
      const keyless = new CredentialError({
        message: `Cannot ask ${url}: ${key_env} is missing or rejected`,
      });
      if (key === null) return yield* keyless;
      const post = (body: object) =>
        Effect.tryPromise({
          try: async (signal) => {
            const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
            const init = { method: "POST", headers, body: JSON.stringify(body), signal };
            const response = await fetch(url, init);
            return { response, text: await response.text() };
          },
          catch: () => failure("transport", "the server cannot be reached", true),
        });
      return {
        identity: url,
        deterministic: false,
        concurrency: 4,
        known: {},
        complete: (request) =>
          Effect.gen(function* () {
            const { response, text } = yield* post(request);
            if (response.status === 401) return yield* keyless;
            if (!response.ok) return yield* refusal(response, text);
            const reply = yield* Schema.decodeUnknown(Schema.parseJson(Reply))(text).pipe(
              Effect.mapError(() => failure("malformed", "the reply is not as agreed", false)),
            );
            const reported = { model: request.model, temperature: request.temperature, fingerprint: null };
            return { ...reply, finishReason: null, usage: null, reported };
          }),
      };
    }),
});

/** Only 429 and 5xx may go away, the first when the server says so. */
function refusal({ status, headers }: Response, text: string): ProviderError {
  const message = `HTTP ${status}: ${text.slice(0, 200)}`;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  if (status !== 429) return failure(status >= 500 ? "transport" : "refused", message, status >= 500);
  return failure("throttled", message, true, Number.isFinite(seconds) ? 1000 * seconds : null);
}

function failure(
  reason: ProviderError["reason"],
  message: string,
  retryable: boolean,
  retryAfterMs: number | null = null,
): ProviderError {
  return new ProviderError({ reason, message, retryable, retryAfterMs, refusedParameter: null });
}
