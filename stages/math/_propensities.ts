import { classWeights, logisticLoss } from "./_logistic_problem.ts";
import { newtonMinimum } from "./_newton.ts";
import { sigmoid } from "./_sigmoid.ts";
import { square } from "./elementary.ts";

const STD_FLOOR = 1e-6;
/** Propensities reach their interval's digits long before a Newton step is this small. */
const SMALL_STEP = 1e-7;

/** Standardised columns and a last one of ones. */
export function standardisedDesign(x: Float64Array, d: number): Float64Array {
  const n = x.length / d;
  const design = new Float64Array(n * (d + 1)).fill(1);
  for (let j = 0; j < d; j++) {
    const column = Float64Array.from({ length: n }, (_, i) => x[i * d + j]!);
    const mean = column.reduce((sum, value) => sum + value, 0) / n;
    const variance = column.reduce((sum, value) => sum + square(value - mean), 0) / n;
    const std = Math.max(Math.sqrt(variance), STD_FLOOR);
    for (let i = 0; i < n; i++) design[i * (d + 1) + j] = (column[i]! - mean) / std;
  }
  return design;
}

/** The probability of label 1 of every row from a fit to the drawn ones. */
export function propensitiesOf(
  design: Float64Array,
  labels: Uint8Array,
  drawn: Uint32Array,
  { size, c }: { readonly size: number; readonly c: number },
): Float64Array {
  const picked = new Float64Array(drawn.length * size);
  for (let i = 0; i < drawn.length; i++) {
    for (let j = 0; j < size; j++) picked[i * size + j] = design[drawn[i]! * size + j]!;
  }
  const y = Uint8Array.from(drawn, (row) => labels[row]!);
  const loss = logisticLoss({ design: picked, y, weights: classWeights(y, c, false), size }, "slopes");
  const at = newtonMinimum(loss, SMALL_STEP);
  return Float64Array.from(labels, (_, row) => {
    let margin = 0;
    for (let j = 0; j < size; j++) margin += at[j]! * design[row * size + j]!;
    return sigmoid(margin);
  });
}
