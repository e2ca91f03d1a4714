import type { CiBound } from "./ci_bound.ts";
import { shownProbability } from "./shown_probability.ts";

/** What may be said about a model, exactly one of these. */
export type VerdictName =
  | "instrument-failed"
  | "underpowered"
  | "not-identifiable"
  | "confounded"
  | "detected-adjusted"
  | "detected"
  | "bounded"
  | "inconclusive";

/** The numbers that a verdict rests on. */
export interface VerdictNumbers {
  /** Why the embedded control failed, or null if it passed or was switched off. */
  readonly instrumentFailure: string | null;
  /** The model's out-of-fold area, or why there is none. */
  readonly model: ModelNumbers | { readonly reason: string };
  /** The blind area over the prompts; null if it is undefined. */
  readonly blind: CiBound | null;
  /** The model's overlap-weighted area; null if it is undefined. */
  readonly overlap: OverlapNumbers | null;
}

/** A model's separation, with what refitting adds. */
export interface ModelNumbers {
  readonly auc: CiBound;
  /** From the permutation test that refits. */
  readonly p: number;
  /** null where not even an area of 1 would be found. */
  readonly minDetectable: number | null;
  /** Whether rows have dates, but too few to fold by. */
  readonly fewDates: boolean;
}

/** The overlap-weighted area and how many rows of each class it rests on. */
export interface OverlapNumbers extends CiBound {
  readonly essMembers: number;
  readonly essControls: number;
}

/** A verdict and the sentence that says it, with the number that decided it. */
export interface Verdict {
  readonly verdict: VerdictName;
  readonly sentence: string;
}

/** The thresholds of the verdicts. */
export const VERDICT_LIMITS = {
  /** A design that needs an area above this is underpowered. */
  minDetectable: 0.7,
  /** Fewer effective rows of a class than this cannot tell memory from looks. */
  ess: 20,
  /** Size of the permutation test. */
  p: 0.05,
  /** A model is bounded if its interval ends here or below. */
  bounded: 0.6,
} as const;

/**
 * The first verdict that holds, in the order of {@link VerdictName}.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { verdict } from "recall-guard/math";
 *
 * const found = verdict({
 *   instrumentFailure: null,
 *   model: { auc: { point: 0.83, lo: 0.76, hi: 0.88 }, p: 0.005, minDetectable: 0.62, fewDates: false },
 *   blind: { point: 0.51, lo: 0.44, hi: 0.58 },
 *   overlap: null,
 * });
 * assert.equal(found.verdict, "detected");
 * assert.equal(
 *   found.sentence,
 *   "The answers tell the corpora apart (AUC 0.830 [0.760, 0.880], permutation p = 0.005) and the prompts alone do not (blind AUC 0.510 [0.440, 0.580])",
 * );
 * ```
 */
export function verdict({ instrumentFailure, model, blind, overlap }: VerdictNumbers): Verdict {
  if (instrumentFailure !== null)
    return say("instrument-failed", `The embedded control failed: ${instrumentFailure}`);
  if (!("auc" in model)) return say("underpowered", model.reason);
  return (
    underpowered(model) ??
    confounding(model, blind, overlap) ??
    detection(model, blind, overlap) ??
    rest(model)
  );
}

function underpowered({ minDetectable }: ModelNumbers): Verdict | null {
  if (minDetectable !== null && minDetectable <= VERDICT_LIMITS.minDetectable) return null;
  const needed =
    minDetectable === null ? "not even an AUC of 1" : `only an AUC of ${area(minDetectable)} or more`;
  return say(
    "underpowered",
    `So few rows reliably show ${needed}, where ${area(VERDICT_LIMITS.minDetectable)} is the limit`,
  );
}

function confounding(
  { auc }: ModelNumbers,
  blind: CiBound | null,
  overlap: OverlapNumbers | null,
): Verdict | null {
  if (blind === null)
    return say(
      "not-identifiable",
      "The prompts alone could not be judged, so that looks and memory cannot be told apart",
    );
  if (blind.lo <= 0.5) return null;
  const alone = `The prompts alone tell the corpora apart (blind AUC ${interval(blind)})`;
  const ess = overlap === null ? 0 : Math.min(overlap.essMembers, overlap.essControls);
  if (overlap === null || ess < VERDICT_LIMITS.ess) {
    return say(
      "not-identifiable",
      `${alone} and too few of them look alike to compare: ${ess.toFixed(1)} effective rows of ${VERDICT_LIMITS.ess}`,
    );
  }
  if (blind.hi >= auc.point) {
    return say("confounded", `${alone}, no worse than the answers do (AUC ${interval(auc)})`);
  }
  if (overlap.lo <= 0.5) {
    return say(
      "confounded",
      `${alone}, and among prompts that look alike the answers no longer do (overlap-weighted AUC ${interval(overlap)})`,
    );
  }
  return null;
}

/** Called where the corpora are not confounded: where the prompts separate, the adjusted area is known. */
function detection(
  model: ModelNumbers,
  blind: CiBound | null,
  overlap: OverlapNumbers | null,
): Verdict | null {
  const { auc, p, fewDates } = model;
  if (blind === null || p > VERDICT_LIMITS.p || fewDates) return null;
  const found = `The answers tell the corpora apart (AUC ${interval(auc)}, permutation p ${pWords(p)})`;
  if (blind.lo <= 0.5) {
    return say("detected", `${found} and the prompts alone do not (blind AUC ${interval(blind)})`);
  }
  if (overlap === null) return null;
  return say(
    "detected-adjusted",
    `${found}, also among prompts that look alike (overlap-weighted AUC ${interval(overlap)}), although the prompts alone do so too (blind AUC ${interval(blind)})`,
  );
}

function rest({ auc, p, minDetectable, fewDates }: ModelNumbers): Verdict {
  if (auc.hi <= VERDICT_LIMITS.bounded) {
    return say("bounded", `The answers tell the corpora apart by an AUC of at most ${area(auc.hi)}`);
  }
  const reach = `AUC ${interval(auc)}, permutation p ${pWords(p)}, smallest detectable AUC ${area(minDetectable ?? 1)}`;
  return fewDates && p <= VERDICT_LIMITS.p
    ? say("inconclusive", `Too few dates to tell memory from a few lucky days: ${reach}`)
    : say("inconclusive", `Neither memory nor its absence is shown: ${reach}`);
}

function say(name: VerdictName, sentence: string): Verdict {
  return { verdict: name, sentence };
}

function interval({ point, lo, hi }: CiBound): string {
  return `${area(point)} [${area(lo)}, ${area(hi)}]`;
}

function area(value: number): string {
  return value.toFixed(3);
}

function pWords(p: number): string {
  const { relation, number } = shownProbability(p, 3, { canBeCertain: true });
  return `${relation} ${number}`;
}
