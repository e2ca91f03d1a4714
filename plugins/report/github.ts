import { Effect, Stream } from "effect";
import { definePlugin, Schema } from "../contract/mod.ts";
import { writeAnnotations } from "./_annotations.ts";
import { writeStepSummary } from "./_step_summary.ts";

/**
 * For GitHub Actions: an annotation on the terminal for each failed gate, warning and verdict, and `step_summary.md` to be
 * added to `$GITHUB_STEP_SUMMARY`.
 */
export const github = definePlugin({
  kind: "report",
  name: "github",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    screen: (report) => Effect.sync(() => writeAnnotations(report)),
    files: (report) =>
      Effect.sync(() => [{ name: "step_summary.md", content: Stream.make(writeStepSummary(report)) }]),
  }),
});
export default github;

export { writeAnnotations, writeStepSummary };
