import { square } from "./elementary.ts";
/** Scored rows, sorted once for many weightings. */
export interface Scored {
  /** Rows in ascending order of score. */
  readonly order: Uint32Array;
  readonly scores: Float64Array;
  readonly labels: Uint8Array;
}

/** Rows in ascending order of score. */
export function ascending(scores: Float64Array): Uint32Array {
  return Uint32Array.from(scores.keys()).sort((a, b) => scores[a]! - scores[b]!);
}

/** The weighted share of (member, control) pairs that the member wins, ties half; NaN if a class has no weight. */
export function weightedAuc({ order, scores, labels }: Scored, weights: Float64Array): number {
  let wins = 0;
  let members = 0;
  let controls = 0;
  for (let start = 0; start < order.length; ) {
    let tiedMembers = 0;
    let tiedControls = 0;
    let i = start;
    for (; i < order.length && scores[order[i]!] === scores[order[start]!]; i++) {
      const row = order[i]!;
      if (labels[row] === 1) tiedMembers += weights[row]!;
      else tiedControls += weights[row]!;
    }
    wins += tiedMembers * (controls + tiedControls / 2);
    members += tiedMembers;
    controls += tiedControls;
    start = i;
  }
  return wins / (members * controls);
}

/** Kish's effective number of rows of a class: (sum w)^2 / sum w^2. */
export function kish(weights: Float64Array, labels: Uint8Array, label: number): number {
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < weights.length; row++) {
    if (labels[row] !== label) continue;
    sum += weights[row]!;
    squares += square(weights[row]!);
  }
  return square(sum) / squares;
}
