import { type TieBlocks, tieBlocks } from "./_tie_blocks.ts";

/** Error rates of the most confident answers. */
export interface RiskCoverage {
  /** (share of rows answered, error rate among them), one point a distinct confidence, coverage ascending. */
  readonly curve: ReadonlyArray<readonly [coverage: number, risk: number]>;
  /** Mean error rate over the rows' prefixes, in random order within ties. */
  readonly aurc: number;
  /** `aurc` minus that of the same answers in the best order, right ones first. */
  readonly eAurc: number;
}

/** How a curve is kept. */
export interface CurveOptions {
  /** Points at most besides the last, at even steps, at least 1; all unless given. */
  readonly points?: number;
}

/**
 * Selective risk against coverage (El-Yaniv & Wiener 2010) with its area and excess area (Geifman, Uziel & El-Yaniv
 * 2019), both by row.
 *
 * @param confidence Higher is answered first, shape (n).
 * @param correct 1 right, 0 wrong, shape (n).
 * @returns null for no rows.
 * @throws {RangeError} if lengths differ, a confidence is NaN, an answer is neither 0 nor 1, or there is to be no point.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { riskCoverage } from "recall-guard/math";
 *
 * const found = riskCoverage([0.9, 0.6], [1, 0]);
 * assert.deepEqual(found, { curve: [[0.5, 0], [1, 0.5]], aurc: 0.25, eAurc: 0 });
 * ```
 */
export function riskCoverage(
  confidence: ArrayLike<number>,
  correct: ArrayLike<number>,
  { points = Number.POSITIVE_INFINITY }: CurveOptions = {},
): RiskCoverage | null {
  if (!(points >= 1)) throw new RangeError(`Cannot draw a curve of ${points} points`);
  const blocks = tieBlocks(confidence, correct, "descending");
  const n = correct.length;
  if (n === 0) return null;
  const right = blocks.right.reduce((sum, block) => sum + block, 0);
  const best = { count: 2, sizes: Uint32Array.of(right, n - right), right: Uint32Array.of(right, 0) };
  const aurc = meanRisk(blocks, n);
  return { curve: curveOf(blocks, n, points), aurc, eAurc: aurc - meanRisk(best, n) };
}

function curveOf({ count, sizes, right }: TieBlocks, n: number, points: number): RiskCoverage["curve"] {
  const step = Math.max(1, Math.ceil(count / points));
  const curve: Array<readonly [number, number]> = [];
  let [rows, errors] = [0, 0];
  for (let i = 0; i < count; i++) {
    rows += sizes[i]!;
    errors += sizes[i]! - right[i]!;
    if (i % step === step - 1 || i === count - 1) curve.push([rows / n, errors / rows]);
  }
  return curve;
}

function meanRisk({ count, sizes, right }: TieBlocks, n: number): number {
  let [rows, errors, total] = [0, 0, 0];
  for (let block = 0; block < count; block++) {
    const size = sizes[block]!;
    const rate = (size - right[block]!) / size;
    for (let i = 1; i <= size; i++) total += (errors + rate * i) / (rows + i);
    rows += size;
    errors += size - right[block]!;
  }
  return total / n;
}
