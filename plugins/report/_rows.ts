import type { Report } from "../contract/mod.ts";
import { MAJORITY_ROW } from "./_majority.ts";
import { ABSENT, four, interval, percent } from "./_numbers.ts";
import { parseShare } from "./_parse_share.ts";
import { visible } from "./_text.ts";

/** The result table as plain text: a heading a column, rows best first and the majority baseline last. */
export interface ResultTable {
  readonly headings: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
}

/** Places of the columns in `ResultTable`. */
export const COLUMN = { model: 0, parse: 4, score: 5, warnings: 6, truth: 7 } as const;

const HEADINGS = [
  "Model",
  "Raw Acc (CI)",
  "MemGuard Acc (CI)",
  "MCS-AUC (CI)",
  "Parse %",
  "Score",
  "Warnings",
] as const;

export function resultTable(report: Report): ResultTable {
  const { majority, known, order } = report;
  const hasTruth = known.some((truth) => truth !== null);
  const dashes = [ABSENT, ABSENT, ABSENT, ABSENT];
  const last = [MAJORITY_ROW, interval(majority.accuracy), ...dashes, ""];
  return {
    headings: hasTruth ? [...HEADINGS, "Truth"] : HEADINGS,
    rows: [
      ...order.map((index) => [...row(report, index), ...(hasTruth ? [visible(known[index] ?? "")] : [])]),
      [...last, ...(hasTruth ? [""] : [])],
    ],
  };
}

function row({ results, verdicts }: Report, index: number): ReadonlyArray<string> {
  const result = results[index];
  const verdict = verdicts[index];
  if (result === undefined || verdict === undefined) throw new RangeError(`no result ${index} to rank`);
  return [
    visible(result.model),
    interval(result.rawAccuracy),
    interval(result.memguardAccuracy),
    interval(result.mcsAuc),
    percent(parseShare(result)),
    verdict.survives ? four(verdict.score) : ABSENT,
    [...new Set([...result.warnings, ...verdict.warnings])].map(visible).join(", "),
  ];
}
