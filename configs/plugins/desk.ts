import { Effect, Stream } from "effect";
import { definePlugin, Schema } from "recall-guard/plugin";

/** A line of JSON for each model: whether its calls may be traded. */
export default definePlugin({
  kind: "report",
  name: "desk",
  version: "0.1.0",
  options: Schema.Struct({ channel: Schema.String }),
  make: ({ channel }) => ({
    files: ({ verdicts }) => {
      const lines = verdicts.map(({ model, survives }) => {
        const call = survives ? "trade" : "stand aside";
        return `${JSON.stringify({ channel, model, call })}\n`;
      });
      return Effect.succeed([{ name: "desk.jsonl", content: Stream.fromIterable(lines) }]);
    },
  }),
});
