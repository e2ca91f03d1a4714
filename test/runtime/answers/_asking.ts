import { Clock, Context, Effect, Layer, Stream } from "effect";
import {
  Answers,
  type CompletionRequest,
  Progress,
  Provider,
  ProviderError,
} from "../../../plugins/contract/mod.ts";
import {
  answersLayer,
  type Limits,
  makeTally,
  makeThrottle,
  memoryStore,
  type Prices,
  type RetryPolicy,
} from "../../../runtime/answers/mod.ts";

/** When a request was sent, in milliseconds of the test's clock. */
export interface Sent {
  readonly model: string;
  readonly prompt: string;
  readonly at: number;
}

type Reply = ReturnType<Context.Tag.Service<Provider>["complete"]>;

export interface Setting {
  /** What comes of a request that is sent for the n-th time, from 1. */
  readonly reply: (request: CompletionRequest, nth: number) => Reply;
  readonly concurrency?: number;
  readonly minCallIntervalMs?: number;
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  readonly limits?: Partial<Limits>;
  readonly prices?: Prices;
}

const NO_LIMITS: Limits = { requests: null, tokens: null, money: null, wallTimeMs: null };

/** `Answers` over a provider that does as told, with a record of what was sent and when. */
export const asking = (setting: Setting) => Effect.scoped(scopedAsking(setting));

/** The same, as long as its scope is open. */
export const scopedAsking = Effect.fnUntraced(function* ({
  reply,
  concurrency = 2,
  minCallIntervalMs = 0,
  timeoutMs = 45_000,
  retry,
  limits,
  prices = {},
}: Setting) {
  const sent: Array<Sent> = [];
  const warned: Array<string> = [];
  const provider: Context.Tag.Service<Provider> = {
    identity: "fake",
    deterministic: true,
    concurrency,
    minCallIntervalMs,
    known: {},
    complete: (request) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        const { model, prompt } = request;
        sent.push({ model, prompt, at });
        return reply(request, sent.filter((one) => one.model === model && one.prompt === prompt).length);
      }),
  };
  const progress = {
    note: () => Effect.void,
    warn: (text: unknown) => Effect.sync(() => void warned.push(String(text))),
  };
  const throttle = yield* makeThrottle;
  const tally = yield* makeTally;
  const sampling = { temperature: 0, maxTokens: 8, topLogprobs: 2 };
  const policy = { max: 2, backoffMs: 2000, maxWaitMs: 120_000, ...retry };
  const setting = { sampling, timeoutMs, retry: policy, limits: { ...NO_LIMITS, ...limits }, prices };
  const layer = answersLayer(setting, tally, throttle).pipe(
    Layer.provide(
      Layer.mergeAll(memoryStore, Layer.succeed(Provider, provider), Layer.succeed(Progress, progress)),
    ),
  );
  const answers = Context.get(yield* Layer.build(layer), Answers);
  const outcomes = (model: string, prompts: ReadonlyArray<string>) =>
    Effect.map(
      Stream.runCollect(answers.all(Stream.fromIterable(prompts.map((prompt) => ({ model, prompt }))))),
      (found) =>
        [...found].map((one) => (one._tag === "Answered" ? one.answer.text : `${one.reason}: ${one.detail}`)),
    );
  return { answers, outcomes, sent, warned, tally, throttle };
});

export const said = (text: string): Reply =>
  Effect.succeed({
    text,
    finishReason: "stop",
    tokens: null,
    usage: null,
    reported: { model: null, temperature: null, fingerprint: null },
  });

export const failed = (reason: ProviderError["reason"], options: Partial<ProviderError> = {}) =>
  new ProviderError({
    reason,
    message: reason,
    retryable: false,
    retryAfterMs: null,
    refusedParameter: null,
    ...options,
  });

export const throttled = (retryAfterMs: number | null) =>
  failed("throttled", { retryable: true, retryAfterMs });
