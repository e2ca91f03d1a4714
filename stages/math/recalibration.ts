import { checkProbabilities } from "./_check_probabilities.ts";
import { solvePositiveDefinite } from "./_cholesky.ts";
import { logisticLoss } from "./_logistic_problem.ts";
import { newtonMinimum } from "./_newton.ts";
import { root } from "./_root.ts";
import { sigmoid } from "./_sigmoid.ts";
import { log } from "./elementary.ts";

/** How the log-odds of some probabilities would have to be stretched and moved to fit the labels best. */
export interface Recalibration {
  /** 1 if the probabilities are as spread as they should be; below 1 they are too bold. */
  readonly slope: number;
  /** Standard error of the slope, from the information at the optimum. */
  readonly slopeSe: number;
  /** 0 if they need not move beside the stretching. */
  readonly intercept: number;
}

/** A number of the fit, or why there is none. */
export type Fitted<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly reason: string };

/**
 * The calibration slope and intercept (Cox 1958), which are Platt's scaling too: the logistic regression of the
 * labels on the probabilities' log-odds, its ridge penalty of 1e-8 too weak to show.
 *
 * @param probabilities In [0, 1], clipped to [1e-12, 1 - 1e-12], shape (n).
 * @param labels 0 or 1, shape (n).
 * @returns Not ok if a class is missing, the probabilities are all equal, or they separate the classes.
 * @throws {RangeError} if the shapes disagree or a value is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { recalibration } from "recall-guard/math";
 *
 * const bold = recalibration(Float64Array.of(0.9, 0.9, 0.9, 0.1, 0.1, 0.1), Uint8Array.of(1, 1, 0, 0, 0, 1));
 * assert.ok(bold.ok && Math.abs(bold.value.slope - Math.log(2) / Math.log(9)) < 1e-9);
 * assert.equal(recalibration(Float64Array.of(0.9, 0.1), Uint8Array.of(1, 0)).ok, false);
 * ```
 */
export function recalibration(probabilities: Float64Array, labels: Uint8Array): Fitted<Recalibration> {
  const reason = unfit(probabilities, labels);
  if (reason !== null) return { ok: false, reason };
  const design = Float64Array.from([...probabilities].flatMap((p) => [logit(p), 1]));
  const loss = logisticLoss({ design, y: labels, weights: [C, C], size: 2 }, "slopes");
  const at = newtonMinimum(loss);
  const information = new Float64Array(4);
  loss.value(at);
  loss.derivatives(at, new Float64Array(2), information);
  const slopeSe = Math.sqrt(C * solvePositiveDefinite(information, Float64Array.of(1, 0))[0]!);
  return { ok: true, value: { slope: at[0]!, slopeSe, intercept: at[1]! } };
}

/**
 * The factor on the log-odds that fits the labels best with no shift, one over the temperature (Guo et al. 2017).
 *
 * @returns Not ok if every row lies on its label's side of 1/2, or every row on the other: no finite factor fits best.
 * @throws {RangeError} where {@link recalibration} does.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { inverseTemperature } from "recall-guard/math";
 *
 * const bold = inverseTemperature(Float64Array.of(0.9, 0.9, 0.9, 0.1), Uint8Array.of(1, 1, 0, 0));
 * assert.ok(bold.ok && bold.value < 1);
 * ```
 */
export function inverseTemperature(probabilities: Float64Array, labels: Uint8Array): Fitted<number> {
  checkProbabilities(probabilities, labels);
  const reason = oneSided(probabilities, labels);
  if (reason !== null) return { ok: false, reason };
  const loss = { design: probabilities.map(logit), y: labels, weights: [1, 1] as const, size: 1 };
  return { ok: true, value: newtonMinimum(logisticLoss(loss, "none"))[0]! };
}

/**
 * Calibration in the large: the shift of the log-odds after which the probabilities sum to the number of labels 1.
 *
 * @returns Not ok if a class is missing.
 * @throws {RangeError} where {@link recalibration} does.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { calibrationInTheLarge } from "recall-guard/math";
 *
 * const low = calibrationInTheLarge(Float64Array.of(0.5, 0.5, 0.5, 0.5), Uint8Array.of(1, 1, 1, 0));
 * assert.ok(low.ok && Math.abs(low.value - Math.log(3)) < 1e-12);
 * ```
 */
export function calibrationInTheLarge(probabilities: Float64Array, labels: Uint8Array): Fitted<number> {
  checkProbabilities(probabilities, labels);
  if (!(labels.includes(0) && labels.includes(1))) return { ok: false, reason: ONE_CLASS };
  const margins = probabilities.map(logit);
  const wanted = labels.reduce((sum, label) => sum + label, 0);
  const surplus = (shift: number) => margins.reduce((sum, margin) => sum + sigmoid(margin + shift), -wanted);
  return { ok: true, value: root(surplus, -FARTHEST_SHIFT, FARTHEST_SHIFT) };
}

/** Weight of the losses against the ridge penalty. */
const C = 1e8;
const ONE_CLASS = "Rows of both classes are needed";
/** Clipped log-odds lie within 27.7 of 0, and a mean label of 1 / n needs log n more. */
const FARTHEST_SHIFT = 60;
const CLIP = 1e-12;

function logit(p: number): number {
  const clipped = Math.min(1 - CLIP, Math.max(CLIP, p));
  return log(clipped / (1 - clipped));
}

/** Why no slope fits, or null. */
function unfit(probabilities: Float64Array, labels: Uint8Array): string | null {
  checkProbabilities(probabilities, labels);
  const [ones, zeros] = [range(probabilities, labels, 1), range(probabilities, labels, 0)];
  if (ones === null || zeros === null) return ONE_CLASS;
  if (ones.low === ones.high && zeros.low === zeros.high && ones.low === zeros.low) {
    return "The probabilities are all equal";
  }
  const isSeparated = ones.low >= zeros.high || ones.high <= zeros.low;
  return isSeparated ? "The probabilities separate the classes, so that no finite slope fits best" : null;
}

/** Why no factor without a shift fits, or null: every row lies on the same side of 1/2 as its label, or on the other. */
function oneSided(probabilities: Float64Array, labels: Uint8Array): string | null {
  const sides = probabilities.map((p, row) => (p - 0.5) * (labels[row] === 1 ? 1 : -1));
  const isOneSided = sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  return isOneSided ? "Every row lies on the same side of 1/2, so that no finite factor fits best" : null;
}

function range(probabilities: Float64Array, labels: Uint8Array, label: number) {
  const own = probabilities.filter((_, row) => labels[row] === label).sort();
  return own.length === 0 ? null : { low: own[0]!, high: own[own.length - 1]! };
}
