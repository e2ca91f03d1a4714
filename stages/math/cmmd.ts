/** What the models say that are clean and tainted for one row. */
export interface Cmmd {
  /** Which models count as clean, indices into the models, ascending; the others are tainted. */
  readonly clean: ReadonlyArray<number>;
  readonly tainted: ReadonlyArray<number>;
  /** Mean signal of the clean models; null where there is none. */
  readonly signal: number | null;
  /** Tainted mean minus clean mean; null where one side is empty. */
  readonly delta: number | null;
}

/**
 * Cross-model memorisation divergence of one row: the mean signal of the clean models and how far the tainted ones are
 * from it.
 *
 * @param signals Each model's direction, -1, 0 or 1, shape (models).
 * @param isClean Whether a model counts as clean for the row.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { cmmd } from "recall-guard/math";
 *
 * const found = cmmd([1, 0, -1], (model) => model < 2);
 * assert.deepEqual([found.signal, found.delta], [0.5, -1.5]);
 * ```
 */
export function cmmd(signals: ArrayLike<number>, isClean: (model: number) => boolean): Cmmd {
  const models = Array.from(signals, (_, model) => model);
  const clean = models.filter(isClean);
  const tainted = models.filter((model) => !isClean(model));
  const mean = (of: ReadonlyArray<number>) =>
    of.length === 0 ? null : of.reduce((sum, model) => sum + signals[model]!, 0) / of.length;
  const [signal, other] = [mean(clean), mean(tainted)];
  return { clean, tainted, signal, delta: signal === null || other === null ? null : other - signal };
}

/**
 * The paper's split: a model is clean if its logit of memorisation is at most the models' median, so that ties at the
 * median are clean.
 *
 * @param logits Log-odds of memorisation, shape (models).
 * @throws {RangeError} if there is no model or a logit is NaN.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { medianSplit } from "recall-guard/math";
 *
 * assert.deepEqual([0, 1, 2].map(medianSplit([3, -1, 2])), [false, true, true]);
 * ```
 */
export function medianSplit(logits: ArrayLike<number>): (model: number) => boolean {
  const sorted = Float64Array.from(logits).sort();
  if (sorted.length === 0 || sorted.some(Number.isNaN)) {
    throw new RangeError("Cannot split models: a logit is missing");
  }
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  const middle = low === high ? low : (low + high) / 2;
  return (model) => logits[model]! <= middle;
}

/** Days over which {@link tau} saturates: five years. */
const FULL_DAYS = 1825;

/**
 * How far a row lies before (positive) or after (negative) a model's cutoff, in units of five years, cut to [-1, 1].
 *
 * @param days Days from the row's date to the cutoff.
 * @throws {RangeError} if `days` is not finite.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { tau } from "recall-guard/math";
 *
 * assert.deepEqual([tau(365), tau(-3000)], [0.2, -1]);
 * ```
 */
export function tau(days: number): number {
  if (!Number.isFinite(days)) throw new RangeError(`Cannot scale ${days} days`);
  return Math.min(1, Math.max(-1, days / FULL_DAYS));
}
