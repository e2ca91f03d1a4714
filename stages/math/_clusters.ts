/** What rows share: a date, a ticker, a wave of draws. */
export type ClusterLabels = ReadonlyArray<string | number> | Uint32Array;

/** Rows numbered by cluster, in the order in which clusters appear. */
export interface Clusters {
  readonly count: number;
  /** A row's cluster in [0, count), shape (n). */
  readonly codes: Uint32Array;
  /** Rows of each cluster, shape (count). */
  readonly sizes: Float64Array;
}

/** Throws a RangeError unless there is one label for each of `n` rows. */
export function clustersOf(labels: ClusterLabels, n: number): Clusters {
  if (labels.length !== n) throw new RangeError(`Cannot cluster: ${n} rows but ${labels.length} labels`);
  const seen = new Map<string | number, number>();
  const codes = new Uint32Array(n);
  for (let row = 0; row < n; row++) {
    const code = seen.get(labels[row]!) ?? seen.size;
    if (code === seen.size) seen.set(labels[row]!, code);
    codes[row] = code;
  }
  return { count: seen.size, codes, sizes: sumsBy({ codes, count: seen.size }, () => 1) };
}

/** Sums of `value` over the rows of each cluster, shape (count). */
export function sumsBy(
  { codes, count }: Pick<Clusters, "codes" | "count">,
  value: (row: number) => number,
): Float64Array {
  const sums = new Float64Array(count);
  for (let row = 0; row < codes.length; row++) sums[codes[row]!]! += value(row);
  return sums;
}

/** Throws a RangeError unless every value is finite. */
export function checkFinite(values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new RangeError(`Cannot measure: value ${i} is ${values[i]}`);
  }
}

export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}
