import type { EnsembleSpec } from "./ensemble_spec.ts";

/** How many draws failed, by reason. */
export type FailCounts = Readonly<Record<string, number>>;

/** What became of the draws of an ensemble. */
export interface DrawOutcomes {
  readonly requested: number;
  /** Usable draws. */
  readonly parsed: number;
  readonly failCounts: FailCounts;
}

/** Reasons that lie on the way to the model rather than in its answer. */
const TRANSPORT_REASONS: ReadonlyArray<string> = ["timeout", "transport", "http"];

/**
 * Why so few draws came back that an ensemble must not be reduced, or null. Draws lost on the way can be lost because of
 * what they say, so more of them than the specification allows fail the ensemble, as do too few usable draws.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ensembleRefusal, ensembleSpec } from "recall-guard/math";
 *
 * const spec = ensembleSpec({ draws: 8, minParsed: 4 });
 * assert.equal(ensembleRefusal(spec, { requested: 8, parsed: 6, failCounts: { timeout: 2 } }), null);
 * assert.equal(
 *   ensembleRefusal(spec, { requested: 8, parsed: 2, failCounts: { parse_failure: 6 } }),
 *   "only 2 usable draws of 8, fewer than 4",
 * );
 * ```
 */
export function ensembleRefusal(
  spec: EnsembleSpec,
  { requested, parsed, failCounts }: DrawOutcomes,
): string | null {
  const lost = TRANSPORT_REASONS.reduce((sum, reason) => sum + (failCounts[reason] ?? 0), 0);
  if (lost > spec.maxTransportFailureRatio * requested) {
    return `${lost} of ${requested} draws lost on the way, more than a share of ${spec.maxTransportFailureRatio}`;
  }
  if (parsed < spec.minParsed)
    return `only ${parsed} usable draws of ${requested}, fewer than ${spec.minParsed}`;
  return null;
}
