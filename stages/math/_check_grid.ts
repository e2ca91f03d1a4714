/** Throws a RangeError unless `grid` is a distance. */
export function checkGrid(grid: number): void {
  if (!(grid > 0 && Number.isFinite(grid))) {
    throw new RangeError(`Cannot use a grid: expected a positive finite distance, got ${grid}`);
  }
}
