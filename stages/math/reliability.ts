import { checkProbabilities } from "./_check_probabilities.ts";
import { percentileBound } from "./_percentile_bound.ts";
import type { Bootstrap, BootstrapOptions } from "./ci_bound.ts";
import { square } from "./elementary.ts";
import { integer } from "./random.ts";

/** A run of rows in ascending order of probability. */
export interface ReliabilityBin {
  readonly rows: number;
  /** Mean probability. */
  readonly predicted: number;
  /** Share of label 1. */
  readonly observed: number;
}

/**
 * Bins of equal mass: rows in ascending order of probability, equal ones in the order given, cut at floor(i n / bins).
 *
 * @param probabilities In [0, 1], shape (n).
 * @param labels 0 or 1, shape (n).
 * @throws {RangeError} if the shapes disagree, a value is out of range, or there are more bins than rows.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { reliabilityBins } from "recall-guard/math";
 *
 * const bins = reliabilityBins(Float64Array.of(0.75, 0.25, 0.75, 0.25), Uint8Array.of(1, 0, 0, 0), 2);
 * assert.deepEqual(bins[1], { rows: 2, predicted: 0.75, observed: 0.5 });
 * ```
 */
export function reliabilityBins(
  probabilities: Float64Array,
  labels: Uint8Array,
  bins: number,
): ReadonlyArray<ReliabilityBin> {
  checkProbabilities(probabilities, labels);
  checkBins(bins, labels.length);
  return binned(probabilities, labels, ascending(probabilities), bins);
}

/**
 * The mean squared calibration error over bins less what noise alone puts there (Kumar, Liang & Ma 2019): sum of
 * rows / n ((predicted - observed)^2 - observed (1 - observed) / (rows - 1)); negative where the bins fit better than
 * noise would.
 *
 * @returns null if a bin has fewer than two rows.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { debiasedSquaredError } from "recall-guard/math";
 *
 * assert.equal(debiasedSquaredError([{ rows: 5, predicted: 0.5, observed: 1 }]), 0.25);
 * ```
 */
export function debiasedSquaredError(bins: ReadonlyArray<ReliabilityBin>): number | null {
  if (bins.some(({ rows }) => rows < 2)) return null;
  const n = bins.reduce((sum, { rows }) => sum + rows, 0);
  return bins.reduce((sum, { rows, predicted, observed }) => {
    const noise = (observed * (1 - observed)) / (rows - 1);
    return sum + (rows / n) * (square(predicted - observed) - noise);
  }, 0);
}

/**
 * The expected calibration error over bins of equal mass, sum of rows / n |predicted - observed| (Naeini et al. 2015),
 * with a percentile interval over resampled rows. It is biased upwards: noise alone makes it positive.
 *
 * @param probabilities In [0, 1], shape (n).
 * @param labels 0 or 1, shape (n).
 * @throws {RangeError} where {@link reliabilityBins} does, or if `resamples` or `confidence` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { expectedCalibrationError, random } from "recall-guard/math";
 *
 * const { bound } = expectedCalibrationError(Float64Array.of(0.75, 0.25), Uint8Array.of(1, 0), 2, {
 *   resamples: 50,
 *   random: random(0, "ece"),
 * });
 * assert.equal(bound?.point, 0.25);
 * ```
 */
export function expectedCalibrationError(
  probabilities: Float64Array,
  labels: Uint8Array,
  bins: number,
  options: BootstrapOptions,
): Bootstrap {
  checkProbabilities(probabilities, labels);
  const n = labels.length;
  checkBins(bins, n);
  const order = ascending(probabilities);
  const drawn = new Uint32Array(n);
  const times = new Uint32Array(n);
  return percentileBound(error(binned(probabilities, labels, order, bins)), n, options, () => {
    times.fill(0);
    for (let i = 0; i < n; i++) times[integer(options.random, n)]!++;
    let filled = 0;
    for (let i = 0; i < n; i++) {
      for (let k = times[i]!; k > 0; k--) drawn[filled++] = order[i]!;
    }
    return error(binned(probabilities, labels, drawn, bins));
  });
}

function error(bins: ReadonlyArray<ReliabilityBin>): number {
  const n = bins.reduce((sum, { rows }) => sum + rows, 0);
  return bins.reduce(
    (sum, { rows, predicted, observed }) => sum + (rows / n) * Math.abs(predicted - observed),
    0,
  );
}

function binned(
  probabilities: Float64Array,
  labels: Uint8Array,
  order: Uint32Array,
  bins: number,
): ReadonlyArray<ReliabilityBin> {
  return Array.from({ length: bins }, (_, bin) => {
    const start = Math.floor((bin * order.length) / bins);
    const end = Math.floor(((bin + 1) * order.length) / bins);
    let predicted = 0;
    let observed = 0;
    for (let i = start; i < end; i++) {
      predicted += probabilities[order[i]!]!;
      observed += labels[order[i]!]!;
    }
    const rows = end - start;
    return { rows, predicted: predicted / rows, observed: observed / rows };
  });
}

function ascending(probabilities: Float64Array): Uint32Array {
  return Uint32Array.from(probabilities.keys()).sort(
    (a, b) => probabilities[a]! - probabilities[b]! || a - b,
  );
}

function checkBins(bins: number, n: number): void {
  if (!Number.isInteger(bins) || bins < 1 || bins > n)
    throw new RangeError(`Cannot put ${n} rows into ${bins} bins`);
}
