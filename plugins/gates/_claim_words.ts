import {
  type CiBound,
  type ClusterEffect,
  type ShownProbability,
  shownProbability,
} from "../../stages/math/mod.ts";
import type { Claim } from "./_claims.ts";
import type { PriorMajority } from "./_post_cutoff.ts";

/** What a claim rests on besides its own numbers. */
export interface ClaimFrame {
  /** The model's cutoff, YYYY-MM-DD, or null where it has none. */
  readonly cutoff: string | null;
  readonly baseline: PriorMajority;
  /** Models that were tested. */
  readonly tested: number;
  /** Tiers there are. */
  readonly tiers: number;
}

/** A claim in words, a line each. */
export function claimWords(
  claim: Claim,
  { cutoff, baseline, tested, tiers }: ClaimFrame,
): ReadonlyArray<string> {
  const { rows, days, accuracy, p, pHolm, top3, best, tier } = claim;
  if (cutoff === null) return ["No training cutoff is known, so that no row counts as after it"];
  if (rows === 0) return [`No evaluation row after ${cutoff}`];
  const counted = `${rows} rows on ${days} ${days === 1 ? "day" : "days"} after ${cutoff}`;
  if (accuracy === null || p === null || pHolm === null) return [`${counted}: too few days to judge by`];
  const places =
    top3 === null || best === null ? [] : [`P(top 3) ${probability(top3)}, P(best) ${probability(best)}`];
  return [
    `Accuracy ${interval(accuracy)} over ${counted}${effectWords(claim.effect)}`,
    `${lead(accuracy.point - (claim.baseline ?? 0))} ${named(baseline)}, one-sided p ${pWords(p)}, ${pWords(pHolm)} after Holm over ${tested} ${tested === 1 ? "model" : "models"}`,
    [...places, `tier ${tier} of ${tiers}`].join(", "),
  ];
}

/** The direction to beat and where it comes from. */
function named({ direction, rows }: PriorMajority): string {
  const why =
    rows === 0
      ? "assumed, for no row lies before the earliest cutoff"
      : `most frequent of ${rows} earlier rows`;
  return `always saying ${direction} (${why})`;
}

function lead(difference: number): string {
  const points = (100 * Math.abs(difference)).toFixed(1);
  if (Number(points) === 0) return "Level with";
  return difference > 0 ? `${points} points ahead of` : `${points} points behind`;
}

function effectWords(effect: ClusterEffect | null): string {
  if (effect === null || effect.deff === null || effect.nEff === null) return "";
  const icc = effect.icc === null ? "not defined" : effect.icc.toFixed(2);
  return ` (ICC ${icc}, design effect ${effect.deff.toFixed(2)}, ${effect.nEff.toFixed(1)} effective rows)`;
}

function interval({ point, lo, hi }: CiBound): string {
  return `${three(point)} [${three(lo)}, ${three(hi)}]`;
}

function three(share: number): string {
  return share.toFixed(3);
}

function pWords(p: number): string {
  return related(shownProbability(p, 4, { canBeCertain: true }));
}

/** One that was estimated. */
function probability(value: number): string {
  return related(shownProbability(value, 2));
}

const RELATIONS = { "=": "=", "<": "below", ">": "above" } as const;

function related({ relation, number }: ShownProbability): string {
  return `${RELATIONS[relation]} ${number}`;
}
