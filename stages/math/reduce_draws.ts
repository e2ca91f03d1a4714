import { compareCodePoints } from "./_code_points.ts";
import { modalDecision } from "./_decision_order.ts";
import { canonicalDrawHash } from "./canonical_draw_hash.ts";
import type { CiBound } from "./ci_bound.ts";
import type { Draw } from "./draw.ts";
import { type EnsembleInterval, ensembleInterval } from "./ensemble_interval.ts";
import type { FailCounts } from "./ensemble_refusal.ts";
import type { EnsembleSpec } from "./ensemble_spec.ts";
import { type Decision, lagDependence } from "./lag_dependence.ts";
import { type ComponentSummary, reduceComponents } from "./reduce_components.ts";
import { wilsonInterval } from "./wilson.ts";

/** What is known beside the draws. */
export interface ReductionOptions {
  /** Each draw's wave, shape (draws), or null where it is not known. */
  readonly waves?: ReadonlyArray<number> | null;
  /** Draws asked for; as many as given unless told. */
  readonly nRequested?: number;
  readonly failCounts?: FailCounts;
}

/** What an ensemble of draws says. It does not depend on the order of the draws. */
export interface Ensemble extends ComponentSummary {
  /** An observed draw: the first by code point among those with the most frequent decision. Evidence only. */
  readonly consensusContent: string;
  readonly consensusDecision: Decision;
  /** Share of the draws with that decision. */
  readonly agreement: number;
  /** Its score interval, as if draws were independent. */
  readonly agreementCi: CiBound;
  /** Its interval at the effective number of draws; null without waves or with a single one. */
  readonly agreementCiClustered: EnsembleInterval | null;
  /** How much more draws of a wave agree than others; null where that cannot be told. */
  readonly drawDependence: number | null;
  readonly maxTokens: number | null;
  readonly temperature: number | null;
  readonly nRequested: number;
  readonly nParsed: number;
  /** By reason, in code-point order. */
  readonly failCounts: ReadonlyArray<readonly [reason: string, count: number]>;
  readonly drawsSha256: string;
  /** The texts in code-point order, if the specification keeps them. */
  readonly draws: ReadonlyArray<string>;
}

/**
 * Reduces draws to what they agree on.
 *
 * @param draws At least one, in any order.
 * @throws {RangeError} if there is no draw, lengths differ, a component is missing from a draw or not finite, a text
 * holds half a surrogate pair, or a component splits and the specification says `raise`.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ensembleSpec, reduceDraws } from "recall-guard/math";
 *
 * const draws = ["up", "down", "up"].map((content) => ({ content, decision: content }));
 * const { consensusContent, agreement } = reduceDraws(draws, ensembleSpec({ draws: 3, minParsed: 1 }));
 * assert.deepEqual([consensusContent, agreement], ["up", 2 / 3]);
 * ```
 */
export function reduceDraws(
  draws: ReadonlyArray<Draw>,
  spec: EnsembleSpec,
  { waves = null, nRequested = draws.length, failCounts = {} }: ReductionOptions = {},
): Ensemble {
  const decisions = draws.map(({ decision }) => decision);
  const { decision, count } = modalDecision(decisions);
  const { confidence, tail } = spec;
  const contents = draws.map(({ content }) => content).sort(compareCodePoints);
  return {
    consensusContent: firstContent(draws.filter((draw) => draw.decision === decision)),
    consensusDecision: decision,
    ...reduceComponents(draws, spec),
    agreement: count / draws.length,
    agreementCi: wilsonInterval(count, draws.length, { confidence, tail })!,
    agreementCiClustered: waves === null ? null : clustered(decisions, decision, { waves, spec }),
    drawDependence: waves === null ? null : lagDependence(decisions, waves),
    maxTokens: spec.maxTokens,
    temperature: spec.temperature,
    nRequested,
    nParsed: draws.length,
    failCounts: Object.entries(failCounts).sort(([a], [b]) => compareCodePoints(a, b)),
    drawsSha256: canonicalDrawHash(contents),
    draws: spec.retainDraws ? contents : [],
  };
}

function firstContent(draws: ReadonlyArray<Draw>): string {
  return draws.map(({ content }) => content).reduce((a, b) => (compareCodePoints(b, a) < 0 ? b : a));
}

function clustered(
  decisions: ReadonlyArray<Decision>,
  modal: Decision,
  { waves, spec }: { readonly waves: ReadonlyArray<number>; readonly spec: EnsembleSpec },
): EnsembleInterval | null {
  const counts = new Map<number, { k: number; n: number }>();
  decisions.forEach((decision, i) => {
    const wave = waves[i];
    if (wave === undefined)
      throw new RangeError(`Cannot reduce draws: ${decisions.length} draws but ${i} waves`);
    const { k, n } = counts.get(wave) ?? { k: 0, n: 0 };
    counts.set(wave, { k: k + (decision === modal ? 1 : 0), n: n + 1 });
  });
  const inOrder = [...counts].sort(([a], [b]) => a - b).map(([, count]) => count);
  return ensembleInterval(inOrder, { confidence: spec.confidence, tail: spec.tail });
}
