import { solvePositiveDefinite } from "./_cholesky.ts";

/** A smooth convex function of `size` variables. */
export interface Problem {
  readonly size: number;
  readonly value: (at: Float64Array) => number;
  /**
   * Overwrites the gradient, shape (size), and the lower triangle of the Hessian, row-major, shape (size, size). Asked
   * only for the point that {@link value} was asked for last.
   */
  readonly derivatives: (at: Float64Array, gradient: Float64Array, hessian: Float64Array) => void;
}

const MAX_STEPS = 200;
const MAX_HALVINGS = 60;
/** Relative size of a full step that is the last: convergence is quadratic, so what is left is its square. */
const SMALL_STEP = 1e-9;
/** Armijo's share of the promised decrease. */
const DECREASE = 1e-4;
/** Relative rounding of a sum of losses: differences below it say nothing. */
const ROUNDING = 1e-14;

/** The minimum by damped Newton from the origin: halves a step until it pays, and stops on a small one. */
export function newtonMinimum(problem: Problem, smallStep = SMALL_STEP): Float64Array {
  const { size } = problem;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  let at = new Float64Array(size);
  let value = problem.value(at);
  for (let step = 0; step < MAX_STEPS; step++) {
    problem.derivatives(at, gradient, hessian);
    const direction = solvePositiveDefinite(hessian, gradient);
    const next = descend(problem, at, value, direction, dot(gradient, direction));
    const isLast = next === null || relativeSize(direction, at) <= smallStep;
    if (next !== null) ({ at, value } = next);
    if (isLast) return at;
  }
  return at;
}

interface Point {
  readonly at: Float64Array<ArrayBuffer>;
  readonly value: number;
}

/** The first of `at - direction / 2^k` that decreases the value enough, or null if none does. */
function descend(
  problem: Problem,
  at: Float64Array,
  value: number,
  direction: Float64Array,
  promised: number,
): Point | null {
  for (let k = 0, share = 1; k < MAX_HALVINGS; k++, share /= 2) {
    const candidate = at.map((coordinate, j) => coordinate - share * direction[j]!);
    const reached = problem.value(candidate);
    if (reached <= value - DECREASE * share * promised + ROUNDING * Math.abs(value)) {
      return { at: candidate, value: reached };
    }
  }
  return null;
}

function relativeSize(direction: Float64Array, at: Float64Array): number {
  let largest = 0;
  for (let j = 0; j < at.length; j++) {
    largest = Math.max(largest, Math.abs(direction[j]!) / (1 + Math.abs(at[j]!)));
  }
  return largest;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!;
  return sum;
}
