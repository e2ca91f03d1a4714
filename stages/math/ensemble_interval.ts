import { fQuantile } from "./_f_distribution.ts";
import type { CiBound } from "./ci_bound.ts";
import { clusterEffect } from "./cluster_effect.ts";
import type { Count } from "./newcombe_diff.ts";
import { type IntervalOptions, wilsonInterval } from "./wilson.ts";

/** Waves below which even the upper intraclass correlation covers too little. */
export const MIN_WAVES = 12;

/** Share of the F distribution below the quantile that makes the intraclass correlation an upper bound. */
const LOWER_TAIL = 0.1;

/** An agreement over waves of draws. */
export interface EnsembleInterval {
  readonly bound: CiBound;
  /** Upper 90 % bound of the intraclass correlation of a wave, in [0, 1]. */
  readonly rho: number;
  readonly deff: number;
  readonly nEff: number;
  readonly waves: number;
  /** Whether there are fewer waves than {@link MIN_WAVES}. */
  readonly hasFewWaves: boolean;
}

/**
 * The score interval of a share of draws that come in waves, at the effective number of draws under the upper 90 % bound
 * of their intraclass correlation: rho = max(0, (F / F.10 - 1) / (F / F.10 + m - 1)), deff = 1 + (m - 1) rho (Searle
 * 1971 for the bound). Where nothing varies within waves, a wave counts as one draw.
 *
 * @param waves Draws that agree (k) of those that parsed (n), wave by wave; empty waves count for nothing.
 * @returns null with fewer than two waves.
 * @throws {RangeError} unless 0 <= k <= n are counts in every wave and `confidence` is in (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ensembleInterval } from "recall-guard/math";
 *
 * const waves = [8, 7, 8, 5, 8, 8, 6, 8].map((k) => ({ k, n: 8 }));
 * const { bound, rho } = ensembleInterval(waves)!;
 * assert.equal(bound.point, 0.90625);
 * assert.ok(rho > 0.3 && bound.lo < 0.81);
 * ```
 */
export function ensembleInterval(
  waves: ReadonlyArray<Count>,
  options: IntervalOptions = {},
): EnsembleInterval | null {
  const bad = waves.findIndex(
    ({ k, n }) => !(Number.isInteger(k) && Number.isInteger(n) && k >= 0 && k <= n),
  );
  if (bad >= 0) throw new RangeError(`Cannot count wave ${bad}: ${waves[bad]!.k} of ${waves[bad]!.n}`);
  const labels = waves.flatMap(({ n }, wave) => new Array<number>(n).fill(wave));
  const values: ReadonlyArray<number> = waves.flatMap(({ k, n }) =>
    Array.from({ length: n }, (_, i) => Number(i < k)),
  );
  const effect = clusterEffect(values, labels);
  if (effect === null || effect.clusters < 2) return null;
  const { rows, clusters } = effect;
  const sizes = waves.filter(({ n }) => n > 0).map(({ n }) => n);
  const meanSize = sizes.reduce((sum, n) => sum + n * n, 0) / rows;
  const rho = upperCorrelation(effect);
  const deff = 1 + (meanSize - 1) * rho;
  const nEff = rows / deff;
  const share = values.reduce((sum, value) => sum + value, 0) / rows;
  const bound = { ...wilsonInterval(share * nEff, nEff, options)!, point: share };
  return { bound, rho, deff, nEff, waves: clusters, hasFewWaves: clusters < MIN_WAVES };
}

function upperCorrelation({ f, n0, rows, clusters }: NonNullable<ReturnType<typeof clusterEffect>>): number {
  if (f === null) return 1;
  const ratio = f / fQuantile(LOWER_TAIL, clusters - 1, rows - clusters);
  return Math.min(1, Math.max(0, (ratio - 1) / (ratio + n0 - 1)));
}
