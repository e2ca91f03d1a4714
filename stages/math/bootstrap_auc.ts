import { percentileBound } from "./_percentile_bound.ts";
import { auc } from "./auc.ts";
import type { Bootstrap, BootstrapOptions } from "./ci_bound.ts";
import { integer, type Random } from "./random.ts";

/**
 * Percentile bootstrap of the area under the ROC curve. Rows of both classes are drawn together; a resample that lacks
 * a class is dropped and counted.
 *
 * @param scores Higher is more member-like, shape (n).
 * @param labels 1 for members, 0 for controls, shape (n).
 * @returns A null bound if a class has no row.
 * @throws {RangeError} where {@link auc} does, or if `resamples` or `confidence` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bootstrapAuc, random } from "recall-guard/math";
 *
 * const options = { resamples: 200, random: random(0, "bootstrap/auc") };
 * const { bound, dropped } = bootstrapAuc(Float64Array.of(0.9, 0.4, 0.1), Uint8Array.of(1, 1, 0), options);
 * assert.deepEqual(bound, { point: 1, lo: 1, hi: 1 });
 * assert.ok(dropped > 0);
 * ```
 */
export function bootstrapAuc(scores: Float64Array, labels: Uint8Array, options: BootstrapOptions): Bootstrap {
  const n = scores.length;
  const point = auc(scores, labels) ?? Number.NaN;
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) =>
    ascending(scores[a]!, scores[b]!),
  );
  const sample: Sample = {
    groups: groupsOf(scores, order),
    labels: Uint8Array.from(order, (row) => labels[row]!),
    times: new Uint32Array(n),
  };
  return percentileBound(point, n, options, () => resampledAuc(sample, options.random));
}

/** Rows in ascending order of score. */
interface Sample {
  /** Which distinct score a row has, counted from the lowest, shape (n). */
  readonly groups: Uint32Array;
  readonly labels: Uint8Array;
  /** How often a row is in the resample, shape (n); overwritten by every resample. */
  readonly times: Uint32Array;
}

function resampledAuc({ groups, labels, times }: Sample, random: Random): number {
  const n = times.length;
  times.fill(0);
  for (let i = 0; i < n; i++) times[integer(random, n)]!++;
  let wins = 0;
  let members = 0;
  let controls = 0;
  for (let start = 0; start < n; ) {
    let tiedMembers = 0;
    let tiedControls = 0;
    let i = start;
    for (; i < n && groups[i] === groups[start]; i++) {
      if (labels[i] === 1) tiedMembers += times[i]!;
      else tiedControls += times[i]!;
    }
    wins += tiedMembers * (controls + tiedControls / 2);
    members += tiedMembers;
    controls += tiedControls;
    start = i;
  }
  return wins / (members * controls);
}

function groupsOf(scores: Float64Array, order: Uint32Array): Uint32Array {
  const groups = new Uint32Array(order.length);
  for (let i = 1; i < order.length; i++) {
    groups[i] = groups[i - 1]! + (scores[order[i]!] === scores[order[i - 1]!] ? 0 : 1);
  }
  return groups;
}

function ascending(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
