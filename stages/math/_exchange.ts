import type { FoldPlan, Groups } from "./folds.ts";
import { type Random, shuffle } from "./random.ts";

/** Units, each of rows with one label, whose labels may change places if the classes do not differ. */
export interface Exchange {
  readonly units: ReadonlyArray<ReadonlyArray<number>>;
  /** Each unit's label, shape (units). */
  readonly labels: Uint8Array;
}

/**
 * What may change places: the rows of a fold, or where groups are folded whole, its groups of one label, and the rows
 * within each of its groups of two.
 */
export function exchanges(labels: Uint8Array, groups: Groups, plan: FoldPlan): ReadonlyArray<Exchange> {
  return Array.from({ length: plan.folds }, (_, held) => held).flatMap((held) => {
    const rows = [...labels.keys()].filter((row) => plan.fold[row] === held);
    const units = plan.isGrouped ? unitsOf(rows, groups) : rows.map((row) => [row]);
    const isPure = (unit: ReadonlyArray<number>) => unit.every((row) => labels[row] === labels[unit[0]!]);
    const mixed = units.filter((unit) => !isPure(unit)).map((unit) => unit.map((row) => [row]));
    return [units.filter(isPure), ...mixed].map((set) => ({
      units: set,
      labels: Uint8Array.from(set, (unit) => labels[unit[0]!]!),
    }));
  });
}

/** Deals every exchange's labels anew, into `labels`. */
export function permute(sets: ReadonlyArray<Exchange>, labels: Uint8Array, random: Random): void {
  for (const set of sets) {
    const dealt = shuffle(set.labels.slice(), random);
    set.units.forEach((unit, i) => {
      for (const row of unit) labels[row] = dealt[i]!;
    });
  }
}

function unitsOf(rows: ReadonlyArray<number>, groups: Groups): ReadonlyArray<ReadonlyArray<number>> {
  const units = new Map<string | number, Array<number>>();
  for (const row of rows) {
    const key = groups[row] ?? row;
    const unit = units.get(key);
    if (unit === undefined) units.set(key, [row]);
    else unit.push(row);
  }
  return [...units.values()];
}
