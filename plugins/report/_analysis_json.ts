import { VERDICT_LIMITS } from "../../stages/math/verdict.ts";
import type { BlindFinding, InstrumentCheck, Judged, ModelAnalysis, RunAnalysis } from "../contract/mod.ts";
import { DECISION_METHODS, decisionsJson, prevalenceJson } from "./_decision_json.ts";
import { gatesJson } from "./_gates_json.ts";
import { block, named } from "./_known_json.ts";
import {
  calibrationJson,
  outcomesJson,
  overlapJson,
  SEPARATION_METHODS,
  separationJson,
} from "./_separation_json.ts";

/** The text of `analysis.json`; where a number is missing, `reason` says why. */
export function writeAnalysisJson(
  { settings, instrument, blind, models }: RunAnalysis,
  judged: ReadonlyArray<Judged> = [],
): string {
  const file = {
    version: 1,
    settings: {
      ...settings,
      confidence: 0.95,
      verdict_limits: {
        min_detectable_auc: VERDICT_LIMITS.minDetectable,
        effective_rows: VERDICT_LIMITS.ess,
        p: VERDICT_LIMITS.p,
        bounded_auc: VERDICT_LIMITS.bounded,
      },
    },
    methods: { ...SEPARATION_METHODS, ...DECISION_METHODS },
    instrument: instrumentJson(instrument),
    blind: block(blind, blindJson),
    models: models.map(modelJson),
    gates: gatesJson(judged),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function instrumentJson({ ok, reason, controls }: InstrumentCheck) {
  return { ok, reason, controls };
}

function blindJson(found: BlindFinding) {
  return {
    auc: found.auc,
    is_separable: found.isSeparable,
    min_detectable_auc: found.minDetectable,
    members: found.members,
    controls: found.controls,
    folds: found.folds,
    grouped_by_date: found.isGrouped,
    permutations: found.permutations,
    inflation: found.inflation,
    clues: found.clues,
  };
}

function modelJson(found: ModelAnalysis) {
  return {
    model: found.model,
    outcome_recall: { answer: found.outcomes.recall, sentence: found.outcomes.sentence },
    verdict: found.verdict,
    warnings: found.warnings,
    separation: block(found.separation, separationJson),
    overlap: block(found.overlap, overlapJson),
    calibration: block(found.calibration, calibrationJson),
    distributions: block(found.distributions, (value) => value),
    ...named("holdout_auc", found.holdoutAuc),
    transfer: block(found.transfer, ({ rows, outside, share, isFlagged }) => ({
      rows,
      outside,
      share,
      is_flagged: isFlagged,
    })),
    p_after: block(found.pAfter, (value) => value),
    outcomes: outcomesJson(found.outcomes),
    effects: found.effects.map(({ feature, d }) => ({ feature, ...named("d", d) })),
    decisions: decisionsJson(found.decisions),
    prevalence: prevalenceJson(found.prevalence),
  };
}
