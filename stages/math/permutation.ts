import { exchanges, permute } from "./_exchange.ts";
import { auc } from "./auc.ts";
import { aucNullSd } from "./auc_mde.ts";
import { square } from "./elementary.ts";
import type { FoldPlan, Groups } from "./folds.ts";
import type { Random } from "./random.ts";

/** Areas closer than this count as equal. */
const TIE = 1e-12;

/** What is refitted: rows with their labels, groups and folds. */
export interface RefitDesign {
  /** 1 for members, 0 for controls, both present, shape (n). */
  readonly labels: Uint8Array;
  /** shape (n). */
  readonly groups: Groups;
  readonly plan: FoldPlan;
}

/** How often to permute, and by what. */
export interface PermutationOptions {
  /** Number of permutations, at least 2; 199 unless given. */
  readonly permutations?: number;
  readonly random: Random;
}

/** What refitting under permuted labels found. */
export interface RefitPermutation {
  /** (1 + permuted areas at least the observed one) / (permutations + 1). */
  readonly p: number;
  readonly permutations: number;
  /** Standard deviation of the area for fixed scores that do not tell the classes apart. */
  readonly nullSd: number;
  /** Standard deviation of the permuted out-of-fold areas. */
  readonly permutedSd: number;
  /** max(1, permutedSd / nullSd): what refitting adds to a standard error. */
  readonly inflation: number;
}

/**
 * The permutation test of an out-of-fold area that refits every fold. Labels change places within folds, whole groups
 * where groups are folded, so that every permuted labelling is stratified as the observed one and the test is exact
 * (Phipson & Smyth 2010 for p).
 *
 * @param observed The out-of-fold area under the labels themselves.
 * @param refit The out-of-fold scores under other labels, shape (n); the array of labels is reused between calls.
 * @throws {RangeError} if a class has no row or `permutations` is less than 2.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { foldPlan, random, refitPermutation } from "recall-guard/math";
 *
 * const labels = Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0);
 * const groups = Array(8).fill(null);
 * const plan = foldPlan(labels, groups, { folds: 2, random: random(0, "folds") });
 * const noise = Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6);
 * const { p } = refitPermutation(0.2, { labels, groups, plan }, () => noise, { random: random(0, "permute") });
 * assert.ok(p > 0.5);
 * ```
 */
export function refitPermutation(
  observed: number,
  { labels, groups, plan }: RefitDesign,
  refit: (labels: Uint8Array) => Float64Array,
  { permutations = 199, random }: PermutationOptions,
): RefitPermutation {
  if (!Number.isInteger(permutations) || permutations < 2) {
    throw new RangeError(`Cannot judge by ${permutations} permutations`);
  }
  const members = labels.reduce((count, label) => count + label, 0);
  const nullSd = aucNullSd({ members, controls: labels.length - members });
  const sets = exchanges(labels, groups, plan);
  const permuted = labels.slice();
  const areas = Float64Array.from({ length: permutations }, () => {
    permute(sets, permuted, random);
    return auc(refit(permuted), permuted)!;
  });
  const reached = areas.filter((area) => area >= observed - TIE).length;
  const permutedSd = sampleSd(areas);
  return {
    p: (1 + reached) / (permutations + 1),
    permutations,
    nullSd,
    permutedSd,
    inflation: Math.max(1, permutedSd / nullSd),
  };
}

function sampleSd(values: Float64Array): number {
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + square(value - centre), 0);
  return Math.sqrt(squares / (values.length - 1));
}
