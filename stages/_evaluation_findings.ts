import type {
  CalibratorFit,
  EffectFinding,
  FeatureTable,
  Known,
  MeanFinding,
  TransferFinding,
} from "../plugins/contract/mod.ts";
import { type Divide, type JudgedRows, rowsOn, type Side } from "./_judged_rows.ts";
import { cohensD, FEATURES, type FeatureName, transfer } from "./math/mod.ts";

/** How far the evaluation rows lie where the calibrator has seen rows. */
export function transferFinding(
  calibration: ReadonlyArray<FeatureTable>,
  { features }: JudgedRows,
  fit: CalibratorFit,
): Known<TransferFinding> {
  const found = transfer(calibration, features, { features: fit.features });
  return found === null
    ? { ok: false, reason: "no evaluation row has the calibrator's features" }
    : { ok: true, value: found };
}

/** The mean of `p_memorized` after the cutoff, where nothing can be memorised. */
export function pAfter(rows: JudgedRows, divide: Divide | null): Known<MeanFinding> {
  if (divide === null) return { ok: false, reason: "the model's cutoff is not known" };
  const kept = rowsOn(rows, "after", divide, (row) => !Number.isNaN(rows.p[row]!));
  if (kept.length === 0) return { ok: false, reason: "no measured row is known to come after the cutoff" };
  const sum = kept.reduce((total, row) => total + rows.p[row]!, 0);
  return { ok: true, value: { rows: kept.length, mean: sum / kept.length } };
}

/** Cohen's d of every feature, before minus after the cutoff. */
export function effects(rows: JudgedRows, divide: Divide | null): ReadonlyArray<EffectFinding> {
  return FEATURES.map((feature) => ({ feature, d: effectOf(feature, rows, divide) }));
}

function effectOf(feature: FeatureName, rows: JudgedRows, divide: Divide | null): EffectFinding["d"] {
  if (divide === null) return { ok: false, reason: "the model's cutoff is not known" };
  const before = valuesOf(feature, rows, "before", divide);
  const after = valuesOf(feature, rows, "after", divide);
  const found = cohensD(before, after);
  if (found !== null) {
    const { point, lo, hi } = found;
    return { ok: true, value: { point, lo, hi } };
  }
  return before.length < 2 || after.length < 2
    ? { ok: false, reason: `${before.length} rows with it before the cutoff and ${after.length} after` }
    : { ok: false, reason: "it does not vary" };
}

function valuesOf(feature: FeatureName, rows: JudgedRows, side: Side, divide: Divide): Float64Array {
  const column = FEATURES.indexOf(feature);
  const at = (row: number) => rows.features.values[row * FEATURES.length + column]!;
  return Float64Array.from(
    rowsOn(rows, side, divide, (row) => Number.isFinite(at(row))),
    at,
  );
}
