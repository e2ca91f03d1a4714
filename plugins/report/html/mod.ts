import { Effect, Stream } from "effect";
import { definePlugin, Schema } from "../../contract/mod.ts";
import { writePage } from "./_page.ts";

/** `report.html`: verdicts, ranking, figures, records and provenance on one page that opens from the disk. */
export const html = definePlugin({
  kind: "report",
  name: "html",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    files: (report) =>
      Effect.succeed([{ name: "report.html", content: Stream.fromEffect(writePage(report)) }]),
  }),
});
export default html;
