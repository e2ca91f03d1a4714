import { Effect, Stream } from "effect";
import { definePlugin, Schema } from "../contract/mod.ts";
import { writeAnalysisJson } from "./_analysis_json.ts";
import { writeStatisticsCsv } from "./_statistics_csv.ts";

/** What honest statistics say: `statistics.csv` for people, `analysis.json` with every method and reason for machines. */
export const statistics = definePlugin({
  kind: "report",
  name: "statistics",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    files: ({ analysis, gates, verdicts, order, beside }) =>
      Effect.sync(() => {
        const judged = [{ gates, verdicts, order }, ...beside];
        return [
          { name: "statistics.csv", content: Stream.make(writeStatisticsCsv(analysis, judged)) },
          { name: "analysis.json", content: Stream.make(writeAnalysisJson(analysis, judged)) },
        ];
      }),
  }),
});
export default statistics;

export { writeAnalysisJson, writeStatisticsCsv };
