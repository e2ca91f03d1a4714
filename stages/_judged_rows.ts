import type { FeatureTable, ModelEvalResult } from "../plugins/contract/mod.ts";
import { setFeatures } from "./_set_features.ts";
import { FEATURES, featureTable } from "./math/mod.ts";

/** Where a row stands to a model's cutoff; a row on the day of the cutoff lies before it. */
export type Side = "before" | "after";

/** A model's evaluation in columns, rows in the order of the eval set, shape (n) each. */
export interface JudgedRows {
  readonly size: number;
  /** 1 right, 0 wrong, -1 not read. */
  readonly hits: Int8Array;
  readonly targets: Int8Array;
  /** Stated confidence, NaN where the row was not read. */
  readonly confidence: Float64Array;
  /** `p_memorized`, NaN where there is none. */
  readonly p: Float64Array;
  readonly features: FeatureTable;
  /** YYYY-MM-DD, or null. */
  readonly dates: ReadonlyArray<string | null>;
}

/** Reads a model's records once. */
export function judgedRows({ records }: ModelEvalResult): JudgedRows {
  const { size } = records;
  const hits = new Int8Array(size);
  const targets = new Int8Array(size);
  const confidence = new Float64Array(size);
  const p = new Float64Array(size);
  const dates: Array<string | null> = [];
  const features = new Float64Array(size * FEATURES.length).fill(Number.NaN);
  let row = 0;
  for (const record of records) {
    hits[row] = record.parseOk ? Number(record.predictedDirection === record.targetDirection) : -1;
    targets[row] = record.targetDirection;
    confidence[row] = record.parseOk ? record.rawConfidence : Number.NaN;
    p[row] = record.pMemorized ?? Number.NaN;
    dates.push(record.date);
    if (record.featuresRaw !== null) setFeatures(features, row, record.featuresRaw);
    row++;
  }
  return { size, hits, targets, confidence, p, features: featureTable(features), dates };
}

/** What tells before from after. */
export interface Divide {
  readonly cutoff: string;
  /** The date that every row is said to come after; null where the eval set says none. */
  readonly rowsAfter: string | null;
}

/** Before or after the cutoff, or null where nobody can tell. */
export function sideOf(date: string | null, { cutoff, rowsAfter }: Divide): Side | null {
  if (date !== null) return date <= cutoff ? "before" : "after";
  return rowsAfter !== null && rowsAfter >= cutoff ? "after" : null;
}

/** The rows on one side of a cutoff that pass a test. */
export function rowsOn(
  { dates }: JudgedRows,
  side: Side,
  divide: Divide,
  keep: (row: number) => boolean = () => true,
): ReadonlyArray<number> {
  const rows: Array<number> = [];
  for (const [row, date] of dates.entries()) if (sideOf(date, divide) === side && keep(row)) rows.push(row);
  return rows;
}

/** What rows are clustered by: their date, and each row without one by itself. */
export function clusterOf({ dates }: JudgedRows): (row: number) => string | number {
  return (row) => dates[row] ?? row;
}
