import { Effect, Stream } from "effect";
import { definePlugin, Schema } from "recall-guard/plugin";

/** A line of JSON for each model: whether its calls may be traded, and what may be said of its memory. */
export default definePlugin({
  kind: "report",
  name: "desk",
  version: "0.1.0",
  options: Schema.Struct({ channel: Schema.String }),
  make: ({ channel }) => ({
    files: ({ verdicts, analysis }) => {
      const lines = verdicts.map(({ model, survives }, i) => {
        const call = survives ? "trade" : "stand aside";
        const says = analysis.models[i]?.verdict.sentence;
        return `${JSON.stringify({ channel, model, call, says })}\n`;
      });
      return Effect.succeed([{ name: "desk.jsonl", content: Stream.fromIterable(lines) }]);
    },
  }),
});
