import type { TokenTrace } from "./token_trace.ts";

/** Sampled log-probabilities count as at least this, in nats. */
const FLOOR = -30;

/** A copy of a trace's sampled log-probabilities with everything below the floor, and NaN, at the floor. */
export function clippedLogprobs({ logprobs }: TokenTrace): Float64Array {
  if (logprobs.length === 0) throw new RangeError("Cannot measure an answer without tokens");
  const clipped = new Float64Array(logprobs.length).fill(FLOOR);
  for (let i = 0; i < clipped.length; i++) {
    if (logprobs[i]! > FLOOR) clipped[i] = logprobs[i]!;
  }
  return clipped;
}
