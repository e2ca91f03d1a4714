import { crossfitter } from "./_crossfitter.ts";
import type { FoldPlan } from "./folds.ts";

/** Rows of two classes. */
export interface LabelledRows {
  /** Row-major, shape (n, d), finite. */
  readonly x: Float64Array;
  /** 1 for members, 0 for controls, shape (n). */
  readonly labels: Uint8Array;
  /** Number of columns, at least 1. */
  readonly d: number;
}

/** How to fit each fold. */
export interface CrossfitOptions {
  /** Weight of the losses against the ridge penalty; 1 unless given. */
  readonly c?: number;
  /** The training rows whose mean and spread standardise a fold: all of them, or its controls; all unless given. */
  readonly yardstick?: "training" | "controls";
}

/**
 * Out-of-fold probabilities of label 1: for each fold, the other folds' rows give the yardstick and a ridge logistic
 * regression with balanced class weights and a free intercept, which scores the fold.
 *
 * @returns shape (n); a fold whose training part lacks a class gets 1/2, as no fit can tell its rows apart.
 * @throws {RangeError} if the shapes disagree or a number is not finite.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { auc, crossfit, foldPlan, random } from "recall-guard/math";
 *
 * const labels = Uint8Array.of(1, 1, 1, 0, 0, 0);
 * const rows = { x: Float64Array.of(3, 4, 5, 0, 1, 2), labels, d: 1 };
 * const plan = foldPlan(labels, Array(6).fill(null), { folds: 3, random: random(0, "folds") });
 * assert.equal(auc(crossfit(rows, plan), labels), 1);
 * ```
 */
export function crossfit(
  { x, labels, d }: LabelledRows,
  plan: FoldPlan,
  options: CrossfitOptions = {},
): Float64Array {
  const n = labels.length;
  if (!(Number.isInteger(d) && d >= 1 && x.length === n * d && plan.fold.length === n)) {
    throw new RangeError(
      `Cannot cross-fit: ${n} labels, ${plan.fold.length} folds and ${x.length} numbers in ${d} columns`,
    );
  }
  const bad = x.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`Cannot cross-fit: row ${Math.floor(bad / d)} has ${x[bad]}`);
  return crossfitter(x, d, plan, options)(labels);
}
