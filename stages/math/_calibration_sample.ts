import { logisticCovariance } from "./_logistic_covariance.ts";
import { gather, rowsWith } from "./_rows.ts";
import type { CalibratorFit } from "./calibrator.ts";
import type { FeatureTable } from "./feature_table.ts";
import type { FeatureName } from "./features.ts";
import { fitLogistic, type LogisticOptions } from "./logistic.ts";

/** Rows a class needs for a calibrator. */
const MIN_ROWS = 2;

/** The rows of both classes that have some features, members first. */
export interface Sample {
  readonly names: ReadonlyArray<FeatureName>;
  /** Row-major, shape (n, names). */
  readonly x: Float64Array;
  /** 1 for members, 0 for controls, shape (n). */
  readonly labels: Uint8Array;
  /** A row's number among all members and controls, shape (n). */
  readonly ids: Uint32Array;
}

/** The rows of `[members, controls]` that have all of `names`. */
export function sampleOf(
  [members, controls]: readonly [FeatureTable, FeatureTable],
  names: ReadonlyArray<FeatureName>,
): Sample {
  const memberRows = rowsWith(members, names);
  const controlRows = rowsWith(controls, names);
  const n = memberRows.length + controlRows.length;
  const x = new Float64Array(n * names.length);
  x.set(gather(members, memberRows, names));
  x.set(gather(controls, controlRows, names), memberRows.length * names.length);
  const ids = new Uint32Array(n);
  ids.set(memberRows);
  ids.set(
    controlRows.map((row) => members.size + row),
    memberRows.length,
  );
  return { names, x, labels: new Uint8Array(n).fill(1, 0, memberRows.length), ids };
}

/** Why a sample is too small to calibrate on, or null. */
export function shortage({ labels }: Sample): string | null {
  const members = labels.reduce((count, label) => count + label, 0);
  const counts = { memorised: members, control: labels.length - members };
  for (const [name, count] of Object.entries(counts)) {
    if (count < MIN_ROWS) return `Too few valid ${name} rows to calibrate on: ${count} of ${MIN_ROWS}`;
  }
  return null;
}

/** What is minimised unless told otherwise. */
const CLASSIC = { c: 1, penaliseIntercept: true, balanced: true };

/** Fits a calibrator, the classic one unless told otherwise, on some rows of a sample. */
export function fitRows(
  { names, x, labels }: Sample,
  rows: Uint32Array,
  options: LogisticOptions = {},
): CalibratorFit {
  const d = names.length;
  const picked = new Float64Array(rows.length * d);
  rows.forEach((row, i) => {
    picked.set(x.subarray(row * d, (row + 1) * d), i * d);
  });
  const y = Uint8Array.from(rows, (row) => labels[row]!);
  const { coefficients, intercept } = fitLogistic(picked, y, d, options);
  const covariance = logisticCovariance(
    { x: picked, y, coefficients, intercept },
    { ...CLASSIC, ...options },
  );
  return {
    features: names,
    coefficients: Array.from(coefficients, unsigned),
    intercept: unsigned(intercept),
    covariance: Array.from(covariance, unsigned),
  };
}

/** JSON has no negative zero. */
function unsigned(value: number): number {
  return value + 0;
}
