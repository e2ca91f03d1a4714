import type { Direction, MajorityBaseline } from "../plugins/contract/mod.ts";
import { bootstrapMean, type Random } from "./math/mod.ts";

/**
 * The most frequent direction, ties going to the one met first, and how often it is right.
 *
 * @param targets Target directions, shape (n), n > 0.
 */
export function computeMajorityBaseline(
  targets: Int8Array,
  options: { readonly resamples: number; readonly random: Random },
): MajorityBaseline {
  const counts = new Map<number, number>();
  for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1);
  const [direction] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  const accuracy = bootstrapMean(
    Float64Array.from(targets, (target) => Number(target === direction)),
    options,
  );
  if (accuracy === null) throw new RangeError("Cannot find a majority: there are no targets");
  return { direction: toDirection(direction), accuracy };
}

function toDirection(value: number): Direction {
  return value === 1 ? 1 : value === -1 ? -1 : 0;
}
