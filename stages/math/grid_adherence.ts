import { checkGrid } from "./_check_grid.ts";
import { snapToGrid } from "./snap_to_grid.ts";

/**
 * The share of values that lie on the grid, within a tolerance; values that are not finite lie off it.
 *
 * @param values At least one, shape (n).
 * @param tolerance Largest distance that still counts as on, in the unit of `grid`; 1e-9 unless given.
 * @throws {RangeError} if `grid` is not positive and finite, `tolerance` is negative or not finite, or there is no value.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { gridAdherence } from "recall-guard/math";
 *
 * assert.equal(gridAdherence([0.1, 0.30000000000000004, 0.25, NaN], 0.1), 0.5);
 * ```
 */
export function gridAdherence(values: ReadonlyArray<number>, grid: number, tolerance = 1e-9): number {
  checkGrid(grid);
  if (!(tolerance >= 0 && Number.isFinite(tolerance))) {
    throw new RangeError(`Cannot compare with a grid: expected a tolerance >= 0, got ${tolerance}`);
  }
  if (values.length === 0) throw new RangeError("Cannot compare no values with a grid");
  const isOn = new Map<number, boolean>();
  const on = values.filter((value) => {
    const known = isOn.get(value) ?? isNear(value, grid, tolerance);
    isOn.set(value, known);
    return known;
  });
  return on.length / values.length;
}

function isNear(value: number, grid: number, tolerance: number): boolean {
  return Number.isFinite(value) && Math.abs(value - snapToGrid(value, grid)) <= tolerance;
}
