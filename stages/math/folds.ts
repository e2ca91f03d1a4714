import { type Random, shuffle } from "./random.ts";

/** Which rows are judged together. */
export interface FoldPlan {
  /** Number of folds asked for, K. */
  readonly folds: number;
  /** A row's fold in [0, K), shape (n). */
  readonly fold: Uint8Array;
  /** Whether rows of one group, such as one date, share a fold. */
  readonly isGrouped: boolean;
  /** Whether there are groups, but too few to fold by: then rows were folded, and a clustered signal may be noise. */
  readonly fewGroups: boolean;
}

/** How to fold. */
export interface FoldOptions {
  /** K, in [2, 255]; 5 unless given. */
  readonly folds?: number;
  /** Where the shuffles come from. */
  readonly random: Random;
}

/** A row's group, such as its date; null for a row that stands alone. */
export type Groups = ReadonlyArray<string | null>;

/**
 * Folds for cross-fitting, by one generator, class 0 first, then class 1. Where each class has at least K groups, and
 * every training part then keeps both classes, groups stay whole; else rows are folded, and `fewGroups` says so unless no
 * row has a group. A group with rows of both classes goes with class 0.
 *
 * @param labels 0 or 1, shape (n).
 * @param groups shape (n).
 * @throws {RangeError} if the lengths differ or `folds` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { foldPlan, random } from "recall-guard/math";
 *
 * const labels = Uint8Array.of(1, 1, 0, 0);
 * const plan = foldPlan(labels, ["a", "a", "b", "c"], { folds: 2, random: random(0, "folds") });
 * assert.deepEqual([plan.isGrouped, plan.fewGroups], [false, true]);
 * assert.notEqual(plan.fold[2], plan.fold[3]);
 * ```
 */
export function foldPlan(labels: Uint8Array, groups: Groups, { folds = 5, random }: FoldOptions): FoldPlan {
  if (!Number.isInteger(folds) || folds < 2 || folds > 255)
    throw new RangeError(`Cannot make ${folds} folds`);
  if (groups.length !== labels.length) {
    throw new RangeError(`Cannot make folds: ${labels.length} labels but ${groups.length} groups`);
  }
  const isDated = groups.some((group) => group !== null);
  if (hasEnough(labels, groups, folds)) {
    const fold = groupFolds(labels, groups, { folds, random });
    if (keepsBothClasses(labels, fold, folds)) return { folds, fold, isGrouped: true, fewGroups: false };
  }
  return { folds, fold: stratifiedFolds(labels, { folds, random }), isGrouped: false, fewGroups: isDated };
}

/**
 * Each class's rows in shuffled order, a row's fold its position mod K; class 0 is shuffled first.
 *
 * @param labels 0 or 1, shape (n).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { random, stratifiedFolds } from "recall-guard/math";
 *
 * const fold = stratifiedFolds(Uint8Array.of(1, 1, 0, 0), { folds: 2, random: random(0, "folds") });
 * assert.deepEqual([fold[0]! + fold[1]!, fold[2]! + fold[3]!], [1, 1]);
 * ```
 */
export function stratifiedFolds(labels: Uint8Array, { folds = 5, random }: FoldOptions): Uint8Array {
  const fold = new Uint8Array(labels.length);
  for (const label of [0, 1]) {
    const rows = Uint32Array.from(labels.keys()).filter((row) => labels[row] === label);
    shuffle(rows, random).forEach((row, position) => {
      fold[row] = position % folds;
    });
  }
  return fold;
}

/**
 * Each class's groups, in order of first appearance, are shuffled; each goes to the fold with the fewest rows of its class
 * so far, the first of equals; class 0 is dealt first, and a row without a group is a group of its own.
 *
 * @param labels 0 or 1, shape (n).
 * @param groups shape (n).
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { groupFolds, random } from "recall-guard/math";
 *
 * const fold = groupFolds(Uint8Array.of(0, 0, 0), ["a", "b", "a"], { folds: 2, random: random(0, "folds") });
 * assert.equal(fold[0], fold[2]);
 * assert.notEqual(fold[0], fold[1]);
 * ```
 */
export function groupFolds(
  labels: Uint8Array,
  groups: Groups,
  { folds = 5, random }: FoldOptions,
): Uint8Array {
  const fold = new Uint8Array(labels.length);
  const dealt = new Set<string | number>();
  const sizes = [new Uint32Array(folds), new Uint32Array(folds)] as const;
  const members = rowsByGroup(groups);
  for (const label of [0, 1] as const) {
    const met = [...members.keys()].filter((key) => members.get(key)!.some((row) => labels[row] === label));
    for (const key of shuffle(
      met.filter((group) => !dealt.has(group)),
      random,
    )) {
      const target = sizes[label].indexOf(Math.min(...sizes[label]));
      dealt.add(key);
      for (const row of members.get(key)!) {
        fold[row] = target;
        sizes[labels[row] === 1 ? 1 : 0][target]!++;
      }
    }
  }
  return fold;
}

/** Rows by group, in order of first appearance; a row alone is keyed by its number. */
function rowsByGroup(groups: Groups): ReadonlyMap<string | number, ReadonlyArray<number>> {
  const members = new Map<string | number, Array<number>>();
  groups.forEach((group, row) => {
    const key = group ?? row;
    const rows = members.get(key);
    if (rows === undefined) members.set(key, [row]);
    else rows.push(row);
  });
  return members;
}

function hasEnough(labels: Uint8Array, groups: Groups, folds: number): boolean {
  return [0, 1].every((label) => {
    const own = new Set(groups.filter((group, row) => group !== null && labels[row] === label));
    return own.size >= folds;
  });
}

function keepsBothClasses(labels: Uint8Array, fold: Uint8Array, folds: number): boolean {
  for (let held = 0; held < folds; held++) {
    const kept = labels.filter((_, row) => fold[row] !== held);
    if (!(kept.includes(0) && kept.includes(1))) return false;
  }
  return true;
}
