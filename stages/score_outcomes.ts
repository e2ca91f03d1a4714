import type { Calibrator, ControlBaseline, Outcome } from "../plugins/contract/mod.ts";
import { measured } from "./_measured.ts";
import type { RowResult } from "./_record_store.ts";
import { rowResult } from "./_row_result.ts";

/** A row that has been read, measured and scored, or why it has not. */
export type ScoredRow = RowResult;

/**
 * Reads, measures and scores what came of one prompt, as `evaluate` does.
 *
 * @param outcomes The model's, then the reference model's where one was asked.
 */
export function scoreOutcomes(
  outcomes: readonly [Outcome, Outcome | undefined],
  baseline: ControlBaseline,
  calibrator: Calibrator,
): ScoredRow {
  const [own, reference] = outcomes;
  return rowResult(measured(reference === undefined ? [own] : [own, reference]), baseline, calibrator);
}
