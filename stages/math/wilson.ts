import { checkConfidence, checkShare } from "./_check_confidence.ts";
import type { CiBound } from "./ci_bound.ts";
import { normalQuantile } from "./normal.ts";

/** Whether each end of an interval errs with 1 - confidence (`one_sided`) or both ends together do (`two_sided`). */
export type Tail = "one_sided" | "two_sided";

/** How to make an interval. */
export interface IntervalOptions {
  /** Coverage in (0, 1); 0.95 unless given. */
  readonly confidence?: number;
  /** `two_sided` unless given. */
  readonly tail?: Tail;
}

/** How to make a score interval. */
export interface WilsonOptions extends IntervalOptions {
  /** Whether to correct for continuity; false unless given. */
  readonly continuity?: boolean;
}

/**
 * The number of standard errors that an interval reaches.
 *
 * @throws {RangeError} if `confidence` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { standardErrors } from "recall-guard/math";
 *
 * assert.ok(Math.abs(standardErrors({ confidence: 0.95 }) - 1.959963984540054) < 1e-12);
 * assert.ok(Math.abs(standardErrors({ tail: "one_sided" }) - 1.6448536269514722) < 1e-12);
 * ```
 */
export function standardErrors({ confidence = 0.95, tail = "two_sided" }: IntervalOptions = {}): number {
  checkConfidence(confidence);
  const outside = 1 - confidence;
  return normalQuantile(1 - (tail === "one_sided" ? outside : outside / 2));
}

/**
 * The score interval of a share (Wilson 1927), with the continuity correction of Newcombe 1998 (method 4) on request.
 *
 * @param k Successes; fractions are allowed, so that an effective count can stand here.
 * @param n Trials, effective ones included.
 * @returns The share and its interval, clamped to hold it; null for no trials.
 * @throws {RangeError} unless 0 <= k <= n and `confidence` is in (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { wilsonInterval } from "recall-guard/math";
 *
 * const bound = wilsonInterval(58, 64);
 * assert.equal(bound?.point, 0.90625);
 * assert.ok(Math.abs(bound.lo - 0.810171204003544) < 1e-12);
 * assert.equal(wilsonInterval(0, 0), null);
 * ```
 */
export function wilsonInterval(k: number, n: number, options: WilsonOptions = {}): CiBound | null {
  const z = standardErrors(options);
  checkShare(k, n);
  if (n === 0) return null;
  const point = k / n;
  const [lo, hi] = options.continuity === true ? corrected(point, n, z) : plain(point, n, z);
  return { point, lo: Math.min(point, Math.max(0, lo)), hi: Math.max(point, Math.min(1, hi)) };
}

function plain(p: number, n: number, z: number): readonly [number, number] {
  const square = z * z;
  const centre = p + square / (2 * n);
  const reach = z * Math.sqrt((p * (1 - p)) / n + square / (4 * n * n));
  const scale = 1 + square / n;
  return [(centre - reach) / scale, (centre + reach) / scale];
}

function corrected(p: number, n: number, z: number): readonly [number, number] {
  const square = z * z;
  const reach = (sign: number) =>
    z * Math.sqrt(Math.max(0, square + sign * 2 - 1 / n + 4 * p * (n * (1 - p) - sign)));
  const scale = 2 * (n + square);
  const centre = 2 * n * p + square;
  return [p === 0 ? 0 : (centre - 1 - reach(-1)) / scale, p === 1 ? 1 : (centre + 1 + reach(1)) / scale];
}
