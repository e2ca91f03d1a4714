import type { CiBound, Judged, Report, Verdict } from "../contract/mod.ts";
import { ranksOf } from "./_beside.ts";
import { gateOutcomes } from "./_gate_outcomes.ts";
import { absent, type Maybe, numberOr, there, valueOr } from "./_maybe.ts";
import { parseShare } from "./_parse_share.ts";
import { statisticsPart } from "./_report_statistics.ts";
import type { ReportDocument, ReportModel } from "./report_schema.ts";

/** Model ids, best first. */
export function rankingOf({ order, verdicts }: Pick<Judged, "order" | "verdicts">): ReadonlyArray<string> {
  return order.flatMap((index) => verdicts[index]?.model ?? []);
}

/** A gate set's rules. */
export function gateSetPart({
  name,
  formula,
  thresholds,
  blocking,
}: Judged["gates"]): ReportDocument["gates"] {
  return { name, formula, thresholds: numbers(thresholds, "not given"), blocking };
}

/** What a gate set says of a model; `why` is the reason for what it could not measure. */
export function judgedPart(
  { score, survives, components, details = {}, says = [], warnings }: Verdict,
  blocking: ReadonlyArray<string>,
  why = "it could not be measured",
) {
  return {
    score: survives ? numberOr(score, why) : absent(blockedBy(warnings, blocking)),
    survives,
    components: numbers(components, why),
    details: numbers(details, why),
    ...{ says, warnings },
  };
}

function blockedBy(warnings: ReadonlyArray<string>, blocking: ReadonlyArray<string>): string {
  const raised = warnings.filter((name) => blocking.includes(name));
  return raised.length === 0 ? "it did not survive the gates" : `blocked by ${raised.join(", ")}`;
}

/** One model of the report. */
export function modelPart(report: Report, index: number): ReportModel {
  const { results, verdicts, known, analysis, gates } = report;
  const result = results[index];
  const verdict = verdicts[index];
  if (result === undefined || verdict === undefined) throw new RangeError(`no result ${index} to report`);
  const found = analysis.models[index];
  const why = result.reason ?? "it could not be measured";
  return {
    model: result.model,
    rank: numberOr(ranksOf(report)[index], blockedBy(verdict.warnings, gates.blocking)),
    truth: known[index] ?? null,
    verdict: found?.verdict ?? { verdict: "unknown", sentence: NOT_ANALYSED },
    outcome_recall: {
      answer: found?.outcomes.recall ?? "unknown",
      sentence: found?.outcomes.sentence ?? NOT_ANALYSED,
    },
    ...judgedPart(verdict, gates.blocking, why),
    warnings: [...new Set([...result.warnings, ...verdict.warnings])],
    gates: gateOutcomes(report, index),
    results: {
      rows: result.records.size,
      raw_accuracy: boundOr(result.rawAccuracy, result.reason ?? "no row could be judged"),
      memguard_accuracy: boundOr(result.memguardAccuracy, result.reason ?? "no row could be judged"),
      mcs_auc: boundOr(result.mcsAuc, result.reason ?? "the calibrator has no AUC"),
      parse_success_rate: numberOr(parseShare(result), "no question was asked"),
      parse_failures: result.parseFailures,
    },
    statistics: found === undefined ? absent(NOT_ANALYSED) : there(statisticsPart(found)),
  };
}

const NOT_ANALYSED = "The model was not analysed";

function boundOr(bound: CiBound | null, reason: string): Maybe<CiBound> {
  return valueOr(bound, reason, (value) => value);
}

function numbers(values: Readonly<Record<string, number | null>>, why: string) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, numberOr(value, why)]));
}
