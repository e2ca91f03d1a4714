/**
 * The sum of finite numbers, rounded once: Shewchuk 1997's non-overlapping partial sums, the last rounding to even as in
 * Python's math.fsum.
 */
export function exactSum(values: ReadonlyArray<number>): number {
  let partials: Array<number> = [];
  for (const value of values) partials = grown(partials, value);
  return collapsed(partials);
}

function grown(partials: ReadonlyArray<number>, value: number): Array<number> {
  const next: Array<number> = [];
  let sum = value;
  for (const partial of partials) {
    const [large, small] = Math.abs(sum) < Math.abs(partial) ? [partial, sum] : [sum, partial];
    const high = large + small;
    const low = small - (high - large);
    if (low !== 0) next.push(low);
    sum = high;
  }
  next.push(sum);
  return next;
}

function collapsed(partials: ReadonlyArray<number>): number {
  let i = partials.length - 1;
  let high = i < 0 ? 0 : partials[i]!;
  let low = 0;
  while (i > 0 && low === 0) {
    i--;
    const [large, small] = [high, partials[i]!];
    high = large + small;
    low = small - (high - large);
  }
  // What is cut lies exactly between two numbers, and a smaller partial says to which side.
  if (i > 0 && Math.sign(low) === Math.sign(partials[i - 1]!)) {
    const twice = low * 2;
    const further = high + twice;
    if (further - high === twice) high = further;
  }
  return high;
}
