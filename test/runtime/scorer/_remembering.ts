import { type Context, Effect } from "effect";
import type { Completion, CompletionRequest, Provider } from "../../../plugins/contract/mod.ts";
import { random } from "../../../stages/math/mod.ts";

type ProviderService = Context.Tag.Service<Provider>;

/** Prompts that the model has read, and prompts that it has not. */
export const SEEN = Array.from({ length: 60 }, (_, i) => `seen ${i}`);
export const UNSEEN = Array.from({ length: 60 }, (_, i) => `unseen ${i}`);

const TEXT = "Direction: 1\nConfidence: 0.8";

/** An answer whose tokens are the likelier the surer the model is, and another for every draw. */
export function remembered({ model, prompt, draw }: CompletionRequest, text = TEXT): Completion {
  const next = random(1, `${model}/${prompt}/${draw}`);
  const mean = prompt.startsWith("seen") ? 0.3 : 0.6;
  const tokens = (text.match(/\w+|\W/g) ?? []).map((token) => {
    const logprob = -mean * -Math.log(1 - next());
    const top = [0, 1, 2].map((i) => ({ token: `${token}~${i}`, logprob: logprob - 1 - i - next() }));
    return { token, logprob, top: [{ token, logprob }, ...top] };
  });
  const reported = { model, temperature: null, fingerprint: null };
  return { text, finishReason: "stop", tokens, usage: null, reported };
}

/** A model that remembers, and what it was asked. */
export function remembering(
  more: Partial<ProviderService> = {},
  complete: ProviderService["complete"] = (request) => Effect.succeed(remembered(request)),
) {
  const asked: Array<CompletionRequest> = [];
  const provider: ProviderService = {
    identity: "remembering",
    deterministic: false,
    concurrency: 16,
    known: {},
    complete: (request) =>
      Effect.suspend(() => {
        asked.push(request);
        return complete(request);
      }),
    ...more,
  };
  return { provider, asked };
}
