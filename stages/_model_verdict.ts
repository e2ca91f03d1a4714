import type {
  BlindLook,
  InstrumentCheck,
  Known,
  ModelVerdict,
  OverlapFinding,
  SeparationFinding,
} from "../plugins/contract/mod.ts";
import { type OverlapNumbers, verdict } from "./math/mod.ts";

/** What a verdict rests on beside the model itself. */
export interface Surroundings {
  readonly blind: BlindLook;
  readonly instrument: InstrumentCheck;
}

/** Where nothing was looked at: no verdict tells memory from looks, and the instrument is taken at its word. */
export const UNSEEN: Surroundings = {
  blind: { found: { ok: false, reason: "the prompts were not looked at" }, looks: null },
  instrument: { ok: null, reason: "not checked", controls: [] },
};

/** The one verdict that holds for a model. */
export function modelVerdict(
  separation: Known<SeparationFinding>,
  overlap: Known<OverlapFinding>,
  { blind, instrument }: Surroundings,
): ModelVerdict {
  return verdict({
    instrumentFailure: instrument.ok === false ? (instrument.reason ?? "no reason was given") : null,
    model: separation.ok ? separation.value : { reason: separation.reason },
    blind: blind.found.ok ? blind.found.value.auc : null,
    overlap: overlap.ok ? numbersOf(overlap.value) : null,
  });
}

function numbersOf({ auc, essMembers, essControls }: OverlapFinding): OverlapNumbers {
  return { ...auc, essMembers, essControls };
}
