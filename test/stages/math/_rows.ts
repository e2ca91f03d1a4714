import { type FeatureTable, featureTable, normalQuantile, type Random } from "../../../stages/math/mod.ts";

/** A standard normal number. */
export function normal(random: Random): number {
  return normalQuantile((Math.floor(random() * 2 ** 32) + 0.5) / 2 ** 32);
}

/** n measured rows without a reference; the loss, and a little of all that moves with it, is shifted. */
export function measuredRows(n: number, shift: number, random: Random): FeatureTable {
  const rows = Array.from({ length: n }, () => {
    const common = normal(random);
    const loss = 2 + shift + 0.8 * common + 0.6 * normal(random);
    const rest = [-3, -1, 0.3].map((mean) => mean + 0.6 * common + 0.8 * normal(random));
    return [loss, ...rest, Number.NaN];
  });
  return featureTable(Float64Array.from(rows.flat()));
}

/** No row has a group. */
export function ungrouped(n: number): ReadonlyArray<null> {
  return Array<null>(n).fill(null);
}
