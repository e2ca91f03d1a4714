import { type ClusterMoments, clusterMoments } from "./_cluster_moments.ts";
import type { ClusterLabels } from "./_clusters.ts";
import type { CiBound } from "./ci_bound.ts";
import { clusteredMean } from "./clustered_mean.ts";
import { square } from "./elementary.ts";
import type { PairedHits } from "./gap_difference.ts";
import { mcnemar } from "./mcnemar.ts";
import { studentTCdf } from "./student_t.ts";
import type { IntervalOptions } from "./wilson.ts";

/** How a paired p came about. */
export type PairedMethod = "mcnemar-mid-p" | "clustered-t" | "cluster-sign";

/** Two models' answers to the same rows, compared. */
export interface PairedTest {
  readonly rows: number;
  readonly clusters: number;
  /** Shares of right answers, and the first less the other. */
  readonly share: number;
  readonly otherShare: number;
  readonly difference: number;
  /** t interval of the difference, clustered; null where nothing varies between clusters. */
  readonly interval: CiBound | null;
  /** Two-sided. */
  readonly p: number;
  readonly method: PairedMethod;
  /** Between the two models' answers; null where one of them is always right or always wrong. */
  readonly correlation: number | null;
  /** What p would be if the rows were not known to be the same; null where neither model's share varies. */
  readonly unpairedP: number | null;
}

/**
 * Whether two models are right equally often, from their answers to the same rows: a two-sided t test of the paired
 * differences clustered by date, G - 1 degrees of freedom; mid-p McNemar where every cluster has one row; where all clusters
 * differ alike, the sign test over clusters. The more the two agree, the smaller a difference it can show.
 *
 * @returns null with fewer than two clusters.
 * @throws {RangeError} if a value is neither 0 nor 1, or lengths differ.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairedTest } from "recall-guard/math";
 *
 * const labels = ["mon", "tue", "wed", "thu"];
 * const found = pairedTest({ hits: [1, 1, 1, 0], others: [1, 0, 0, 0], labels })!;
 * assert.deepEqual([found.difference, found.method], [0.5, "mcnemar-mid-p"]);
 * assert.ok(Math.abs(found.p - 0.25) < 1e-15);
 * ```
 */
export function pairedTest(pairs: PairedHits, options: IntervalOptions = {}): PairedTest | null {
  const { hits, others, labels } = pairs;
  checkHits(hits);
  checkHits(others);
  if (others.length !== hits.length) {
    throw new RangeError(`Cannot pair ${hits.length} answers with ${others.length}`);
  }
  const differences = Float64Array.from(hits, (hit, row) => hit - others[row]!);
  const own = clusterMoments(hits, labels);
  const other = clusterMoments(others, labels);
  const found = clusteredMean(differences, labels, options);
  if (own === null || other === null || found === null) return null;
  return {
    rows: hits.length,
    clusters: found.clusters,
    share: own.mean,
    otherShare: other.mean,
    difference: found.mean,
    interval: found.bound === null ? null : cut(found.bound),
    ...pValue(differences, labels, found),
    correlation: correlation(hits, others),
    unpairedP: unpaired(own, other),
  };
}

function pValue(
  differences: Float64Array,
  labels: ClusterLabels,
  { mean, se, clusters }: ClusterMoments,
): Pick<PairedTest, "p" | "method"> {
  if (clusters === labels.length) {
    const better = differences.filter((difference) => difference > 0).length;
    const worse = differences.filter((difference) => difference < 0).length;
    return { p: mcnemar(better, worse).midP, method: "mcnemar-mid-p" };
  }
  if (se === 0) return { p: mean === 0 ? 1 : 2 ** (1 - clusters), method: "cluster-sign" };
  return { p: twoSided(mean / se, clusters - 1), method: "clustered-t" };
}

/** Welch's t test of two clustered means; degrees of freedom by Satterthwaite. */
function unpaired(own: ClusterMoments, other: ClusterMoments): number | null {
  const variance = square(own.se) + square(other.se);
  if (variance === 0) return null;
  const df =
    square(variance) /
    (square(square(own.se)) / (own.clusters - 1) + square(square(other.se)) / (other.clusters - 1));
  return twoSided((own.mean - other.mean) / Math.sqrt(variance), df);
}

function twoSided(t: number, df: number): number {
  return 2 * studentTCdf(-Math.abs(t), df);
}

/** Pearson's, of 0 and 1. */
function correlation(hits: ArrayLike<number>, others: ArrayLike<number>): number | null {
  const n = hits.length;
  let [sum, otherSum, both] = [0, 0, 0];
  for (let row = 0; row < n; row++) {
    sum += hits[row]!;
    otherSum += others[row]!;
    both += hits[row]! * others[row]!;
  }
  const spread = Math.sqrt(sum * (n - sum) * otherSum * (n - otherSum));
  return spread === 0 ? null : (n * both - sum * otherSum) / spread;
}

/** A difference of shares lies in [-1, 1]. */
function cut({ point, lo, hi }: CiBound): CiBound {
  return { point, lo: Math.max(-1, lo), hi: Math.min(1, hi) };
}

function checkHits(hits: ArrayLike<number>): void {
  for (let i = 0; i < hits.length; i++) {
    if (hits[i] !== 0 && hits[i] !== 1) throw new RangeError(`Cannot compare: value ${i} is ${hits[i]}`);
  }
}
