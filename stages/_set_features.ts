import { FEATURES, type Features } from "./math/mod.ts";

/** Writes a row's features into row-major values, shape (n, 5), as a feature table holds them; NaN for null. */
export function setFeatures(values: Float64Array, row: number, features: Features): void {
  for (const [column, name] of FEATURES.entries())
    values[row * FEATURES.length + column] = features[name] ?? Number.NaN;
}
