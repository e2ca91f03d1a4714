import type { Random } from "./random.ts";

/** Outcomes whose probability is below this share of the likeliest one's are left out. */
const NEGLIGIBLE = 1e-20;

/**
 * Draws from Binomial(n, k/n), 0 < k < n, one uniform number a draw, by inverting the distribution function. The
 * weights grow from the mode k by their ratios, so that no logarithm can differ between machines.
 */
export function binomialSampler(n: number, k: number): (random: Random) => number {
  const odds = k / (n - k);
  const up = ratios(n - k, (step) => ((n - k - step) / (k + step + 1)) * odds);
  const down = ratios(k, (step) => (k - step) / (n - k + step + 1) / odds);
  const cumulative = Float64Array.from([...down.toReversed(), 1, ...up]);
  for (let i = 1; i < cumulative.length; i++) cumulative[i]! += cumulative[i - 1]!;
  const total = cumulative[cumulative.length - 1]!;
  return (random) => k - down.length + firstAbove(cumulative, random() * total);
}

/** Running products of `ratio(0), ratio(1), ...`, at most `limit` of them, until they are negligible. */
function ratios(limit: number, ratio: (step: number) => number): ReadonlyArray<number> {
  const products: Array<number> = [];
  let product = 1;
  for (let step = 0; step < limit; step++) {
    product *= ratio(step);
    if (product < NEGLIGIBLE) break;
    products.push(product);
  }
  return products;
}

function firstAbove(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
