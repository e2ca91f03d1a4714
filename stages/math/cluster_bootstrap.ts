import { type ClusterLabels, clustersOf, sumsBy } from "./_clusters.ts";
import { percentileBound } from "./_percentile_bound.ts";
import type { BootstrapOptions, CiBound } from "./ci_bound.ts";
import { integer } from "./random.ts";

/**
 * Percentile bootstrap of the mean of clustered rows: whole clusters are drawn with replacement (Field & Welsh 2007).
 *
 * @param values Finite numbers, shape (n).
 * @param labels Each row's cluster, such as its date, shape (n).
 * @returns null with fewer than two clusters.
 * @throws {RangeError} if lengths differ, or `resamples` or `confidence` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterBootstrap, random } from "recall-guard/math";
 *
 * const days = ["mon", "mon", "tue", "tue"];
 * const bound = clusterBootstrap([1, 1, 0, 0], days, { random: random(0, "bootstrap/days") });
 * assert.deepEqual(bound, { point: 0.5, lo: 0, hi: 1 });
 * ```
 */
export function clusterBootstrap(
  values: ArrayLike<number>,
  labels: ClusterLabels,
  options: BootstrapOptions,
): CiBound | null {
  const clusters = clustersOf(labels, values.length);
  const sums = sumsBy(clusters, (row) => values[row]!);
  const everyCluster = (i: number) => i;
  const mean = (pick: (i: number) => number) => {
    let [sum, rows] = [0, 0];
    for (let i = 0; i < clusters.count; i++) {
      const cluster = pick(i);
      sum += sums[cluster]!;
      rows += clusters.sizes[cluster]!;
    }
    return sum / rows;
  };
  const point = clusters.count < 2 ? Number.NaN : mean(everyCluster);
  const draw = () => mean(() => integer(options.random, clusters.count));
  return percentileBound(point, clusters.count, options, draw).bound;
}
