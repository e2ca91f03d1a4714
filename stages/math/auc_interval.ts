import type { CiBound } from "./ci_bound.ts";
import { delong } from "./delong.ts";
import { exp, log } from "./elementary.ts";
import { newcombeAuc } from "./newcombe_auc.ts";
import { standardErrors } from "./wilson.ts";

/** How an interval of the area was made. */
export type AucMethod = "logit-delong" | "newcombe";

/** An area under the ROC curve with its interval. */
export interface AucInterval extends CiBound {
  readonly method: AucMethod;
  /** DeLong's standard error times the inflation; null where it is undefined or 0. */
  readonly se: number | null;
}

/** How to make the interval. */
export interface AucIntervalOptions {
  /** Coverage in (0, 1); 0.95 unless given. */
  readonly confidence?: number;
  /** What refitting adds to the standard error, a factor of at least 1; 1, for fixed scores, unless given. */
  readonly inflation?: number;
}

/**
 * An interval of an area under the ROC curve: DeLong's standard error on the logit scale, logit A +- z se / (A (1 - A)),
 * and Newcombe's method 5 where that error is 0 or undefined, or the area is 0 or 1.
 *
 * @param scores Higher is more member-like, shape (n).
 * @param labels 1 for members, 0 for controls, shape (n).
 * @returns null if a class has no row.
 * @throws {RangeError} where {@link delong} does, or if an option is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { aucInterval } from "recall-guard/math";
 *
 * const found = aucInterval(Float64Array.of(0.9, 0.8, 0.2, 0.1), Uint8Array.of(1, 1, 0, 0));
 * assert.deepEqual([found?.method, found?.point, found?.hi], ["newcombe", 1, 1]);
 * assert.ok(found !== null && found.lo < 0.7);
 * ```
 */
export function aucInterval(
  scores: Float64Array,
  labels: Uint8Array,
  { confidence = 0.95, inflation = 1 }: AucIntervalOptions = {},
): AucInterval | null {
  const found = delong(scores, labels);
  if (found === null) return null;
  const { auc: point, se: fixed, v10, v01 } = found;
  const sizes = { members: v10.length, controls: v01.length };
  const newcombe = newcombeAuc(point, { ...sizes, confidence, inflation });
  const se = fixed === null || fixed === 0 ? null : fixed * inflation;
  if (se === null || point === 0 || point === 1) return { point, ...newcombe, method: "newcombe", se };
  const centre = log(point / (1 - point));
  const half = (standardErrors({ confidence }) * se) / (point * (1 - point));
  return { point, lo: area(centre - half), hi: area(centre + half), method: "logit-delong", se };
}

function area(logit: number): number {
  return 1 / (1 + exp(-logit));
}
