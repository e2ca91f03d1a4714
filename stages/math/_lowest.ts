/** How many of `n` values the lowest slice of share `k` holds: max(1, trunc(k n)), at most n. */
export function lowestCount(n: number, k: number): number {
  if (!Number.isFinite(k)) throw new RangeError(`Cannot take a lowest slice: its share is ${k}`);
  return Math.min(n, Math.max(1, Math.trunc(n * k)));
}

/** The mean of the `count` lowest of `values`, and the highest value among them; NaN counts as above all others. */
export function lowest(
  values: Float64Array,
  count: number,
): { readonly mean: number; readonly highest: number } {
  const scratch = values.slice();
  const numbers = nanLast(scratch);
  const highest = select(scratch, count - 1);
  let sum = 0;
  let below = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < highest) {
      sum += value;
      below++;
    }
  }
  return { mean: numbers < count ? Number.NaN : (sum + (count - below) * highest) / count, highest };
}

/** Turns every NaN into Infinity and returns how many values are none. */
function nanLast(values: Float64Array): number {
  let numbers = values.length;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i])) continue;
    values[i] = Number.POSITIVE_INFINITY;
    numbers--;
  }
  return numbers;
}

/** The value that sorting would put at `index`; reorders `values` (Hoare 1961, as in Wirth 1976). */
function select(values: Float64Array, index: number): number {
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const pivot = values[index]!;
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (pivot < values[j]!) j--;
      if (i <= j) swap(values, i++, j--);
    }
    if (j < index) left = i;
    if (index < i) right = j;
  }
  return values[index]!;
}

function swap(values: Float64Array, i: number, j: number): void {
  const held = values[i]!;
  values[i] = values[j]!;
  values[j] = held;
}
