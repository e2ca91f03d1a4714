import { factor, solveFactored } from "./_cholesky.ts";
import { classWeights, logisticProblem, type Objective } from "./_logistic_problem.ts";
import { square } from "./elementary.ts";
import { probability } from "./logistic.ts";

/** Rows that a logistic regression was fitted to, and its optimum. */
export interface FittedRows {
  /** Row-major, shape (n, d). */
  readonly x: Float64Array;
  readonly y: Uint8Array;
  /** Shape (d). */
  readonly coefficients: Float64Array;
  readonly intercept: number;
}

/**
 * The sampling covariance of a penalised logistic fit (w, b), the lower triangle row by row, shape ((d + 1)(d + 2) / 2):
 * the sandwich H^-1 M H^-1 of the penalised Hessian H and the spread M of the rows' scores (White 1982) around the mean
 * of their class, since the classes' sizes are given and not drawn (Scott & Wild 1986), times n / (n - d - 1) where that
 * is positive.
 */
export function logisticCovariance(rows: FittedRows, objective: Objective): Float64Array {
  const n = rows.y.length;
  const size = rows.coefficients.length + 1;
  const pulls = centredByClass(pullsOf(rows, objective), rows.y);
  const freedom = n - size;
  const scale = freedom > 0 ? n / freedom : 1;
  const covariance = new Float64Array((size * (size + 1)) / 2);
  for (const pull of pulls) {
    for (let j = 0, at = 0; j < size; j++) {
      for (let k = 0; k <= j; k++, at++) covariance[at]! += scale * pull[j]! * pull[k]!;
    }
  }
  return covariance;
}

/** How far each row moves the optimum, to first order: its score times H^-1, shape (n, d + 1). */
function pullsOf(
  { x, y, coefficients, intercept }: FittedRows,
  objective: Objective,
): ReadonlyArray<Float64Array> {
  const d = coefficients.length;
  const weights = classWeights(y, objective.c, objective.balanced);
  const hessian = factoredHessian({ x, y, coefficients, intercept }, objective);
  return Array.from(y, (label, i) => {
    const own = x.subarray(i * d, (i + 1) * d);
    const score = weights[label === 1 ? 1 : 0] * (probability({ coefficients, intercept }, own) - label);
    return solveFactored(hessian, Float64Array.of(...own, 1)).map((value) => score * value);
  });
}

function centredByClass(pulls: ReadonlyArray<Float64Array>, y: Uint8Array): ReadonlyArray<Float64Array> {
  const size = pulls[0]?.length ?? 0;
  const sums = [new Float64Array(size), new Float64Array(size)] as const;
  const counts = [0, 0];
  pulls.forEach((pull, i) => {
    counts[y[i]!]!++;
    for (let j = 0; j < size; j++) sums[y[i] === 1 ? 1 : 0][j]! += pull[j]!;
  });
  return pulls.map((pull, i) =>
    pull.map((value, j) => value - sums[y[i] === 1 ? 1 : 0][j]! / counts[y[i]!]!),
  );
}

function factoredHessian({ x, y, coefficients, intercept }: FittedRows, objective: Objective): Float64Array {
  const optimum = Float64Array.of(...coefficients, intercept);
  const problem = logisticProblem(x, y, coefficients.length, objective);
  const hessian = new Float64Array(square(optimum.length));
  problem.value(optimum);
  problem.derivatives(optimum, new Float64Array(optimum.length), hessian);
  factor(hessian, optimum.length);
  return hessian;
}
