import { Effect, Stream } from "effect";
import { definePlugin, Schema } from "../../contract/mod.ts";
import { runFigures } from "./_run_figures.ts";

/** `figures/<name>.svg`: the figures of a run, fit for a paper. */
export const figures = definePlugin({
  kind: "report",
  name: "figures",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    files: (report) =>
      Effect.sync(() =>
        runFigures(report).map(({ name, svg }) => ({
          name: `figures/${name}.svg`,
          content: Stream.make(`${svg}\n`),
        })),
      ),
  }),
});
