import { FEATURES, type FeatureName, type Features } from "./features.ts";

/** Columns of a feature table, in the order of `FEATURES`. */
const WIDTH = FEATURES.length;

/** Feature rows side by side in one array, so that a million rows are not a million objects. */
export interface FeatureTable {
  /** Number of rows, n. */
  readonly size: number;
  /** Row-major, shape (n, 5), columns in the order of `FEATURES`; NaN where a feature is null. */
  readonly values: Float64Array;
  /**
   * One row as an object.
   *
   * @throws {RangeError} if `i` is no row.
   */
  readonly row: (i: number) => Features;
}

/** Collects feature rows one after the other. */
export interface FeatureTableBuilder {
  readonly push: (features: Features) => void;
  /** The rows so far; later pushes do not change it. */
  readonly build: () => FeatureTable;
}

/**
 * A feature table over row-major values, shape (n, 5), which it does not copy.
 *
 * @throws {RangeError} if the values do not fill whole rows.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { featureTable } from "recall-guard/math";
 *
 * const table = featureTable(Float64Array.of(0.7, -2.1, -0.4, 0.2, NaN));
 * assert.equal(table.size, 1);
 * assert.equal(table.row(0).ref_delta, null);
 * ```
 */
export function featureTable(values: Float64Array): FeatureTable {
  const size = values.length / WIDTH;
  if (!Number.isInteger(size)) {
    throw new RangeError(`Cannot make a feature table: ${values.length} values do not fill rows of ${WIDTH}`);
  }
  return { size, values, row: (i) => rowOf(values, size, i) };
}

/**
 * An empty feature table to fill row by row.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { featureTableBuilder } from "recall-guard/math";
 *
 * const rows = featureTableBuilder();
 * rows.push({ loss: 0.7, min_k: -2.1, min_k_pp: -0.4, zlib_ratio: 0.2, ref_delta: null });
 * assert.equal(rows.build().size, 1);
 * ```
 */
export function featureTableBuilder(): FeatureTableBuilder {
  let values = new Float64Array(64 * WIDTH);
  let length = 0;
  return {
    push(features) {
      if (length === values.length) values = doubled(values);
      for (const name of FEATURES) values[length++] = features[name] ?? Number.NaN;
    },
    build: () => featureTable(values.slice(0, length)),
  };
}

function rowOf(values: Float64Array, size: number, i: number): Features {
  if (!Number.isInteger(i) || i < 0 || i >= size) throw new RangeError(`Cannot read row ${i} of ${size}`);
  const cell = (name: FeatureName) => numberOrNull(values[i * WIDTH + FEATURES.indexOf(name)]!);
  return {
    loss: cell("loss"),
    min_k: cell("min_k"),
    min_k_pp: cell("min_k_pp"),
    zlib_ratio: cell("zlib_ratio"),
    ref_delta: cell("ref_delta"),
  };
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}
