import { factor, solveFactored } from "./_cholesky.ts";
import { classWeights } from "./_logistic_problem.ts";
import { sigmoid, softplus } from "./_sigmoid.ts";
import { square } from "./elementary.ts";

/** A ridge logistic regression in its dual: the margin of a row is b + sum_i a_i k(row, i). */
export interface DualFit {
  /** a, a weight for each training row, shape (n). */
  readonly weights: Float64Array;
  /** b. */
  readonly intercept: number;
}

/** How to fit. */
export interface DualOptions {
  /** Weight of the losses against the ridge penalty; 1 unless given. */
  readonly c?: number;
  /** The largest change of a margin, relative to 1 + its size, at which to stop; 1e-10 unless given. */
  readonly tolerance?: number;
  /** Steps at most, at least 1; 5000 unless given. */
  readonly maxSteps?: number;
}

/** Fits one labelling after another, keeping what they share. */
export type DualFitter = (labels: Uint8Array, options?: DualOptions) => DualFit;

/**
 * Ridge logistic regression of few rows with many columns: balanced class weights, free intercept, the same optimum as
 * `fitLogistic` without its intercept's penalty. Each step minimises a quadratic that lies above the loss (Böhning &
 * Lindsay 1988), so that one factorisation serves all steps and labellings, and none can overshoot.
 *
 * @param kernel Inner products of the rows' columns, symmetric, row-major, shape (n, n); not copied.
 * @param n Number of rows.
 * @returns A function of labels, 0 or 1, both present, shape (n).
 * @throws {RangeError} if the kernel's shape is wrong; the function throws if the labels' shape is, or a class is missing.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ridgeDual } from "recall-guard/math";
 *
 * const { weights, intercept } = ridgeDual(Float64Array.of(1, -1, -1, 1), 2)(Uint8Array.of(0, 1));
 * assert.ok(Math.abs(weights[1]! - weights[0]! - 0.6748) < 1e-4);
 * assert.ok(Math.abs(intercept) < 1e-12);
 * ```
 */
export function ridgeDual(kernel: Float64Array, n: number): DualFitter {
  if (kernel.length !== n * n)
    throw new RangeError(`Cannot fit: ${kernel.length} numbers are no kernel of ${n} rows`);
  let system: System | null = null;
  return (labels, { c = 1, tolerance = 1e-10, maxSteps = 5000 } = {}) => {
    if (labels.length !== n || !(labels.includes(0) && labels.includes(1))) {
      throw new RangeError(`Cannot fit ${n} rows: expected as many labels, of both classes`);
    }
    const losses = classWeights(labels, c, true);
    const needed = Math.max(...losses) / 4;
    if (system === null || needed > system.curvature) {
      system = factored(kernel, n, system === null ? needed : SLACK * needed);
    }
    return descend(system, labels, losses, { tolerance, maxSteps });
  };
}

/** What a bound that turned out too low is raised by beyond the need, lest the next labelling raise it again. */
const SLACK = 1.25;

interface System {
  /** Upper bound of the losses' curvature. */
  readonly curvature: number;
  /** Cholesky factor of the kernel plus 1/curvature on the diagonal. */
  readonly factor: Float64Array;
  /** The solution for a right-hand side of ones. */
  readonly ones: Float64Array;
  readonly onesSum: number;
}

function factored(kernel: Float64Array, n: number, curvature: number): System {
  const lower = Float64Array.from(kernel);
  for (let i = 0; i < n; i++) lower[i * n + i]! += 1 / curvature;
  factor(lower, n);
  const ones = solveFactored(lower, new Float64Array(n).fill(1));
  return { curvature, factor: lower, ones, onesSum: sum(ones) };
}

/** A fit with its margins Ka + b, shape (n). */
interface Place extends DualFit {
  readonly margins: Float64Array;
}

/** Steps in pairs, each pair extended along its bend where that pays (Varadhan & Roland 2008, SQUAREM, scheme S3). */
function descend(
  system: System,
  labels: Uint8Array,
  losses: readonly [number, number],
  { tolerance, maxSteps }: Required<Omit<DualOptions, "c">>,
): DualFit {
  const n = labels.length;
  const start = { weights: new Float64Array(n), intercept: 0, margins: new Float64Array(n) };
  let at: Place = start;
  for (let steps = 2; ; steps += 2) {
    const first = stepFrom(system, at, labels, losses);
    if (change(at, first) <= tolerance || steps > maxSteps) return first;
    const second = stepFrom(system, first, labels, losses);
    const extended = extend(at, first, second);
    at = valueAt(extended, labels, losses) < valueAt(second, labels, losses) ? extended : second;
  }
}

function stepFrom(
  { curvature, factor: lower, ones, onesSum }: System,
  { margins }: Place,
  labels: Uint8Array,
  losses: readonly [number, number],
): Place {
  const targets = new Float64Array(labels.length);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    targets[i] = margins[i]! + (losses[label === 1 ? 1 : 0] * (label - sigmoid(margins[i]!))) / curvature;
  }
  const weights = solveFactored(lower, targets);
  const intercept = sum(weights) / onesSum;
  for (let i = 0; i < weights.length; i++) {
    weights[i]! -= intercept * ones[i]!;
    targets[i]! -= weights[i]! / curvature;
  }
  return { weights, intercept, margins: targets };
}

/** |a|^2 / 2 in the kernel's norm, which is a'(Ka + b) / 2 as the weights sum to 0, plus the losses. */
function valueAt({ weights, margins }: Place, labels: Uint8Array, losses: readonly [number, number]): number {
  let value = 0;
  for (let i = 0; i < labels.length; i++) {
    const margin = margins[i]!;
    const isMember = labels[i] === 1;
    value += (weights[i]! * margin) / 2 + losses[isMember ? 1 : 0] * softplus(isMember ? -margin : margin);
  }
  return value;
}

function extend(from: Place, first: Place, second: Place): Place {
  let steps = 0;
  let bends = 0;
  for (let i = 0; i < from.margins.length; i++) {
    const step = first.margins[i]! - from.margins[i]!;
    steps += square(step);
    bends += square(second.margins[i]! - first.margins[i]! - step);
  }
  const reach = Math.max(1, Math.sqrt(steps / bends));
  const along = (a: number, b: number, c: number) =>
    a + 2 * reach * (b - a) + square(reach) * (c - 2 * b + a);
  return {
    weights: from.weights.map((weight, i) => along(weight, first.weights[i]!, second.weights[i]!)),
    intercept: along(from.intercept, first.intercept, second.intercept),
    margins: from.margins.map((margin, i) => along(margin, first.margins[i]!, second.margins[i]!)),
  };
}

function change(from: Place, to: Place): number {
  let largest = 0;
  for (let i = 0; i < from.margins.length; i++) {
    const margin = to.margins[i]!;
    largest = Math.max(largest, Math.abs(margin - from.margins[i]!) / (1 + Math.abs(margin)));
  }
  return largest;
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
}
