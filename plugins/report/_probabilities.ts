import { type CorrectedProbability, correctedProbability, type Period } from "../../stages/math/mod.ts";
import type { EvalRecord, ModelAnalysis } from "../contract/mod.ts";

/** What stands in a record beside `p_memorized`: its interval, and its correction with a range or the reason for none. */
export function probabilities(record: EvalRecord, analysis: ModelAnalysis | undefined) {
  const { pMemorized, pInterval } = record;
  const { range, reason } = corrected(record, analysis);
  return {
    p_lo: pMemorized === null ? null : (pInterval?.lo ?? null),
    p_hi: pMemorized === null ? null : (pInterval?.hi ?? null),
    p_corrected: range?.point ?? null,
    p_corrected_range: range === null ? null : [range.lo, range.hi],
    p_corrected_reason: reason,
  };
}

function corrected(
  { pMemorized, date }: EvalRecord,
  analysis: ModelAnalysis | undefined,
): CorrectedProbability {
  if (pMemorized === null) return { range: null, reason: "the answer was not measured" };
  if (analysis === undefined) return { range: null, reason: "the model was not analysed" };
  const { prevalence, outcomes } = analysis;
  const found = prevalence.correction.ok
    ? { correction: prevalence.correction.value, reason: null }
    : { correction: null, reason: prevalence.correction.reason };
  return correctedProbability(pMemorized, periodOf(date, outcomes.cutoff), found);
}

/** A row on the day of the cutoff lies before it. */
function periodOf(date: string | null, cutoff: string | null): Period {
  if (date === null || cutoff === null) return "undated";
  return date > cutoff ? "after" : "before";
}
