import {
  type CiBound,
  type ClusterEffect,
  clusterEffect,
  clusteredGreater,
  clusteredShare,
  holm,
  mcnemar,
  rankProbability,
  tiers,
} from "../../stages/math/mod.ts";
import type { Judgement } from "../contract/mod.ts";
import type { PostCutoff } from "./_post_cutoff.ts";
import { columnOf, rowsWhere } from "./_rows.ts";

/** What one model shows on the rows after its cutoff. */
export interface Claim {
  readonly rows: number;
  readonly days: number;
  /** Unread rows count as wrong; null with fewer than two days. */
  readonly accuracy: CiBound | null;
  readonly effect: ClusterEffect | null;
  /** Share of the same rows that the baseline gets right; null without rows. */
  readonly baseline: number | null;
  /** One-sided p that the model is no better than the baseline; null with fewer than two days. */
  readonly p: number | null;
  /** The same after Holm over the models. */
  readonly pHolm: number | null;
  /** One-sided p that the most accurate model is no better than this one, on the rows of both, after Holm. */
  readonly pBehindHolm: number | null;
  readonly top3: number | null;
  readonly best: number | null;
  readonly tier: number | null;
}

const PLACES = 3;

/** What may be claimed of each model, in their order. */
export function claims(
  { hits, baselineHits, days }: PostCutoff,
  { random, resamples }: Pick<Judgement, "random" | "resamples">,
): ReadonlyArray<Claim> {
  const isJudged = hits.map((own) => own.some((hit) => !Number.isNaN(hit)));
  const judged = [...hits.keys()].filter((model) => isJudged[model]);
  const among = judged.flatMap((model) => hits[model] ?? []);
  const ranks = rankProbability(among, days, { top: PLACES, resamples, random: random("rank/honest") });
  const tier = tiers(hits, days);
  const ps = adjusted(hits.map((own) => better(own, baselineHits, days)));
  const leader = leaderOf(hits);
  const behind = adjusted(
    hits.map((own, model) =>
      leader === null || model === leader ? null : better(hits[leader] ?? own, own, days),
    ),
  );
  return hits.map((own, model) => {
    const rows = rowsWhere(own.length, (row) => !Number.isNaN(own[row]));
    const values = columnOf(rows, (row) => own[row] ?? 0);
    const labels = rows.map((row) => days[row] ?? 0);
    const place = judged.indexOf(model);
    return {
      rows: rows.length,
      days: new Set(labels).size,
      accuracy: clusteredShare(values, labels),
      effect: clusterEffect(values, labels),
      baseline: rows.length === 0 ? null : mean(columnOf(rows, (row) => baselineHits[row] ?? 0)),
      p: ps[model]?.p ?? null,
      pHolm: ps[model]?.pHolm ?? null,
      pBehindHolm: behind[model]?.pHolm ?? null,
      top3: ranks.top?.[place] ?? null,
      best: ranks.best?.[place] ?? null,
      tier: tier[model] ?? null,
    };
  });
}

/**
 * One-sided p that the first is no better than the second, on the rows judged for both: a t test of the paired
 * differences clustered by day, or mid-p McNemar where every day has one row.
 */
function better(first: Float64Array, second: Float64Array, days: Uint32Array): number | null {
  const rows = rowsWhere(first.length, (row) => !Number.isNaN(first[row]) && !Number.isNaN(second[row]));
  const differences = columnOf(rows, (row) => (first[row] ?? 0) - (second[row] ?? 0));
  const labels = rows.map((row) => days[row] ?? 0);
  const clusters = new Set(labels).size;
  if (clusters < 2) return null;
  return clusters === rows.length ? paired(differences) : (clusteredGreater(differences, labels)?.p ?? null);
}

/** One-sided mid-p McNemar. */
function paired(differences: Float64Array): number {
  const first = differences.filter((difference) => difference > 0).length;
  const second = differences.filter((difference) => difference < 0).length;
  if (first === second) return 0.5;
  const half = mcnemar(first, second).midP / 2;
  return first > second ? half : 1 - half;
}

function adjusted(ps: ReadonlyArray<number | null>): ReadonlyArray<{ p: number; pHolm: number } | null> {
  const tested = [...ps.keys()].filter((model) => ps[model] !== null);
  const corrected = holm(tested.map((model) => ps[model] ?? 1));
  return ps.map((p, model) => (p === null ? null : { p, pHolm: corrected[tested.indexOf(model)] ?? 1 }));
}

function leaderOf(hits: ReadonlyArray<Float64Array>): number | null {
  const shares = hits.map((own) => mean(own.filter((hit) => !Number.isNaN(hit))));
  return shares.reduce<number | null>(
    (best, share, model) =>
      !Number.isNaN(share) && (best === null || share > (shares[best] ?? 0)) ? model : best,
    null,
  );
}

/** NaN for no values. */
function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum / values.length;
}
