import type { FeatureTable } from "./feature_table.ts";
import { FEATURES, type FeatureName } from "./features.ts";

/** The features that every measured row has. */
export const OWN_FEATURES = [
  "loss",
  "min_k",
  "min_k_pp",
  "zlib_ratio",
] as const satisfies ReadonlyArray<FeatureName>;

/** Indices of the rows that have a finite number for all of `names`, ascending. */
export function rowsWith(table: FeatureTable, names: ReadonlyArray<FeatureName>): Uint32Array<ArrayBuffer> {
  const rows = Uint32Array.from({ length: table.size }, (_, i) => i);
  return rows.filter((row) => names.every((name) => Number.isFinite(cell(table, row, name))));
}

/** The features `names` of some rows, row-major, NaN where null. */
export function gather(
  table: FeatureTable,
  rows: Uint32Array,
  names: ReadonlyArray<FeatureName>,
): Float64Array<ArrayBuffer> {
  const values = new Float64Array(rows.length * names.length);
  rows.forEach((row, i) => {
    names.forEach((name, j) => {
      values[i * names.length + j] = cell(table, row, name);
    });
  });
  return values;
}

function cell(table: FeatureTable, row: number, name: FeatureName): number {
  return table.values[row * FEATURES.length + FEATURES.indexOf(name)]!;
}
