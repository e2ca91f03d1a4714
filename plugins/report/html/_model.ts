import type { ModelAnalysis, ModelEvalResult, Report, Verdict } from "../../contract/mod.ts";

/** All that a report says of one model, side by side. */
export interface ReportedModel {
  /** In the order of the results, from 0. */
  readonly index: number;
  readonly result: ModelEvalResult;
  readonly verdict: Verdict;
  readonly found: ModelAnalysis | undefined;
  /** What is known of it by construction. */
  readonly truth: string | null;
}

/** The models of a report, best first. */
export function reportedModels({
  order,
  results,
  verdicts,
  analysis,
  known,
}: Report): ReadonlyArray<ReportedModel> {
  return order.map((index) => {
    const result = results[index];
    const verdict = verdicts[index];
    if (result === undefined || verdict === undefined) throw new RangeError(`no result ${index} to show`);
    return { index, result, verdict, found: analysis.models[index], truth: known[index] ?? null };
  });
}

/** Warnings of a model, those that were known before it was judged first, each once. */
export function warningsOf({ result, verdict }: ReportedModel): ReadonlyArray<string> {
  return [...new Set([...result.warnings, ...verdict.warnings])];
}
