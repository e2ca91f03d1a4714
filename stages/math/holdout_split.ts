import { type Random, shuffle } from "./random.ts";

/** Rows to fit on and rows to judge by, ascending indices; together every row once. */
export interface HoldoutSplit {
  readonly train: Uint32Array;
  readonly heldOut: Uint32Array;
}

/**
 * Holds out a share of each class: class 0, then class 1 is shuffled, and its first round(share n) rows are held out,
 * but at least one of two or more, and never all.
 *
 * @param labels 0 or 1, shape (n).
 * @param options.share In (0, 1).
 * @throws {RangeError} if `share` is outside (0, 1).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { holdoutSplit, random } from "recall-guard/math";
 *
 * const labels = Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0);
 * const { train, heldOut } = holdoutSplit(labels, { share: 0.25, random: random(0, "split") });
 * assert.equal(train.length, 6);
 * assert.deepEqual(Array.from(heldOut, (row) => labels[row]), [1, 0]);
 * ```
 */
export function holdoutSplit(
  labels: Uint8Array,
  { share, random }: { readonly share: number; readonly random: Random },
): HoldoutSplit {
  if (!(share > 0 && share < 1))
    throw new RangeError(`Cannot hold out: expected a share in (0, 1), got ${share}`);
  const isHeldOut = new Uint8Array(labels.length);
  for (const label of [0, 1]) {
    const rows = rowsOf(labels, (_, other) => other === label);
    for (const row of shuffle(rows, random).subarray(0, heldOutCount(rows.length, share))) isHeldOut[row] = 1;
  }
  return {
    train: rowsOf(labels, (row) => isHeldOut[row] === 0),
    heldOut: rowsOf(labels, (row) => isHeldOut[row] === 1),
  };
}

function heldOutCount(n: number, share: number): number {
  return n < 2 ? 0 : Math.min(n - 1, Math.max(1, Math.round(share * n)));
}

function rowsOf(labels: Uint8Array, keep: (row: number, label: number) => boolean): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(labels.keys()).filter((row) => keep(row, labels[row]!));
}
