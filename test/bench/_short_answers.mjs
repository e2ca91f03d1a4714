// A provider of answers of four tokens, each with five alternatives, that takes no time.
import { Effect } from "effect";
import { definePlugin, Schema } from "recall-guard/plugin";

const WORDS = ["Direction: ", "1", "\nConfidence: ", "0.6"];

/** Numbers that depend on the question, so that no two rows measure the same. */
function tokensOf(prompt) {
  let state = 2166136261;
  for (let i = 0; i < prompt.length; i++) state = Math.imul(state ^ prompt.charCodeAt(i), 16777619);
  return WORDS.map((token) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    const logprob = -0.01 - (state >>> 16) / 65536;
    const others = [1, 2, 3, 4].map((i) => ({ token: `x${i}`, logprob: logprob - i }));
    return { token, logprob, top: [{ token, logprob }, ...others] };
  });
}

export default definePlugin({
  kind: "provider",
  name: "short",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () =>
    Effect.succeed({
      identity: "short",
      deterministic: true,
      concurrency: 64,
      known: {},
      complete: ({ prompt, model, temperature }) =>
        Effect.sync(() => ({
          text: WORDS.join(""),
          tokens: tokensOf(prompt),
          finishReason: "stop",
          usage: { promptTokens: 8, completionTokens: WORDS.length },
          reported: { model, temperature, fingerprint: null },
        })),
    }),
});
