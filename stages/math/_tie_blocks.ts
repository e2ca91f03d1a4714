/** Rows of equal score. */
export interface TieBlock {
  readonly size: number;
  /** Right answers among them. */
  readonly right: number;
}

/** Rows in order of score, those of equal score together. */
export function tieBlocks(
  scores: ArrayLike<number>,
  correct: ArrayLike<number>,
  order: "ascending" | "descending",
): ReadonlyArray<TieBlock> {
  if (scores.length !== correct.length) {
    throw new RangeError(`Cannot order: ${scores.length} scores but ${correct.length} answers`);
  }
  const sign = order === "ascending" ? 1 : -1;
  const rows = Array.from(scores, (score, row) => ({ score, right: correct[row]! }));
  const bad = rows.findIndex(({ score, right }) => Number.isNaN(score) || (right !== 0 && right !== 1));
  if (bad >= 0)
    throw new RangeError(`Cannot order: row ${bad} is ${rows[bad]!.right} at ${rows[bad]!.score}`);
  rows.sort((a, b) => sign * (a.score - b.score));
  const blocks: Array<TieBlock> = [];
  rows.forEach(({ score, right }, i) => {
    const last = blocks.at(-1);
    if (last === undefined || rows[i - 1]!.score !== score) blocks.push({ size: 1, right });
    else blocks[blocks.length - 1] = { size: last.size + 1, right: last.right + right };
  });
  return blocks;
}
