import { Effect, Stream } from "effect";
import { definePlugin, Schema } from "../../contract/mod.ts";
import { writePage } from "./_page.ts";

/** `report.html`: verdicts, ranking, figures, records and provenance on one page that opens from the disk. */
export const html = definePlugin({
  kind: "report",
  name: "html",
  version: "1.0.0",
  options: Schema.Struct({
    questions: Schema.optionalWith(Schema.Boolean, { exact: true, default: () => false }).annotations({
      description: "whether the page holds the text of the questions, for whoever it is handed to",
    }),
  }),
  make: (options) => ({
    files: (report) =>
      Effect.succeed([{ name: "report.html", content: Stream.fromEffect(writePage(report, options)) }]),
  }),
});
export default html;
