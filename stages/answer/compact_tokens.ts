import type { SampledAlternative, SampledToken, TokenRun } from "../../plugins/contract/mod.ts";
import { logprobOrNaN } from "./_logprob.ts";
import { legibleToken } from "./_token_spelling.ts";

/**
 * Drops what no feature needs from an endpoint's list of tokens.
 *
 * Alternatives that are no log-probability (not finite, below -1000, positive beyond rounding) are left out. The
 * sampled token, listed more than once with one number, counts once; entries that only share its text (byte pieces
 * shown as U+FFFD, ids shown as one placeholder) stay, since their numbers differ. A sampled token whose entry among
 * its own alternatives states another number, beyond rounding, has no number to rely on: NaN.
 */
export function compactTokens(sampled: ReadonlyArray<SampledToken>): TokenRun {
  const alternatives = new Float64Array(sampled.reduce((room, { top }) => room + top.length, 0));
  const logprobs = new Float64Array(sampled.length);
  const ends = new Uint32Array(sampled.length);
  let end = 0;
  for (const [i, token] of sampled.entries()) {
    end = addAlternatives(token, alternatives, end);
    logprobs[i] = reportedLogprob(token);
    ends[i] = end;
  }
  const kept = end === alternatives.length ? alternatives : alternatives.slice(0, end);
  return { tokens: sampled.map(legibleToken), logprobs, alternatives: kept, ends };
}

/** Two entries of one token differ by less than this, in nats, after a round trip through text. */
const ROUND_TRIP = 1e-6;

/** Writes a position's alternatives from `end` on, and says where they end. */
function addAlternatives(sampled: SampledToken, to: Float64Array, end: number): number {
  let seen = false;
  for (const entry of sampled.top) {
    if (isSampled(entry, sampled) && Math.abs(entry.logprob! - sampled.logprob!) <= ROUND_TRIP) {
      if (seen) continue;
      seen = true;
    }
    const logprob = logprobOrNaN(entry.logprob);
    if (!Number.isNaN(logprob)) to[end++] = logprob;
  }
  return end;
}

function reportedLogprob(sampled: SampledToken): number {
  const { logprob } = sampled;
  if (logprob === null || !Number.isFinite(logprob)) return Number.NaN;
  return isContradicted(sampled, logprob) ? Number.NaN : logprob;
}

function isContradicted(sampled: SampledToken, logprob: number): boolean {
  if (Number.isNaN(logprobOrNaN(logprob))) return false;
  // Different tokens may look alike once their bytes are replaced, so their numbers say nothing of each other.
  if (sampled.token === "" || sampled.token.includes("\uFFFD")) return false;
  let isListed = false;
  for (const entry of sampled.top) {
    if (!isSampled(entry, sampled)) continue;
    if (agree(entry.logprob!, logprob)) return false;
    isListed = true;
  }
  return isListed;
}

/** Whether two reports of one log-probability can be the same number, printed or held in half precision. */
function agree(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.01 * Math.max(1, Math.abs(a), Math.abs(b));
}

function isSampled(entry: SampledAlternative, sampled: SampledToken): boolean {
  if (entry.token !== sampled.token || entry.logprob === null || sampled.logprob === null) return false;
  return !entry.bytes || !sampled.bytes || sameBytes(entry.bytes, sampled.bytes);
}

function sameBytes(a: ReadonlyArray<number>, b: ReadonlyArray<number>): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
