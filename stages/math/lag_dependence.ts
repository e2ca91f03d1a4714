/** A draw's decision; null (no decision) is a decision of its own. */
export type Decision = string | number | null;

/**
 * How much more often two draws of one group, such as a wave of requests, agree than two of different groups: 0 for
 * independent draws, 1 if groups decide as one.
 *
 * @param labels Each draw's decision, shape (n).
 * @param groups Each draw's group, shape (n).
 * @returns null with fewer than two groups, or without a pair within a group.
 * @throws {RangeError} if the lengths differ.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { lagDependence } from "recall-guard/math";
 *
 * assert.equal(lagDependence(["up", "up", "down", "down"], [0, 0, 1, 1]), 1);
 * assert.equal(lagDependence(["up", "down"], [0, 1]), null);
 * ```
 */
export function lagDependence(
  labels: ReadonlyArray<Decision>,
  groups: ReadonlyArray<string | number>,
): number | null {
  if (labels.length !== groups.length) {
    throw new RangeError(`Cannot compare draws: ${labels.length} decisions but ${groups.length} groups`);
  }
  const byGroup = new Map<string | number, Array<Decision>>();
  labels.forEach((label, i) => {
    const group = byGroup.get(groups[i]!);
    if (group === undefined) byGroup.set(groups[i]!, [label]);
    else group.push(label);
  });
  const within = { pairs: 0, equal: 0 };
  for (const group of byGroup.values()) {
    within.pairs += pairsOf(group.length);
    within.equal += equalPairs(group);
  }
  const across = pairsOf(labels.length) - within.pairs;
  if (within.pairs === 0 || across === 0) return null;
  return within.equal / within.pairs - (equalPairs(labels) - within.equal) / across;
}

function equalPairs(labels: ReadonlyArray<Decision>): number {
  const counts = new Map<Decision, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + pairsOf(count), 0);
}

function pairsOf(n: number): number {
  return (n * (n - 1)) / 2;
}
