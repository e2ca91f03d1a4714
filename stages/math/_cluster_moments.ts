import { type ClusterLabels, checkFinite, clustersOf, sumOf, sumsBy } from "./_clusters.ts";

/** Standard errors below this share of the largest value are rounding. */
const ROUNDING = 1e-13;

/** A mean with its cluster-robust standard error, 0 where nothing varies between clusters. */
export interface ClusterMoments {
  readonly mean: number;
  readonly se: number;
  readonly clusters: number;
}

/** The moments of clustered rows; null with fewer than two clusters. */
export function clusterMoments(values: ArrayLike<number>, labels: ClusterLabels): ClusterMoments | null {
  const clusters = clustersOf(labels, values.length);
  checkFinite(values);
  if (clusters.count < 2) return null;
  const mean = sumOf(values) / values.length;
  const residuals = sumsBy(clusters, (row) => values[row]! - mean);
  const squares = sumOf(residuals.map((residual) => residual * residual));
  const se = Math.sqrt((clusters.count / (clusters.count - 1)) * squares) / values.length;
  let size = 0;
  for (let row = 0; row < values.length; row++) size = Math.max(size, Math.abs(values[row]!));
  return { mean, se: se <= ROUNDING * size ? 0 : se, clusters: clusters.count };
}
