import { checkScores } from "./_check_scores.ts";
import { percentileBound } from "./_percentile_bound.ts";
import { propensitiesOf, standardisedDesign } from "./_propensities.ts";
import { ascending, kish, weightedAuc } from "./_weighted_auc.ts";
import type { Bootstrap } from "./ci_bound.ts";
import { integer, type Random } from "./random.ts";

/** An area under the ROC curve in which rows weigh by how well the other class overlaps them. */
export interface OverlapAuc {
  readonly auc: number;
  /** Kish's effective number of members, (sum w)^2 / sum w^2. */
  readonly essMembers: number;
  readonly essControls: number;
}

/**
 * The weighted share of (member, control) pairs in which the member scores higher, ties half, with overlap weights:
 * 1 - e for a member, e for a control (Li, Morgan & Zaslavsky 2018).
 *
 * @param scores Higher is more member-like, shape (n).
 * @param labels 1 for members, 0 for controls, shape (n).
 * @param propensities e, the probability of being a member given what the prompt looks like, in [0, 1], shape (n).
 * @returns null if a class has no row or no weight.
 * @throws {RangeError} if the shapes disagree, a score is NaN or a propensity is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { overlapAuc } from "recall-guard/math";
 *
 * const labels = Uint8Array.of(1, 1, 0, 0);
 * const even = overlapAuc(Float64Array.of(0.9, 0.4, 0.4, 0.1), labels, Float64Array.of(0.5, 0.5, 0.5, 0.5));
 * assert.deepEqual(even, { auc: 0.875, essMembers: 2, essControls: 2 });
 * ```
 */
export function overlapAuc(
  scores: Float64Array,
  labels: Uint8Array,
  propensities: Float64Array,
): OverlapAuc | null {
  checkScores(scores, labels);
  if (propensities.length !== labels.length || !propensities.every((e) => e >= 0 && e <= 1)) {
    throw new RangeError(`Cannot weigh ${labels.length} rows: expected as many propensities in [0, 1]`);
  }
  const weights = propensities.map((e, row) => (labels[row] === 1 ? 1 - e : e));
  const area = weightedAuc({ order: ascending(scores), scores, labels }, weights);
  if (!Number.isFinite(area)) return null;
  return { auc: area, essMembers: kish(weights, labels, 1), essControls: kish(weights, labels, 0) };
}

/** How to weigh and resample. */
export interface OverlapOptions {
  /** Number of columns of the covariates, at least 1. */
  readonly d: number;
  /** Weight of the losses against the ridge penalty; 100 unless given. */
  readonly c?: number;
  /** Number of resamples, at least 1; 200 unless given. */
  readonly resamples?: number;
  readonly random: Random;
}

/** The overlap-weighted area with its interval. */
export interface OverlapWeightedAuc extends OverlapAuc, Bootstrap {
  /** e of each row, shape (n). */
  readonly propensities: Float64Array;
}

/**
 * {@link overlapAuc} with propensities from a ridge logistic regression of the labels on standardised covariates, fitted
 * on all rows, which is what balances them exactly, and a percentile interval over resamples of each class, each of which
 * refits the propensities. Asks whether a model's scores still separate the corpora among prompts that look alike.
 *
 * @param scores Higher is more member-like, shape (n).
 * @param labels 1 for members, 0 for controls, shape (n).
 * @param covariates What the prompts look like, row-major, shape (n, d), finite.
 * @returns null if a class has no row or no weight.
 * @throws {RangeError} if the shapes disagree, a number is not finite, or an option is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { overlapWeightedAuc, random } from "recall-guard/math";
 *
 * const labels = Uint8Array.of(1, 1, 1, 0, 0, 0);
 * const length = Float64Array.of(5, 4, 2, 4, 2, 1);
 * const found = overlapWeightedAuc(length, labels, length, { d: 1, random: random(0, "overlap") });
 * assert.ok(found !== null && found.auc < 7 / 9 && found.essMembers < 3);
 * ```
 */
export function overlapWeightedAuc(
  scores: Float64Array,
  labels: Uint8Array,
  covariates: Float64Array,
  { d, c = 100, resamples = 200, random }: OverlapOptions,
): OverlapWeightedAuc | null {
  checkScores(scores, labels);
  checkCovariates(covariates, labels.length, d);
  if (!(labels.includes(0) && labels.includes(1))) return null;
  const sample = { order: ascending(scores), scores, labels };
  const design = standardisedDesign(covariates, d);
  const everyRow = Uint32Array.from(labels.keys());
  const propensities = propensitiesOf(design, labels, everyRow, { size: d + 1, c });
  const found = overlapAuc(scores, labels, propensities);
  if (found === null) return null;
  const classes = [everyRow.filter((row) => labels[row] === 0), everyRow.filter((row) => labels[row] === 1)];
  const drawn = new Uint32Array(labels.length);
  const bootstrap = percentileBound(found.auc, labels.length, { resamples, random }, () => {
    let filled = 0;
    for (const rows of classes) {
      for (let i = 0; i < rows.length; i++) drawn[filled++] = rows[integer(random, rows.length)]!;
    }
    const e = propensitiesOf(design, labels, drawn, { size: d + 1, c });
    const weights = new Float64Array(labels.length);
    for (const row of drawn) weights[row]! += labels[row] === 1 ? 1 - e[row]! : e[row]!;
    return weightedAuc(sample, weights);
  });
  return { ...found, ...bootstrap, propensities };
}

function checkCovariates(covariates: Float64Array, n: number, d: number): void {
  if (!Number.isInteger(d) || d < 1 || covariates.length !== n * d || !covariates.every(Number.isFinite)) {
    throw new RangeError(`Cannot weigh ${n} rows by ${covariates.length} covariates in ${d} columns`);
  }
}
