/**
 * Where an increasing function crosses zero in [low, high], by halving until no number lies between the ends; the end
 * itself where the function does not cross.
 */
export function root(increasing: (x: number) => number, low: number, high: number): number {
  let [below, above] = [low, high];
  for (let i = 0; i < 200; i++) {
    const middle = below + (above - below) / 2;
    if (middle <= below || middle >= above) break;
    if (increasing(middle) < 0) below = middle;
    else above = middle;
  }
  return Math.abs(increasing(below)) < Math.abs(increasing(above)) ? below : above;
}
