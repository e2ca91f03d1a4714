import { classWeights, type LogisticRows, logisticLoss } from "./_logistic_problem.ts";
import { newtonMinimum } from "./_newton.ts";
import { sigmoid } from "./_sigmoid.ts";
import { square } from "./elementary.ts";
import type { FoldPlan } from "./folds.ts";

/** A spread below this counts as this. */
const STD_FLOOR = 1e-6;

/** Out-of-fold scores of the rows under some labels, shape (n). */
export type Crossfitter = (labels: Uint8Array) => Float64Array;

/** How to fit each fold. */
export interface FitOptions {
  readonly c?: number;
  readonly yardstick?: "training" | "controls";
  /** Relative size of a Newton step that is the last. */
  readonly smallStep?: number;
}

/** Cross-fits the same rows and folds under one labelling after another, in buffers of its own. */
export function crossfitter(
  x: Float64Array,
  d: number,
  { folds, fold }: FoldPlan,
  options: FitOptions,
): Crossfitter {
  const parts = Array.from({ length: folds }, (_, held) => partOf(fold, held, d));
  return (labels) => {
    const scored = new Float64Array(fold.length).fill(0.5);
    for (const part of parts) scorePart(part, x, labels, options, scored);
    return scored;
  };
}

interface Part {
  readonly train: Uint32Array;
  readonly held: Uint32Array;
  readonly rows: LogisticRows;
  readonly mean: Float64Array;
  readonly std: Float64Array;
}

function partOf(fold: Uint8Array, held: number, d: number): Part {
  const rows = Uint32Array.from(fold.keys());
  const train = rows.filter((row) => fold[row] !== held);
  return {
    train,
    held: rows.filter((row) => fold[row] === held),
    rows: {
      design: new Float64Array(train.length * (d + 1)).fill(1),
      y: new Uint8Array(train.length),
      weights: [1, 1],
      size: d + 1,
    },
    mean: new Float64Array(d),
    std: new Float64Array(d),
  };
}

function scorePart(
  part: Part,
  x: Float64Array,
  labels: Uint8Array,
  { c = 1, yardstick = "training", smallStep }: FitOptions,
  scored: Float64Array,
): void {
  const { train, held, rows, mean, std } = part;
  const { y, size } = rows;
  const d = size - 1;
  for (let i = 0; i < train.length; i++) y[i] = labels[train[i]!]!;
  if (!(y.includes(0) && y.includes(1))) return;
  measure(part, x, yardstick === "controls");
  standardiseInto(part, x);
  const loss = logisticLoss({ ...rows, weights: classWeights(y, c, true) }, "slopes");
  const at = newtonMinimum(loss, smallStep);
  for (const row of held) {
    let margin = at[d]!;
    for (let j = 0; j < d; j++) margin += (at[j]! * (x[row * d + j]! - mean[j]!)) / std[j]!;
    scored[row] = sigmoid(margin);
  }
}

/** Mean and population standard deviation, floored, of the training rows or of the controls among them. */
function measure(
  { train, rows: { y, size }, mean, std }: Part,
  x: Float64Array,
  controlsOnly: boolean,
): void {
  const d = size - 1;
  for (let j = 0; j < d; j++) {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < train.length; i++) {
      if (controlsOnly && y[i] === 1) continue;
      sum += x[train[i]! * d + j]!;
      count++;
    }
    const centre = sum / count;
    let squares = 0;
    for (let i = 0; i < train.length; i++) {
      if (!(controlsOnly && y[i] === 1)) squares += square(x[train[i]! * d + j]! - centre);
    }
    mean[j] = centre;
    std[j] = Math.max(Math.sqrt(squares / count), STD_FLOOR);
  }
}

function standardiseInto({ train, rows: { design, size }, mean, std }: Part, x: Float64Array): void {
  const d = size - 1;
  for (let i = 0; i < train.length; i++) {
    for (let j = 0; j < d; j++) design[i * size + j] = (x[train[i]! * d + j]! - mean[j]!) / std[j]!;
  }
}
