/** Below this, in nats, a number is a mask or a code for "not among the top", not a log-probability. */
const LOWEST = -1000;

/** Single-precision log-softmax overshoots 0 by a few units in the last place of its logits; 1e-4 nats covers them. */
const OVERSHOOT = 1e-4;

/** The log-probability that a reported number stands for (an overshoot above 0 is 0), or NaN if it can be none. */
export function logprobOrNaN(reported: number | null): number {
  if (reported === null || !(reported >= LOWEST && reported <= OVERSHOOT)) return Number.NaN;
  return Math.min(reported, 0);
}
