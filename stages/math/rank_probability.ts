import { type ClusterLabels, type Clusters, clustersOf, sumsBy } from "./_clusters.ts";
import { integer, type Random } from "./random.ts";

/** How to resample a ranking. */
export interface RankOptions {
  /** How many places count as top; 3 unless given. */
  readonly top?: number;
  /** At least 1; 1000 unless given. */
  readonly resamples?: number;
  readonly random: Random;
}

/** How sure a ranking by accuracy is, one number a model, in the order given. */
export interface RankProbability {
  /** Share of right answers on the rows themselves; null without rows. */
  readonly accuracy: ReadonlyArray<number | null>;
  /** P(among the top places), P(first): shares of the resamples, ties sharing the place; both null without resamples. */
  readonly top: ReadonlyArray<number> | null;
  readonly best: ReadonlyArray<number> | null;
  /** Resamples left out because a model had no row on the dates drawn. */
  readonly dropped: number;
}

/**
 * The probability that a model ranks first or among the top places, by resampling dates with replacement, once for all
 * models, so that what is common to a day moves them together. The entries of `best` sum to 1 and those of `top` to the
 * number of places (Hall & Miller 2009 for ranks by bootstrap).
 *
 * @param correct For each model 1 right, 0 wrong, NaN where a row is not judged for it, shape (models, rows).
 * @param dates Each row's date, shape (rows).
 * @throws {RangeError} if lengths differ, an entry is something else, or `top` or `resamples` is no positive integer.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { random, rankProbability } from "recall-guard/math";
 *
 * const rows = [[1, 1, 1, 1], [1, 0, 1, 0]];
 * const { best } = rankProbability(rows, ["mon", "tue", "wed", "thu"], { random: random(0, "rank"), top: 1 });
 * assert.ok(best![0]! > 0.9);
 * assert.equal(best![0]! + best![1]!, 1);
 * ```
 */
export function rankProbability(
  correct: ReadonlyArray<ArrayLike<number>>,
  dates: ClusterLabels,
  { top = 3, resamples = 1000, random }: RankOptions,
): RankProbability {
  for (const [name, count] of Object.entries({ top, resamples })) {
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`Cannot rank with ${name} = ${count}`);
  }
  const clusters = clustersOf(dates, correct[0]?.length ?? dates.length);
  const days = clusters.count;
  const models = correct.map((hits) => tallyOf(hits, clusters));
  const accuracy = models.map((model) =>
    shareOf(
      model,
      Uint32Array.from({ length: days }, (_, day) => day),
    ),
  );
  const tops = new Float64Array(models.length);
  const bests = new Float64Array(models.length);
  const drawn = new Uint32Array(days);
  let kept = 0;
  for (let i = 0; i < resamples; i++) {
    for (let day = 0; day < days; day++) drawn[day] = integer(random, days);
    const shares = Float64Array.from(models, (model) => shareOf(model, drawn) ?? Number.NaN);
    if (shares.length === 0 || shares.some(Number.isNaN)) continue;
    kept++;
    addPlaces(tops, shares, top);
    addPlaces(bests, shares, 1);
  }
  const portion = (counts: Float64Array) => (kept === 0 ? null : Array.from(counts, (count) => count / kept));
  return { accuracy, top: portion(tops), best: portion(bests), dropped: resamples - kept };
}

/** Right answers and judged rows by date, shape (dates) both. */
interface Tally {
  readonly right: Float64Array;
  readonly judged: Float64Array;
}

function tallyOf(hits: ArrayLike<number>, clusters: Clusters): Tally {
  if (hits.length !== clusters.codes.length) {
    throw new RangeError(`Cannot rank: a model has ${hits.length} rows, the first ${clusters.codes.length}`);
  }
  for (let row = 0; row < hits.length; row++) {
    const hit = hits[row]!;
    if (hit !== 0 && hit !== 1 && !Number.isNaN(hit))
      throw new RangeError(`Cannot rank: row ${row} is ${hit}`);
  }
  return {
    right: sumsBy(clusters, (row) => (hits[row] === 1 ? 1 : 0)),
    judged: sumsBy(clusters, (row) => (Number.isNaN(hits[row]) ? 0 : 1)),
  };
}

function shareOf({ right, judged }: Tally, days: Uint32Array): number | null {
  let [hits, rows] = [0, 0];
  for (const day of days) {
    hits += right[day]!;
    rows += judged[day]!;
  }
  return rows === 0 ? null : hits / rows;
}

/** Adds each model's share of the first `places`; models that tie share what is left of them. */
function addPlaces(counts: Float64Array, shares: Float64Array, places: number): void {
  for (let i = 0; i < shares.length; i++) {
    let [above, equal] = [0, 0];
    for (const share of shares) {
      if (share > shares[i]!) above++;
      else if (share === shares[i]) equal++;
    }
    counts[i]! += Math.min(1, Math.max(0, (places - above) / equal));
  }
}
