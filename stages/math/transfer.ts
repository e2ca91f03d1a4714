import { gather, OWN_FEATURES, rowsWith } from "./_rows.ts";
import type { FeatureTable } from "./feature_table.ts";
import { FEATURES, type FeatureName } from "./features.ts";
import { quantile } from "./quantile.ts";

/** How far the evaluation rows lie where the calibrator has seen rows. */
export interface Transfer {
  /** Valid evaluation rows. */
  readonly rows: number;
  /** Those with any feature outside the calibration rows' band. */
  readonly outside: number;
  /** outside / rows. */
  readonly share: number;
  /** Whether the share is above `limit`: then the calibrator speaks of rows unlike those it was made from. */
  readonly isFlagged: boolean;
}

/** What counts as outside. */
export interface TransferOptions {
  /** The columns that the calibrator uses; the four that every measured row has unless given. */
  readonly features?: ReadonlyArray<FeatureName>;
  /** The calibration rows' quantiles at the band's ends; 1 % and 99 % unless given. */
  readonly band?: readonly [number, number];
  /** 0.2 unless given. */
  readonly limit?: number;
}

/**
 * The share of evaluation rows with any feature outside the band that holds the central 98 % of the calibration rows.
 *
 * @param calibration Features of the rows of both corpora that the calibrator was made from.
 * @param evaluation Features in the same unit.
 * @returns null if no calibration or no evaluation row has the features.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { featureTable, transfer } from "recall-guard/math";
 *
 * const calibration = [featureTable(Float64Array.of(1, -2, -1, 0.2, NaN, 2, -3, -2, 0.4, NaN))];
 * const evaluation = featureTable(Float64Array.of(1.5, -2.5, -1.5, 0.3, NaN, 9, -2.5, -1.5, 0.3, NaN));
 * assert.deepEqual(transfer(calibration, evaluation), { rows: 2, outside: 1, share: 0.5, isFlagged: true });
 * ```
 */
export function transfer(
  calibration: ReadonlyArray<FeatureTable>,
  evaluation: FeatureTable,
  { features = OWN_FEATURES, band = [0.01, 0.99], limit = 0.2 }: TransferOptions = {},
): Transfer | null {
  const known = calibration.flatMap((table) => {
    const rows = rowsWith(table, features);
    return features.map((name) => gather(table, rows, [name]));
  });
  const bands = features.map((_, j) => {
    const column = known.filter((_column, i) => i % features.length === j);
    const sorted = Float64Array.from(column.flatMap((values) => [...values])).sort();
    return sorted.length === 0 ? null : ([quantile(sorted, band[0]), quantile(sorted, band[1])] as const);
  });
  const rows = rowsWith(evaluation, features);
  if (rows.length === 0 || bands.includes(null)) return null;
  const outside = rows.filter((row) =>
    features.some((name, j) => {
      const value = evaluation.values[row * FEATURES.length + FEATURES.indexOf(name)]!;
      const [low, high] = bands[j]!;
      return value < low || value > high;
    }),
  ).length;
  const share = outside / rows.length;
  return { rows: rows.length, outside, share, isFlagged: share > limit };
}
