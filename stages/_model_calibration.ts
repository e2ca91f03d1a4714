import type {
  Calibrator,
  ControlBaseline,
  Known,
  ModelCalibration,
  SeparationFinding,
  StudyPlan,
} from "../plugins/contract/mod.ts";
import { modelVerdict, type Surroundings } from "./_model_verdict.ts";
import { overlap } from "./_overlap.ts";
import { type MeasuredCorpora, separated } from "./_separated.ts";
import { fitCalibrator, type Random, refitCalibrator } from "./math/mod.ts";

/** How a model is calibrated and judged. */
export interface ModelCalibrationOptions extends Pick<StudyPlan, "validation" | "permutations"> {
  readonly baseline: ControlBaseline;
  /** Below this area the calibrator is weak. */
  readonly minAuc: number;
  readonly surroundings: Surroundings;
  readonly seed: (label: string) => Random;
}

/**
 * Fits a model's calibrator and judges how far its answers tell the corpora apart. Either way of validation gives the same
 * findings; it chooses the fit that is deployed and the area that is printed.
 */
export function modelCalibration(
  model: string,
  corpora: MeasuredCorpora,
  options: ModelCalibrationOptions,
): ModelCalibration {
  const { baseline, minAuc, surroundings, seed, permutations } = options;
  const tables = { members: corpora.members.table, controls: corpora.controls.table };
  const heldOut = fitCalibrator(tables, { baseline, random: seed(`calibrate/holdout/${model}`), minAuc });
  const found = separated(corpora, { permutations, random: seed(`calibrate/separation/${model}`) });
  if (!heldOut.ok) return noCalibration(heldOut.reason, surroundings);
  if (!found.ok) return noCalibration(found.reason, surroundings);
  const separation: Known<SeparationFinding> = { ok: true, value: found.finding };
  const adjusted = overlap(found.outOfFold, surroundings.blind, seed(`calibrate/overlap/${model}`));
  const judged = {
    members: tables.members,
    findings: {
      separation: found.finding,
      outOfFold: found.outOfFold,
      overlap: adjusted,
      holdoutAuc: heldOut.calibrator.validation.auc,
    },
    verdict: modelVerdict(separation, adjusted, surroundings),
  };
  if (options.validation === "holdout") return { ...judged, ...heldOut };
  const refit = refitCalibrator(tables, baseline);
  if (!refit.ok) return noCalibration(refit.reason, surroundings);
  const { scores, labels } = found.outOfFold;
  return {
    ok: true,
    ...judged,
    calibrator: crossfitted(refit, found.finding, minAuc),
    judged: { scores, labels },
  };
}

/** A model that has no calibrator, and why. */
export function noCalibration(reason: string, surroundings: Surroundings): ModelCalibration {
  const unknown = { ok: false, reason } as const;
  return { ...unknown, verdict: modelVerdict(unknown, unknown, surroundings) };
}

function crossfitted(
  { fit, withoutReference }: Pick<Calibrator, "fit" | "withoutReference">,
  { folds, isGrouped, fewDates, members, controls, auc }: SeparationFinding,
  minAuc: number,
): Calibrator {
  const { point, lo, hi } = auc;
  return {
    fit,
    withoutReference,
    validation: {
      kind: "crossfit",
      folds,
      isGrouped,
      fewDates,
      nMembers: members,
      nControls: controls,
      auc: point,
      lo,
      hi,
    },
    minAuc,
    isWeak: point < minAuc,
  };
}
