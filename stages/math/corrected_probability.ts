import { puPosterior } from "./pu_posterior.ts";

/** What a correction rests on. */
export interface CorrectionInputs {
  /** The model's verdict, such as `detected` or `confounded`. */
  readonly verdict: string;
  /** Prevalence from the scores and its lower bound; null where there is none. */
  readonly piHat: number | null;
  readonly piLo: number | null;
  /** Prevalence from outcomes; null where there is none. */
  readonly piGap: number | null;
  /** The calibrator's probabilities of the memorised corpus, out of fold, shape (n). */
  readonly calibrationP: ArrayLike<number>;
}

/** A model's correction of its probabilities: a prevalence and a factor for its point and for its lower end. */
export interface Correction {
  readonly point: ScaledPrevalence;
  readonly lo: ScaledPrevalence;
}

/** A prevalence, and the factor at most 1 that makes the corrected probabilities of the memorised corpus average it. */
export interface ScaledPrevalence {
  readonly pi: number;
  readonly scale: number;
}

/** Where a row's date stands to its model's cutoff; `undated` if either date is missing. */
export type Period = "before" | "after" | "undated";

/** A corrected probability with the range in which it lies for a prevalence between its lower bound and 1. */
export interface CorrectedProbability {
  /** null with a `reason`. */
  readonly range: { readonly point: number; readonly lo: number; readonly hi: number } | null;
  readonly reason: string | null;
}

/** Verdicts under which a corrected probability would mislead. */
const BLOCKING: ReadonlyArray<string> = ["instrument-failed", "confounded", "not-identifiable"];

/**
 * The correction of a model's probabilities, or the reason why there must be none. pi is the larger of the prevalences
 * that can be had.
 *
 * @throws {RangeError} if a share or probability is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { correctionOf } from "recall-guard/math";
 *
 * const inputs = { verdict: "detected", piHat: 0.5, piLo: 0.4, piGap: null, calibrationP: [0.5, 0.8] };
 * assert.deepEqual(correctionOf(inputs).correction?.point.pi, 0.5);
 * assert.equal(correctionOf({ ...inputs, verdict: "confounded" }).reason, "the verdict is confounded");
 * ```
 */
export function correctionOf({ verdict, piHat, piLo, piGap, calibrationP }: CorrectionInputs): {
  readonly correction: Correction | null;
  readonly reason: string | null;
} {
  if (BLOCKING.includes(verdict)) return { correction: null, reason: `the verdict is ${verdict}` };
  if (piHat === null && piGap === null) return { correction: null, reason: "no prevalence can be had" };
  const pi = Math.max(piHat ?? 0, piGap ?? 0);
  const scaled = (share: number) => ({ pi: share, scale: scaleOf(share, calibrationP) });
  return { correction: { point: scaled(pi), lo: scaled(Math.min(pi, piLo ?? 0)) }, reason: null };
}

/**
 * The probability that a row is memorised, corrected for how many rows are. It is beside the raw probability, never
 * instead of it: under a weak signal it is far too low. Rows after the cutoff have 0 by definition.
 *
 * @param p The calibrator's probability, in [0, 1].
 * @throws {RangeError} if `p` is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { correctedProbability, correctionOf } from "recall-guard/math";
 *
 * const found = correctionOf({ verdict: "detected", piHat: 1, piLo: 0.9, piGap: null, calibrationP: [0.9, 0.8] });
 * assert.equal(correctedProbability(0.8, "before", found).range?.point, 1);
 * assert.equal(correctedProbability(0.8, "after", found).range?.point, 0);
 * assert.equal(correctedProbability(0.8, "undated", found).range, null);
 * ```
 */
export function correctedProbability(
  p: number,
  period: Period,
  { correction, reason }: ReturnType<typeof correctionOf>,
): CorrectedProbability {
  if (correction === null) return { range: null, reason };
  if (period === "undated") return { range: null, reason: "the row or the cutoff has no date" };
  if (period === "after") return { range: { point: 0, lo: 0, hi: 0 }, reason: null };
  const at = ({ pi, scale }: ScaledPrevalence) => scale * puPosterior(p, pi);
  const point = at(correction.point);
  return { range: { point, lo: Math.min(point, at(correction.lo)), hi: 1 }, reason: null };
}

function scaleOf(pi: number, calibrationP: ArrayLike<number>): number {
  const sum = Array.from(calibrationP).reduce((total, p) => total + puPosterior(p, pi), 0);
  const mean = sum / calibrationP.length;
  return mean > 0 ? Math.min(1, pi / mean) : 1;
}
