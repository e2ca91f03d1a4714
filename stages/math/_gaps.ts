/** An occupied position of the grid. */
export interface Position {
  readonly at: number;
  readonly count: number;
}

/** A pair of positions, with the values below, above and within it. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly lower: number;
  readonly upper: number;
  readonly trough: number;
  /** Values at the fullest position within the gap, and at the fullest of the emptier side. */
  readonly troughPeak: number;
  readonly sidePeak: number;
}

/** All pairs of positions, given in ascending order. */
export function gapsOf(positions: ReadonlyArray<Position>): ReadonlyArray<Gap> {
  const below = sides(positions);
  const above = sides(positions.toReversed()).toReversed();
  return positions.slice(0, -1).flatMap((from, i) => {
    let [trough, troughPeak] = [0, 0];
    return positions.slice(i + 1).map((to, offset): Gap => {
      const [lower, upper] = [below[i]!, above[i + 1 + offset]!];
      const gap = {
        from: from.at,
        to: to.at,
        lower: lower.count,
        upper: upper.count,
        trough,
        troughPeak,
        sidePeak: Math.min(lower.peak, upper.peak),
      };
      trough += to.count;
      troughPeak = Math.max(troughPeak, to.count);
      return gap;
    });
  });
}

/** Values up to each position, and at the fullest position so far. */
function sides(positions: ReadonlyArray<Position>) {
  let [count, peak] = [0, 0];
  return positions.map((position) => {
    count += position.count;
    peak = Math.max(peak, position.count);
    return { count, peak };
  });
}
