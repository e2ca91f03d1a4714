import type { TokenTrace } from "./token_trace.ts";

/** Mean and population standard deviation of each position's alternatives, shape (n) both. */
export interface AlternativeMoments {
  readonly means: Float64Array;
  readonly spreads: Float64Array;
}

/** The moments of every position's alternatives, unweighted. */
export function alternativeMoments(trace: TokenTrace): AlternativeMoments {
  checkRanges(trace);
  const { alternatives, ends } = trace;
  const means = new Float64Array(ends.length);
  const spreads = new Float64Array(ends.length);
  let start = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i]!;
    const count = end - start;
    // Shifted by one of the values, the squares cancel at most `count`-fold (Chan, Golub & LeVeque 1983).
    const shift = alternatives[start]!;
    let sum = 0;
    let squares = 0;
    for (let j = start; j < end; j++) {
      const difference = alternatives[j]! - shift;
      sum += difference;
      squares += difference * difference;
    }
    means[i] = shift + sum / count;
    spreads[i] = Math.sqrt(Math.max(0, squares - (sum * sum) / count) / count);
    start = end;
  }
  return { means, spreads };
}

function checkRanges({ logprobs, alternatives, ends }: TokenTrace): void {
  if (ends.length !== logprobs.length) {
    throw new RangeError(`Cannot measure: ${logprobs.length} tokens but alternatives for ${ends.length}`);
  }
  let start = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i]!;
    if (end <= start || end > alternatives.length) {
      throw new RangeError(`Cannot measure: position ${i} has no alternatives`);
    }
    start = end;
  }
}
