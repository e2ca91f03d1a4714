import type { Problem } from "./_newton.ts";
import { sigmoid, softplus } from "./_sigmoid.ts";
import type { LogisticOptions } from "./logistic.ts";

/** Keeps the curvature positive where every row is saturated, so that a Newton step stays defined. */
const CURVATURE_FLOOR = 1e-12;

/** The logistic loss as a function of (w, b), shape (d + 1). */
export function logisticProblem(
  x: Float64Array,
  y: Uint8Array,
  d: number,
  { c = 1, penaliseIntercept = true, balanced = true }: LogisticOptions,
): Problem {
  checkRows(x, y, d);
  if (!(c > 0 && Number.isFinite(c))) throw new RangeError(`Cannot fit: expected c > 0, got ${c}`);
  const rows: Rows = { design: withOnes(x, d), y, weights: classWeights(y, c, balanced) };
  const ridge = new Float64Array(d + 1).fill(1);
  if (!penaliseIntercept) ridge[d] = 0;
  return {
    size: d + 1,
    value: (at) => penalty(at, ridge) + totalLoss(at, rows),
    derivatives: (at, gradient, hessian) => {
      ridgeDerivatives(at, ridge, gradient, hessian);
      addRows(at, rows, gradient, hessian);
    },
  };
}

interface Rows {
  /** Row-major, shape (n, d + 1), the last column 1. */
  readonly design: Float64Array;
  readonly y: Uint8Array;
  /** Loss weights of labels 0 and 1. */
  readonly weights: readonly [number, number];
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

function classWeights(y: Uint8Array, c: number, balanced: boolean): readonly [number, number] {
  if (!balanced) return [c, c];
  let members = 0;
  for (const label of y) members += label;
  return [(c * y.length) / (2 * (y.length - members)), (c * y.length) / (2 * members)];
}

function penalty(at: Float64Array, ridge: Float64Array): number {
  let squares = 0;
  for (let j = 0; j < at.length; j++) squares += ridge[j]! * at[j]! ** 2;
  return squares / 2;
}

function totalLoss(at: Float64Array, { design, y, weights }: Rows): number {
  let loss = 0;
  for (let i = 0; i < y.length; i++) {
    const margin = marginOf(at, design, i * at.length);
    loss += y[i] === 1 ? weights[1] * softplus(-margin) : weights[0] * softplus(margin);
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
  at: Float64Array,
  { design, y, weights }: Rows,
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  const size = at.length;
  for (let i = 0; i < y.length; i++) {
    const start = i * size;
    const weight = y[i] === 1 ? weights[1] : weights[0];
    const p = sigmoid(marginOf(at, design, start));
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

function marginOf(at: Float64Array, design: Float64Array, start: number): number {
  let margin = 0;
  for (let j = 0; j < at.length; j++) margin += at[j]! * design[start + j]!;
  return margin;
}
