import type { ClusterLabels } from "./_clusters.ts";
import { clusteredGreater } from "./clustered_greater.ts";
import { standardErrors } from "./wilson.ts";

/**
 * Groups of models that the rows cannot tell apart: in order of accuracy, a model shares the tier of the tier's leader
 * unless the date-clustered interval of their paired difference lies above 0. Pairs are compared on the rows judged for
 * both.
 *
 * @param correct For each model 1 right, 0 wrong, NaN where a row is not judged for it, shape (models, rows).
 * @param dates Each row's date, shape (rows).
 * @returns Each model's tier, 1 the best, in the order given; null for a model without rows, shape (models).
 * @throws {RangeError} if lengths differ or `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { tiers } from "recall-guard/math";
 *
 * const dates = Array.from({ length: 40 }, (_, day) => day);
 * const good = dates.map((day) => (day % 10 === 0 ? 0 : 1));
 * const same = dates.map((day) => (day % 10 === 1 ? 0 : 1));
 * const poor = dates.map((day) => day % 2);
 * assert.deepEqual(tiers([poor, good, same], dates), [2, 1, 1]);
 * ```
 */
export function tiers(
  correct: ReadonlyArray<ArrayLike<number>>,
  dates: ClusterLabels,
  confidence = 0.95,
): ReadonlyArray<number | null> {
  standardErrors({ confidence });
  for (const { length } of correct) {
    if (length !== dates.length)
      throw new RangeError(`Cannot tier: ${length} answers but ${dates.length} dates`);
  }
  const accuracy = correct.map(accuracyOf);
  const judged = [...accuracy.keys()].filter((model) => accuracy[model] !== null);
  const order = judged.sort((a, b) => accuracy[b]! - accuracy[a]!);
  const found = new Array<number | null>(correct.length).fill(null);
  let tier = 0;
  let leader: number | null = null;
  for (const model of order) {
    if (leader === null || isAbove(correct[leader]!, correct[model]!, dates, confidence)) {
      leader = model;
      tier++;
    }
    found[model] = tier;
  }
  return found;
}

function accuracyOf(hits: ArrayLike<number>): number | null {
  let [rows, right] = [0, 0];
  for (let row = 0; row < hits.length; row++) {
    if (Number.isNaN(hits[row])) continue;
    right += hits[row]!;
    rows++;
  }
  return rows === 0 ? null : right / rows;
}

function isAbove(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  dates: ClusterLabels,
  confidence: number,
): boolean {
  const differences = new Float64Array(a.length);
  const labels: Array<string | number> = [];
  for (let row = 0; row < a.length; row++) {
    const difference = a[row]! - b[row]!;
    if (Number.isNaN(difference)) continue;
    differences[labels.length] = difference;
    labels.push(dates[row]!);
  }
  const found = clusteredGreater(differences.subarray(0, labels.length), labels);
  return found !== null && found.p < (1 - confidence) / 2;
}
