import { checkProbabilities } from "./_check_probabilities.ts";

/**
 * Isotonic regression: the non-decreasing function of the probability closest to the labels in squares, by pooling
 * adjacent violators (Ayer et al. 1955); equal probabilities are one point.
 *
 * @param probabilities In [0, 1], shape (n).
 * @param labels 0 or 1, shape (n).
 * @returns The distinct probabilities, ascending, and the function there.
 * @throws {RangeError} if the shapes disagree or a value is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isotonic } from "recall-guard/math";
 *
 * const { at, value } = isotonic(Float64Array.of(0.1, 0.3, 0.2), Uint8Array.of(0, 0, 1));
 * assert.deepEqual([at, value], [Float64Array.of(0.1, 0.2, 0.3), Float64Array.of(0, 0.5, 0.5)]);
 * ```
 */
export function isotonic(
  probabilities: Float64Array,
  labels: Uint8Array,
): { readonly at: Float64Array; readonly value: Float64Array } {
  checkProbabilities(probabilities, labels);
  const points = new Map<number, Block>();
  probabilities.forEach((p, row) => {
    const known = points.get(p) ?? { rows: 0, sum: 0, points: 1 };
    points.set(p, { ...known, rows: known.rows + 1, sum: known.sum + labels[row]! });
  });
  const at = Float64Array.from(points.keys()).sort();
  const blocks: Array<Block> = [];
  for (const p of at) {
    let block = points.get(p)!;
    for (let last = blocks.at(-1); last !== undefined && level(last) >= level(block); last = blocks.at(-1)) {
      blocks.pop();
      block = { rows: last.rows + block.rows, sum: last.sum + block.sum, points: last.points + block.points };
    }
    blocks.push(block);
  }
  return {
    at,
    value: Float64Array.from(blocks.flatMap((block) => Array<number>(block.points).fill(level(block)))),
  };
}

/** Pooled points: their rows, those of label 1, and how many distinct probabilities they are. */
interface Block {
  readonly rows: number;
  readonly sum: number;
  readonly points: number;
}

function level({ sum, rows }: Block): number {
  return sum / rows;
}
