import { type ClusterLabels, type Clusters, checkFinite, clustersOf, sumOf, sumsBy } from "./_clusters.ts";
import { fSurvival } from "./_f_distribution.ts";
import { square } from "./elementary.ts";

export type { ClusterLabels } from "./_clusters.ts";

/** How much the rows of a cluster resemble each other, and what that costs. */
export interface ClusterEffect {
  readonly rows: number;
  readonly clusters: number;
  /** Mean squares between and within clusters; null where they have no degrees of freedom. */
  readonly msb: number | null;
  readonly msw: number | null;
  /** The cluster size that the analysis of variance counts with. */
  readonly n0: number;
  /** Intraclass correlation ICC(1), at most 1 and possibly negative; null with a `reason`. */
  readonly icc: number | null;
  /** F = msb / msw, and P(F' >= F) if rows were independent; null where msw is null or 0. */
  readonly f: number | null;
  readonly p: number | null;
  /** Variance inflation 1 + (nbar - 1) max(0, icc), nbar the size of a row's cluster averaged over rows. */
  readonly deff: number | null;
  /** Independent rows that would say as much: rows / deff. */
  readonly nEff: number | null;
  /** Why there is no correlation to report, or null. */
  readonly reason: string | null;
}

/**
 * The intraclass correlation of values in clusters by one-way analysis of variance, ICC(1) = (MSB - MSW) / (MSB +
 * (n0 - 1) MSW) (Shrout & Fleiss 1979; n0 for unequal sizes, Donner 1986), with the design effect and effective number
 * of rows (Kish 1965).
 *
 * @param values Finite numbers, such as 1 for right and 0 for wrong, shape (n).
 * @param labels Each row's cluster, shape (n).
 * @returns null for no rows.
 * @throws {RangeError} if a value is not finite or the lengths differ.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterEffect } from "recall-guard/math";
 *
 * const days = ["mon", "mon", "tue", "tue", "wed", "wed"];
 * const same = clusterEffect([1, 1, 0, 0, 1, 1], days);
 * assert.deepEqual([same?.icc, same?.nEff], [1, 3]);
 * assert.equal(clusterEffect([1, 1], ["mon", "mon"])?.reason, "all rows share one cluster");
 * ```
 */
export function clusterEffect(values: ArrayLike<number>, labels: ClusterLabels): ClusterEffect | null {
  const clusters = clustersOf(labels, values.length);
  checkFinite(values);
  if (values.length === 0) return null;
  const anova = analyse(values, clusters);
  const { icc, reason } = correlation(anova);
  const deff = anova.meanSize === 1 ? 1 : icc === null ? null : 1 + (anova.meanSize - 1) * Math.max(0, icc);
  return {
    rows: values.length,
    clusters: clusters.count,
    msb: anova.msb,
    msw: anova.msw,
    n0: anova.n0,
    icc,
    ...variation(anova),
    deff,
    nEff: deff === null ? null : values.length / deff,
    reason,
  };
}

interface Anova {
  readonly between: number;
  readonly within: number;
  readonly msb: number | null;
  readonly msw: number | null;
  readonly n0: number;
  readonly meanSize: number;
}

function analyse(values: ArrayLike<number>, clusters: Clusters): Anova {
  const n = values.length;
  const mean = sumOf(values) / n;
  const means = sumsBy(clusters, (row) => values[row]!).map((sum, c) => sum / clusters.sizes[c]!);
  const squares = sumOf(sumsBy(clusters, (row) => square(values[row]! - means[clusters.codes[row]!]!)));
  const spread = sumOf(means.map((at, c) => clusters.sizes[c]! * square(at - mean)));
  const meanSize = sumOf(clusters.sizes.map((size) => size * size)) / n;
  const between = clusters.count - 1;
  const within = n - clusters.count;
  return {
    between,
    within,
    msb: between === 0 ? null : spread / between,
    msw: within === 0 ? null : squares / within,
    n0: between === 0 ? n : (n - meanSize) / between,
    meanSize,
  };
}

function correlation({ msb, msw, n0 }: Anova): Pick<ClusterEffect, "icc" | "reason"> {
  if (msb === null) return { icc: null, reason: "all rows share one cluster" };
  if (msw === null) return { icc: null, reason: "every row is its own cluster" };
  if (msb === 0 && msw === 0) return { icc: null, reason: "all values are equal" };
  return { icc: (msb - msw) / (msb + (n0 - 1) * msw), reason: null };
}

function variation({ msb, msw, between, within }: Anova): Pick<ClusterEffect, "f" | "p"> {
  if (msb === null || msw === null || msw === 0) return { f: null, p: null };
  const f = msb / msw;
  return { f, p: fSurvival(f, between, within) };
}
