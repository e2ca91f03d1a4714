import { checkConfidence } from "./_check_confidence.ts";
import type { CiBound } from "./ci_bound.ts";
import { log, log1p, square } from "./elementary.ts";

/** How to bet. */
export interface HedgedOptions {
  /** In (0, 1); 0.95 unless given. */
  readonly confidence?: number;
  /** Steps into which [0, 1] is cut to look for means; 1000 unless given. */
  readonly grid?: number;
  /** Share of the capital that one bet may put at risk, in (0, 1); 0.5 unless given. */
  readonly cap?: number;
}

/**
 * A confidence sequence of the mean of bounded values by betting: the means against which neither of two bettors, one
 * on higher and one on lower values, ever holds 2 / (1 - confidence) times what it began with (Waudby-Smith & Ramdas
 * 2024, hedged capital with predictable plug-in bets).
 *
 * @param values In [0, 1], in the order in which they came, shape (n).
 * @returns The mean and the outermost grid points kept; [0, 1] around nothing is null, as is a sequence that leaves no
 * mean, which independent values do with probability 1 - confidence at most.
 * @throws {RangeError} if a value is outside [0, 1] or an option is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { hedgedCs } from "recall-guard/math";
 *
 * const { lo, hi } = hedgedCs(Array.from({ length: 100 }, (_, i) => (i % 4 === 0 ? 1 : 0)))!;
 * assert.ok(lo < 0.25 && lo > 0.1 && hi > 0.25 && hi < 0.45);
 * assert.equal(hedgedCs([]), null);
 * ```
 */
export function hedgedCs(
  values: ReadonlyArray<number>,
  { confidence = 0.95, grid = 1000, cap = 0.5 }: HedgedOptions = {},
): CiBound | null {
  checkConfidence(confidence);
  if (!Number.isInteger(grid) || grid < 1) throw new RangeError(`Cannot look for means in ${grid} steps`);
  if (!(cap > 0 && cap < 1)) throw new RangeError(`Cannot bet with a cap of ${cap}`);
  const bad = values.findIndex((value) => !(value >= 0 && value <= 1));
  if (bad >= 0) throw new RangeError(`Cannot bound a mean: value ${bad} is ${values[bad]}, outside [0, 1]`);
  if (values.length === 0) return null;
  const bets = betsOn(values, 1 - confidence);
  const ruin = log(2 / (1 - confidence));
  const kept = Array.from({ length: grid + 1 }, (_, i) => i / grid).filter(
    (mean) => highestLog(values, bets, { mean, cap }) < ruin,
  );
  if (kept.length === 0) return null;
  const point = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { point, lo: Math.min(point, kept[0]!), hi: Math.max(point, kept.at(-1)!) };
}

/** lambda_t, made of the values before t, shape (n). */
function betsOn(values: ReadonlyArray<number>, alpha: number): Float64Array {
  const bets = new Float64Array(values.length);
  let [sum, squares, variance] = [0.5, 0.25, 0.25];
  values.forEach((value, i) => {
    const t = i + 1;
    bets[i] = Math.sqrt((2 * log(2 / alpha)) / (variance * t * log(t + 1)));
    sum += value;
    squares += square(value - sum / (t + 1));
    variance = squares / (t + 1);
  });
  return bets;
}

/** The log of the most that either bettor against `mean` ever held. */
function highestLog(
  values: ReadonlyArray<number>,
  bets: Float64Array,
  { mean, cap }: { readonly mean: number; readonly cap: number },
): number {
  let [up, down, highest] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const step = values[i]! - mean;
    up += log1p(Math.min(bets[i]!, cap / mean) * step);
    down += log1p(-Math.min(bets[i]!, cap / (1 - mean)) * step);
    highest = Math.max(highest, up, down);
  }
  return highest;
}
