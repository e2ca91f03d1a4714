import { checkGrid } from "./_check_grid.ts";
import { decimalOf, nearestInteger, numberOf, product, quotient } from "./_decimal.ts";

/**
 * The multiple of `grid` nearest to `value`, halves away from zero, decided on the shortest decimals of both: 0.15 at
 * 0.1 is a half and goes to 0.2, whatever the binary numbers say. The sign of `value` stays, that of -0 too.
 *
 * @param value In the unit of `grid`.
 * @param grid Distance of two grid points, positive.
 * @throws {RangeError} if `grid` is not positive and finite, `value` is not finite, or the multiple has over 28 digits.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { snapToGrid } from "recall-guard/math";
 *
 * assert.equal(snapToGrid(0.15, 0.1), 0.2);
 * assert.equal(snapToGrid(-0.33, 0.05), -0.35);
 * ```
 */
export function snapToGrid(value: number, grid: number): number {
  checkGrid(grid);
  if (!Number.isFinite(value))
    throw new RangeError(`Cannot snap to a grid: expected a finite value, got ${value}`);
  const step = decimalOf(grid);
  const multiple = nearestInteger(quotient(decimalOf(Math.abs(value)), step));
  if (multiple === null) throw new RangeError(`Cannot snap ${value} to a grid of ${grid}: over 28 digits`);
  const snapped = numberOf(product(multiple, step));
  return value < 0 || Object.is(value, -0) ? -snapped : snapped;
}
