/** Contexts rarer than this are counted anew each time: cheaper than keeping them. */
const WORTH_KEEPING = 24;

/** What followed a context: distinct tokens, how often each, and how often in all. */
export interface Continuations {
  readonly tokens: Int32Array;
  readonly counts: Int32Array;
  readonly total: number;
}

/**
 * Counts what follows the contexts `order[lo .. hi)`, each once: a frequent context is asked about again.
 *
 * @param size How many distinct token ids there are.
 */
export function counter(stream: Int32Array, order: Int32Array, size: number) {
  const seen = new Int32Array(size);
  const kept = new Map<number, Continuations>();

  function count(lo: number, hi: number): Continuations {
    const tokens: number[] = [];
    for (let at = lo; at < hi; at++) if (seen[stream[order[at]!]!]!++ === 0) tokens.push(stream[order[at]!]!);
    const counts = Int32Array.from(tokens, (token) => seen[token]!);
    for (const token of tokens) seen[token] = 0;
    return { tokens: Int32Array.from(tokens), counts, total: hi - lo };
  }

  return (lo: number, hi: number): Continuations => {
    if (hi - lo < WORTH_KEEPING) return count(lo, hi);
    const key = lo * (order.length + 1) + hi;
    const known = kept.get(key) ?? count(lo, hi);
    kept.set(key, known);
    return known;
  };
}
