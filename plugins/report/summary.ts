import { stringify } from "csv-stringify/sync";
import { Effect, Stream } from "effect";
import {
  type CiBound,
  definePlugin,
  type ModelEvalResult,
  type Report,
  Schema,
  type Verdict,
} from "../contract/mod.ts";
import { MAJORITY_ROW } from "./_majority.ts";
import { fixed } from "./_numbers.ts";
import { csvText } from "./_text.ts";

const COLUMNS = [
  "model",
  "raw_acc_point",
  "raw_acc_lo",
  "raw_acc_hi",
  "memguard_acc_point",
  "memguard_acc_lo",
  "memguard_acc_hi",
  "mcs_auc_point",
  "mcs_auc_lo",
  "mcs_auc_hi",
  "parse_success_rate",
  "parse_failures",
  "score",
  "survives_gates",
  "warnings",
] as const;

/** `summary.csv`: one row a model in the order of the run, the majority baseline last. */
export const summary = definePlugin({
  kind: "report",
  name: "summary",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    files: (report) =>
      Effect.sync(() => [{ name: "summary.csv", content: Stream.make(writeSummaryCsv(report)) }]),
  }),
});
export default summary;

// A lone CR ends a line for some readers, so it is quoted too.
const CSV = { record_delimiter: "\n", quoted_match: /[\r\n]/ };

/** The text of `summary.csv`. */
export function writeSummaryCsv(report: SummaryReport): string {
  return stringify(table(report), CSV);
}

type SummaryReport = Pick<Report, "results" | "verdicts" | "majority">;

function table({ results, verdicts, majority }: SummaryReport): Array<ReadonlyArray<string>> {
  const empty = COLUMNS.slice(4).map(() => "");
  return [
    COLUMNS,
    ...results.map((result, i) => row(result, verdicts[i])),
    [MAJORITY_ROW, ...bound(majority.accuracy), ...empty],
  ];
}

function row(result: ModelEvalResult, verdict: Verdict | undefined): ReadonlyArray<string> {
  return [
    csvText(result.model),
    ...bound(result.rawAccuracy),
    ...bound(result.memguardAccuracy),
    ...bound(result.mcsAuc),
    six(result.parseSuccessRate),
    String(result.parseFailures),
    six(verdict?.score),
    verdict === undefined ? "" : String(verdict.survives),
    csvText(verdict?.warnings.join(";") ?? ""),
  ];
}

function bound(value: CiBound | null): ReadonlyArray<string> {
  return [six(value?.point), six(value?.lo), six(value?.hi)];
}

function six(value: number | undefined): string {
  return value !== undefined && Number.isFinite(value) ? fixed(value, 6) : "";
}
