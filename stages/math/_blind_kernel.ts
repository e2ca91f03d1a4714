import { dot } from "./_dot.ts";
import { sigmoid } from "./_sigmoid.ts";
import { BLIND_FEATURES, blindCovariates } from "./blind_features.ts";
import { square } from "./elementary.ts";
import type { FoldPlan } from "./folds.ts";
import { GRAM_BUCKETS, hashedGrams } from "./hashed_grams.ts";
import { type DualFitter, type DualOptions, ridgeDual } from "./ridge_dual.ts";

const WIDTH = BLIND_FEATURES.length;
/** A spread below this counts as this. */
const STD_FLOOR = 1e-6;

/** Out-of-fold probabilities of label 1 from the prompts alone, under one labelling after another. */
export type BlindCrossfitter = (labels: Uint8Array, options?: DualOptions) => Float64Array;

/** Cross-fits standardised covariates beside hashed grams; what the labellings share is computed once. */
export function blindCrossfitter(texts: ReadonlyArray<string>, { folds, fold }: FoldPlan): BlindCrossfitter {
  const n = texts.length;
  const grams = gramKernel(texts);
  const covariates = blindCovariates(texts);
  const parts = Array.from({ length: folds }, (_, held) => partOf({ grams, covariates, n }, fold, held));
  return (labels, options) => {
    const scored = new Float64Array(n).fill(0.5);
    for (const { train, held, cross, fit } of parts) {
      const y = Uint8Array.from(train, (row) => labels[row]!);
      if (!(y.includes(0) && y.includes(1))) continue;
      const { weights, intercept } = fit(y, options);
      for (let i = 0; i < held.length; i++) {
        const margin = intercept + dot(cross, i * train.length, weights, 0, train.length);
        scored[held[i]!] = sigmoid(margin);
      }
    }
    return scored;
  };
}

interface Prompts {
  /** Inner products of the grams, shape (n, n). */
  readonly grams: Float64Array;
  /** shape (n, 7). */
  readonly covariates: Float64Array;
  readonly n: number;
}

interface Part {
  readonly train: Uint32Array;
  readonly held: Uint32Array;
  /** Inner products of held and training rows, shape (held, train). */
  readonly cross: Float64Array;
  readonly fit: DualFitter;
}

function partOf(prompts: Prompts, fold: Uint8Array, heldFold: number): Part {
  const rows = Uint32Array.from(fold.keys());
  const train = rows.filter((row) => fold[row] !== heldFold);
  const held = rows.filter((row) => fold[row] === heldFold);
  const z = standardised(prompts, train);
  return {
    train,
    held,
    cross: products(prompts, z, held, train),
    fit: ridgeDual(products(prompts, z, train, train), train.length),
  };
}

/** All rows' covariates in standard deviations of the training rows. */
function standardised({ covariates, n }: Prompts, train: Uint32Array): Float64Array {
  const z = new Float64Array(covariates.length);
  for (let j = 0; j < WIDTH; j++) {
    const values = Float64Array.from(train, (row) => covariates[row * WIDTH + j]!);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + square(value - mean), 0);
    const std = Math.max(Math.sqrt(squares / values.length), STD_FLOOR);
    for (let i = 0; i < n; i++) z[i * WIDTH + j] = (covariates[i * WIDTH + j]! - mean) / std;
  }
  return z;
}

function products(
  { grams, n }: Prompts,
  z: Float64Array,
  left: Uint32Array,
  right: Uint32Array,
): Float64Array {
  const found = new Float64Array(left.length * right.length);
  for (let i = 0; i < left.length; i++) {
    const a = left[i]!;
    for (let j = 0; j < right.length; j++) {
      const b = right[j]!;
      let product = grams[a * n + b]!;
      for (let k = 0; k < WIDTH; k++) product += z[a * WIDTH + k]! * z[b * WIDTH + k]!;
      found[i * right.length + j] = product;
    }
  }
  return found;
}

function gramKernel(texts: ReadonlyArray<string>): Float64Array {
  const n = texts.length;
  const rows = texts.map(hashedGrams);
  const kernel = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const a = rows[i]!;
    for (let j = 0; j <= i; j++) {
      const product = dot(a, 0, rows[j]!, 0, GRAM_BUCKETS);
      kernel[i * n + j] = product;
      kernel[j * n + i] = product;
    }
  }
  return kernel;
}
