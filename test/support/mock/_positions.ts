import { draws } from "./_draws.ts";

/** Log-probabilities of sampled tokens come on so many levels, each in so many variants. */
const LEVELS = 400;
const VARIANTS = 8;
const SMALLEST = -7;
const SPAN = Math.log(12) - SMALLEST;

const made = new Map<number, string>();

/**
 * What follows a token's text in its entry: its log-probability, near `-surprise`, and the alternatives with theirs.
 *
 * @param surprise In nats, above 0.
 */
export function position(surprise: number, alternatives: number, random: () => number): string {
  const level = Math.round(((Math.log(Math.max(surprise, 1e-3)) - SMALLEST) / SPAN) * (LEVELS - 1));
  const variant = Math.floor(random() * VARIANTS);
  const bounded = Math.min(LEVELS - 1, Math.max(0, level));
  const key = (bounded * VARIANTS + variant) * 32 + alternatives;
  const known = made.get(key) ?? makePosition(bounded, variant, alternatives);
  made.set(key, known);
  return known;
}

function makePosition(level: number, variant: number, alternatives: number): string {
  const random = draws(`position|${level}|${variant}`);
  const sampled = -Math.exp(SMALLEST + (SPAN * level) / (LEVELS - 1)) * (0.97 + 0.06 * random());
  const rank = sampled < -1.2 ? Math.min(alternatives - 1, 1 + Math.floor(random() * 3)) : 0;
  let next = rank === 0 ? sampled : Math.max(-0.35 - 0.6 * random(), sampled + 0.2);
  const logprobs = Array.from({ length: alternatives }, (_, i) => {
    const logprob = next;
    next -= (i === 0 ? 0.8 : 0.25) + (0.5 + 0.4 * random()) * random();
    return logprob;
  });
  if (rank > 0) logprobs[rank] = sampled;
  const top = logprobs
    .toSorted((a, b) => b - a)
    .map((logprob, i) => ({ token: `»${i}`, logprob: Number(logprob.toFixed(7)) }));
  return `"bytes":null,"logprob":${sampled.toFixed(7)},"top_logprobs":${JSON.stringify(top)}`;
}
