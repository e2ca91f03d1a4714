import type { Problem } from "./_newton.ts";
import { exp, log1p, square } from "./elementary.ts";

/** Keeps the curvature positive where every row is saturated, so that a Newton step stays defined. */
const CURVATURE_FLOOR = 1e-12;

/** Rows to fit to. */
export interface LogisticRows {
  /** Row-major, shape (n, size); the last column is the intercept's. */
  readonly design: Float64Array;
  /** Labels 0 or 1, shape (n). */
  readonly y: Uint8Array;
  /** Loss weights of labels 0 and 1. */
  readonly weights: readonly [number, number];
  /** Columns of the design. */
  readonly size: number;
}

/** What is minimised. */
export interface Objective {
  readonly c: number;
  readonly penaliseIntercept: boolean;
  readonly balanced: boolean;
}

/** The logistic loss as a function of (w, b), shape (d + 1), of checked rows. */
export function logisticProblem(
  x: Float64Array,
  y: Uint8Array,
  d: number,
  { c, penaliseIntercept, balanced }: Objective,
): Problem {
  checkRows(x, y, d);
  if (!(c > 0 && Number.isFinite(c))) throw new RangeError(`Cannot fit: expected c > 0, got ${c}`);
  const rows = { design: withOnes(x, d), y, weights: classWeights(y, c, balanced), size: d + 1 };
  return logisticLoss(rows, penaliseIntercept ? "all" : "slopes");
}

/** What the ridge penalty holds: every column, all but the last, or none. */
export type Penalised = "all" | "slopes" | "none";

/** The logistic loss of rows that are taken as they are. */
export function logisticLoss(rows: LogisticRows, penalised: Penalised): Problem {
  const { size, y } = rows;
  const ridge = new Float64Array(size).fill(penalised === "none" ? 0 : 1);
  if (penalised === "slopes") ridge[size - 1] = 0;
  const chances = new Float64Array(y.length);
  return {
    size,
    value: (at) => penalty(at, ridge) + totalLoss(at, rows, chances),
    derivatives: (at, gradient, hessian) => {
      ridgeDerivatives(at, ridge, gradient, hessian);
      addRows(rows, chances, gradient, hessian);
    },
  };
}

/** Loss weights of labels 0 and 1: c, or with `balanced` c n / (2 n_k). */
export function classWeights(y: Uint8Array, c: number, balanced: boolean): readonly [number, number] {
  if (!balanced) return [c, c];
  let members = 0;
  for (let i = 0; i < y.length; i++) members += y[i]!;
  return [(c * y.length) / (2 * (y.length - members)), (c * y.length) / (2 * members)];
}

function checkRows(x: Float64Array, y: Uint8Array, d: number): void {
  if (!Number.isInteger(d) || d < 1 || x.length !== y.length * d) {
    throw new RangeError(`Cannot fit: ${x.length} numbers are not ${y.length} rows of ${d}`);
  }
  const bad = x.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`Cannot fit: row ${Math.floor(bad / d)} has ${x[bad]}`);
  const odd = y.findIndex((label) => label > 1);
  if (odd >= 0) throw new RangeError(`Cannot fit: label ${odd} is ${y[odd]}`);
  if (!(y.includes(0) && y.includes(1))) throw new RangeError("Cannot fit: rows of both classes are needed");
}

function withOnes(x: Float64Array, d: number): Float64Array {
  const design = new Float64Array((x.length / d) * (d + 1)).fill(1);
  for (let i = 0; i < x.length; i++) design[i + Math.floor(i / d)] = x[i]!;
  return design;
}

function penalty(at: Float64Array, ridge: Float64Array): number {
  let squares = 0;
  for (let j = 0; j < at.length; j++) squares += ridge[j]! * square(at[j]!);
  return squares / 2;
}

/** The sum of the rows' losses; leaves each row's probability of label 1 in `chances`. */
function totalLoss(
  at: Float64Array,
  { design, y, weights, size }: LogisticRows,
  chances: Float64Array,
): number {
  let loss = 0;
  for (let i = 0, start = 0; i < y.length; i++, start += size) {
    let margin = 0;
    for (let j = 0; j < size; j++) margin += at[j]! * design[start + j]!;
    const power = exp(-Math.abs(margin));
    const isMember = y[i] === 1;
    chances[i] = (margin >= 0 ? 1 : power) / (1 + power);
    // log(1 + exp(-|m|)) + max(-s m, 0), s the row's sign.
    const shortfall = isMember === margin < 0 ? Math.abs(margin) : 0;
    loss += weights[isMember ? 1 : 0] * (shortfall + log1p(power));
  }
  return loss;
}

function ridgeDerivatives(
  at: Float64Array,
  ridge: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  hessian.fill(0);
  for (let j = 0; j < at.length; j++) {
    gradient[j] = ridge[j]! * at[j]!;
    hessian[j * at.length + j] = ridge[j]!;
  }
}

function addRows(
  { design, y, weights, size }: LogisticRows,
  chances: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  for (let i = 0, start = 0; i < y.length; i++, start += size) {
    const weight = weights[y[i] === 1 ? 1 : 0];
    const p = chances[i]!;
    const slope = weight * (p - y[i]!);
    const curvature = weight * Math.max(p * (1 - p), CURVATURE_FLOOR);
    for (let j = 0; j < size; j++) {
      const value = design[start + j]!;
      gradient[j]! += slope * value;
      const weighted = curvature * value;
      for (let k = 0; k <= j; k++) hessian[j * size + k]! += weighted * design[start + k]!;
    }
  }
}
