/** The rows that pass a test, ascending. */
export function rowsWhere(size: number, isKept: (row: number) => boolean): Uint32Array {
  return new Uint32Array(size).map((_, row) => row).filter(isKept);
}

/** A number of each row, shape (rows). */
export function columnOf(rows: Uint32Array, value: (row: number) => number): Float64Array {
  const column = new Float64Array(rows.length);
  for (const [i, row] of rows.entries()) column[i] = value(row);
  return column;
}
