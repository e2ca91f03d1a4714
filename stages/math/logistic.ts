import { logisticProblem } from "./_logistic_problem.ts";
import { newtonMinimum } from "./_newton.ts";
import { sigmoid } from "./_sigmoid.ts";

/** A fitted logistic regression of d columns. */
export interface LogisticModel {
  /** Log-odds per unit of each column, shape (d). */
  readonly coefficients: ArrayLike<number>;
  /** Log-odds at the origin. */
  readonly intercept: number;
}

/** What is minimised; the defaults are liblinear's problem with balanced class weights. */
export interface LogisticOptions {
  /** Weight of the losses against the ridge penalty 0.5 |w|^2; 1 unless given. */
  readonly c?: number;
  /** Whether the ridge penalty holds the intercept too; true unless given. */
  readonly penaliseIntercept?: boolean;
  /** Whether a row of class k weighs n / (2 n_k) instead of 1; true unless given. */
  readonly balanced?: boolean;
}

/**
 * Ridge logistic regression, solved to the optimum of the double-precision problem:
 * 0.5 (|w|^2 + b^2) + c sum_i v_i log(1 + exp(-s_i (w x_i + b))), s_i = +1 for label 1 and -1 for 0, v_i the class
 * weight (Fan et al. 2008, LIBLINEAR, section 2; the same weights as scikit-learn's `balanced`).
 *
 * @param x Row-major, shape (n, d), finite.
 * @param y Labels 0 or 1, shape (n), both present.
 * @param d Number of columns, at least 1.
 * @throws {RangeError} if the shapes disagree, a number is not finite, a label is neither 0 nor 1, a class is missing,
 * or `c` is not positive.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fitLogistic } from "recall-guard/math";
 *
 * const { coefficients, intercept } = fitLogistic(Float64Array.of(-1, 1), Uint8Array.of(0, 1), 1);
 * assert.ok(Math.abs(coefficients[0]! - 0.6748) < 1e-4);
 * assert.ok(Math.abs(intercept) < 1e-12);
 * ```
 */
export function fitLogistic(
  x: Float64Array,
  y: Uint8Array,
  d: number,
  { c = 1, penaliseIntercept = true, balanced = true }: LogisticOptions = {},
): { readonly coefficients: Float64Array; readonly intercept: number } {
  const optimum = newtonMinimum(logisticProblem(x, y, d, { c, penaliseIntercept, balanced }));
  return { coefficients: optimum.slice(0, d), intercept: optimum[d]! };
}

/**
 * The probability of label 1 for a row of d columns.
 *
 * @throws {RangeError} if the row and the model differ in length.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { probability } from "recall-guard/math";
 *
 * assert.equal(probability({ coefficients: [2], intercept: -1 }, [0.5]), 0.5);
 * assert.equal(probability({ coefficients: [1], intercept: 0 }, [-1000]), 0);
 * ```
 */
export function probability(model: LogisticModel, row: ArrayLike<number>): number {
  const { coefficients, intercept } = model;
  if (row.length !== coefficients.length) {
    throw new RangeError(`Cannot score a row of ${row.length} with ${coefficients.length} coefficients`);
  }
  let margin = intercept;
  for (let j = 0; j < row.length; j++) margin += coefficients[j]! * row[j]!;
  return sigmoid(margin);
}
