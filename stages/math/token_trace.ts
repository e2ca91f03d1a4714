/**
 * The numbers of one answer's tokens, flat: position `i` of `n` was sampled with `logprobs[i]` and had the
 * alternatives `alternatives[ends[i-1] .. ends[i]]` (from 0 for the first position).
 *
 * Natural logarithms throughout.
 */
export interface TokenTrace {
  /** Log-probability of each sampled token, shape (n). */
  readonly logprobs: Float64Array;
  /** Log-probabilities of the top alternatives of all positions, one after the other. */
  readonly alternatives: Float64Array;
  /** Where each position's alternatives end in `alternatives`, shape (n), non-decreasing. */
  readonly ends: Uint32Array;
}
