import type {
  BlindLook,
  Known,
  OverlapFinding,
  SeparationFinding,
  TransferFinding,
} from "../plugins/contract/mod.ts";
import { VERDICT_LIMITS } from "./math/mod.ts";

/** What warnings are raised on. */
export interface AnalysisNumbers {
  readonly separation: Known<SeparationFinding>;
  readonly overlap: Known<OverlapFinding>;
  readonly transfer: Known<TransferFinding>;
  readonly blind: BlindLook;
}

/**
 * The warnings that honest statistics add, in their order. A model without a separation has none of the first three: there
 * is nothing of it to mistake.
 */
export function analysisWarnings(numbers: AnalysisNumbers): ReadonlyArray<string> {
  const { separation, transfer } = numbers;
  const raised = {
    ...(separation.ok ? confounding(separation.value, numbers) : {}),
    "few-dates": separation.ok && separation.value.fewDates,
    "calibration-transfer": transfer.ok && transfer.value.isFlagged,
  };
  return Object.entries(raised).flatMap(([name, isRaised]) => (isRaised ? [name] : []));
}

/** Prompts that could not be judged, or that separate with too few alike, leave memory and looks one; else the looks may explain the area. */
function confounding({ auc }: SeparationFinding, { blind, overlap }: AnalysisNumbers) {
  const { found } = blind;
  if (!found.ok) return { "not-identifiable": true };
  if (!found.value.isSeparable) return {};
  const ess = overlap.ok ? Math.min(overlap.value.essMembers, overlap.value.essControls) : 0;
  const isAlone = overlap.ok && overlap.value.auc.lo > 0.5 && found.value.auc.hi < auc.point;
  return { "confounded-corpus": !isAlone, "not-identifiable": ess < VERDICT_LIMITS.ess };
}
