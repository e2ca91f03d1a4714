/** Rows of equal score together, in columns: there may be as many blocks as rows. */
export interface TieBlocks {
  readonly count: number;
  /** Rows of each block, shape (count). */
  readonly sizes: Uint32Array;
  /** Right answers among them, shape (count). */
  readonly right: Uint32Array;
}

/** Rows in order of score, those of equal score together. */
export function tieBlocks(
  scores: ArrayLike<number>,
  correct: ArrayLike<number>,
  order: "ascending" | "descending",
): TieBlocks {
  const n = scores.length;
  if (n !== correct.length) throw new RangeError(`Cannot order: ${n} scores but ${correct.length} answers`);
  for (let row = 0; row < n; row++) {
    const right = correct[row];
    if (Number.isNaN(scores[row]) || (right !== 0 && right !== 1))
      throw new RangeError(`Cannot order: row ${row} is ${right} at ${scores[row]}`);
  }
  const sign = order === "ascending" ? 1 : -1;
  const rows = new Uint32Array(n).map((_, row) => row);
  rows.sort((a, b) => sign * (scores[a]! - scores[b]!));
  const sizes = new Uint32Array(n);
  const right = new Uint32Array(n);
  let count = 0;
  for (const [i, row] of rows.entries()) {
    if (i === 0 || scores[row] !== scores[rows[i - 1]!]) count++;
    sizes[count - 1]!++;
    right[count - 1]! += correct[row]!;
  }
  return { count, sizes: sizes.subarray(0, count), right: right.subarray(0, count) };
}
