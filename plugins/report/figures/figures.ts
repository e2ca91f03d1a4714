import { Effect, Stream } from "effect";
import { definePlugin, Schema } from "../../contract/mod.ts";
import { drawnFigures } from "./drawn_figures.ts";

/** `figures/<name>.svg`: the figures of a run, fit for a paper. */
export const figures = definePlugin({
  kind: "report",
  name: "figures",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    files: (report) =>
      Effect.map(drawnFigures(report), (drawn) =>
        drawn.map(({ name, svg }) => ({
          name: `figures/${name}.svg`,
          content: Stream.make(`${svg}\n`),
        })),
      ),
  }),
});
export default figures;
