import { COUNT, type FieldRule, FLAG, number, oneOf, orNull } from "./_field_rules.ts";
import { certifiableN } from "./certifiable_n.ts";
import type { LocationMode } from "./robust_location.ts";
import type { Tail } from "./wilson.ts";

/** How an ensemble of draws is asked for and reduced; made by {@link ensembleSpec}. */
export interface EnsembleSpec {
  /** Draws asked for. */
  readonly draws: number;
  /** Requests in flight at once; so many draws are a wave. */
  readonly maxWorkers: number;
  /** Usable draws below which there is no consensus. */
  readonly minParsed: number;
  /** Distance of two points of the components' lattice, or null. */
  readonly grid: number | null;
  readonly confidence: number;
  readonly tail: Tail;
  /** Agreement that unanimous draws must be able to certify, or null. */
  readonly agreementTarget: number | null;
  readonly location: LocationMode;
  /** Share cut from each end under `trimmed`. */
  readonly trim: number;
  /** What a component in two clusters does: it gets no location, or the reduction fails. */
  readonly multimodal: "flag" | "raise";
  readonly massMin: number;
  readonly troughSteps: number;
  readonly densityRatio: number;
  readonly minClusterDraws: number;
  readonly minClusterDensity: number;
  /** Requests that may be sent in all, retries and reference included, or null. */
  readonly maxTotalRequests: number | null;
  /** Share of the draws that may fail on the way before the ensemble fails. */
  readonly maxTransportFailureRatio: number;
  /** Whether the texts of the draws are kept. */
  readonly retainDraws: boolean;
  /** Whether the reference model answers once for all draws or once for each. */
  readonly reference: "fixed" | "per_draw";
  /** null for the request's own. */
  readonly maxTokens: number | null;
  readonly temperature: number | null;
}

/**
 * A checked ensemble specification: what is not given takes its usual value, and an agreement target must be within
 * reach of that many unanimous draws.
 *
 * @throws {RangeError} naming the first field that is unknown or out of range, and its value.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ensembleSpec } from "recall-guard/math";
 *
 * assert.equal(ensembleSpec({ grid: 0.1 }).draws, 64);
 * assert.throws(() => ensembleSpec({ draws: 4, minParsed: 5 }), RangeError);
 * ```
 */
export function ensembleSpec(given: Partial<EnsembleSpec>): EnsembleSpec {
  const spec: EnsembleSpec = {
    draws: 64,
    maxWorkers: 8,
    minParsed: 24,
    grid: null,
    confidence: 0.95,
    tail: "one_sided",
    agreementTarget: null,
    location: "median",
    trim: 0.25,
    multimodal: "flag",
    massMin: 0.25,
    troughSteps: 3,
    densityRatio: 10,
    minClusterDraws: 8,
    minClusterDensity: 1.5,
    maxTotalRequests: null,
    maxTransportFailureRatio: 0.25,
    retainDraws: false,
    reference: "fixed",
    maxTokens: null,
    temperature: null,
    ...given,
  };
  checkFields(spec);
  checkTarget(spec);
  return spec;
}

const RULES: Readonly<Record<keyof EnsembleSpec, FieldRule>> = {
  draws: COUNT,
  maxWorkers: COUNT,
  minParsed: COUNT,
  grid: orNull(number("a positive finite number", (value) => value > 0 && value < Infinity)),
  confidence: number("a number in (0, 1)", (value) => value > 0 && value < 1),
  tail: oneOf("one_sided", "two_sided"),
  agreementTarget: orNull(number("a number in (0, 1)", (value) => value > 0 && value < 1)),
  location: oneOf("mean", "median", "trimmed"),
  trim: number("a share in [0, 0.5)", (value) => value >= 0 && value < 0.5),
  multimodal: oneOf("flag", "raise"),
  massMin: number("a share in (0, 0.5]", (value) => value > 0 && value <= 0.5),
  troughSteps: COUNT,
  densityRatio: number("a finite number >= 0", (value) => value >= 0 && value < Infinity),
  minClusterDraws: COUNT,
  minClusterDensity: number("a finite number >= 1", (value) => value >= 1 && value < Infinity),
  maxTotalRequests: orNull(COUNT),
  maxTransportFailureRatio: number("a share in [0, 1]", (value) => value >= 0 && value <= 1),
  retainDraws: FLAG,
  reference: oneOf("fixed", "per_draw"),
  maxTokens: orNull(COUNT),
  temperature: orNull(number("a number in [0, 2]", (value) => value >= 0 && value <= 2)),
};

function checkFields(spec: EnsembleSpec): void {
  for (const [field, value] of Object.entries(spec)) {
    if (!isField(field)) throw new RangeError(`Cannot plan an ensemble: unknown field "${field}"`);
    const { expected, holds } = RULES[field];
    if (!holds(value))
      throw new RangeError(`Cannot plan an ensemble: ${field}: expected ${expected}, got ${value}`);
  }
  if (spec.minParsed > spec.draws) {
    throw new RangeError(
      `Cannot plan an ensemble: minParsed: expected at most the ${spec.draws} draws, got ${spec.minParsed}`,
    );
  }
}

function isField(name: string): name is keyof EnsembleSpec {
  return Object.hasOwn(RULES, name);
}

function checkTarget({ agreementTarget, draws, confidence, tail }: EnsembleSpec): void {
  if (agreementTarget === null) return;
  const needed = certifiableN(agreementTarget, { confidence, tail });
  if (needed > draws) {
    throw new RangeError(
      `Cannot certify an agreement of ${agreementTarget} with ${draws} draws at ${tail} confidence ${confidence}: ` +
        `${needed} unanimous draws are needed`,
    );
  }
}
