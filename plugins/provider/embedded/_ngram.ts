import { BOUNDARY, contextOrder } from "./_context_order.ts";
import { type Continuations, counter } from "./_continuations.ts";
import { encodeAll } from "./_encoding.ts";
import { tokenize } from "./_tokenizer.ts";

/** The share of a count that every seen continuation gives up to shorter contexts. */
const DISCOUNT = 0.75;

/** A language model that is nothing but the counts of what it read. */
export interface Ngram {
  /** Text of each token id; id 0 is the document boundary, whose text is empty. */
  readonly vocabulary: ReadonlyArray<string>;
  /** Token ids of a text as it stands at a document's beginning; -1 for what was never read. */
  readonly encode: (text: string) => number[];
  /**
   * The probability of every token after a history that begins with the boundary.
   *
   * @param into Where to write, shape (vocabulary); a new array when left out.
   */
  readonly distribution: (history: ReadonlyArray<number>, into?: Float64Array) => Float64Array;
}

/**
 * An n-gram model of unbounded context with absolute discounting, interpolated from a uniform floor down the
 * path of ever longer contexts at which the set of matching positions shrinks (Ney, Essen & Kneser 1994, over
 * a suffix order in place of a fixed n).
 *
 * @param maxContext The longest context it can use, in tokens.
 * @throws RangeError without a document, or with a context shorter than 1.
 */
export function ngram(documents: ReadonlyArray<string>, maxContext = Number.POSITIVE_INFINITY): Ngram {
  if (documents.length === 0) throw new RangeError("Cannot build a language model: it has read no document");
  if (!(maxContext >= 1))
    throw new RangeError(
      `Cannot build a language model: expected a context of at least 1 token, got ${maxContext}`,
    );
  const { stream, vocabulary, ids } = encodeAll(documents);
  const order = contextOrder(stream, vocabulary.length);
  const continuations = counter(stream, order, vocabulary.length);
  const root = rootDistribution(continuations(0, order.length), vocabulary.length);

  function distribution(
    history: ReadonlyArray<number>,
    into: Float64Array = new Float64Array(root.length),
  ): Float64Array {
    const path = contexts(stream, order, history, maxContext);
    const nodes = path.map(([lo, hi]) => continuations(lo, hi)).reverse();
    const rest = nodes.reduce((left, node) => left * passedOn(node), 1);
    for (let id = 0; id < root.length; id++) into[id] = rest * root[id]!;
    let weight = 1;
    for (const node of nodes) {
      addDiscounted(into, node, weight);
      weight *= passedOn(node);
    }
    return into;
  }

  const encode = (text: string) => [BOUNDARY, ...tokenize(text).map((token) => ids.get(token) ?? -1)];
  return { vocabulary, encode, distribution };
}

function rootDistribution(node: Continuations, size: number): Float64Array {
  const root = new Float64Array(size).fill(passedOn(node) / size);
  addDiscounted(root, node, 1);
  return root;
}

/** The share that a context leaves to shorter ones. */
function passedOn({ tokens, total }: Continuations): number {
  return (DISCOUNT * tokens.length) / total;
}

function addDiscounted(into: Float64Array, node: Continuations, weight: number): void {
  const { tokens, counts, total } = node;
  for (let at = 0; at < tokens.length; at++)
    into[tokens[at]!]! += (weight * (counts[at]! - DISCOUNT)) / total;
}

/** Ranges [lo, hi) of the order, shortest context first, one for each time the matching positions shrink. */
function contexts(
  stream: Int32Array,
  order: Int32Array,
  history: ReadonlyArray<number>,
  most: number,
): Array<readonly [number, number]> {
  const path: Array<readonly [number, number]> = [];
  let [lo, hi] = [0, order.length];
  const longest = Math.min(history.length, most);
  for (let depth = 0; depth < longest; depth++) {
    const token = history[history.length - 1 - depth]!;
    const from = firstNotBelow(stream, order, lo, hi, depth, token);
    const to = firstNotBelow(stream, order, from, hi, depth, token + 1);
    if (from === to) break;
    if (to - from < hi - lo) path.push([from, to]);
    [lo, hi] = [from, to];
  }
  return path;
}

function firstNotBelow(
  stream: Int32Array,
  order: Int32Array,
  lo: number,
  hi: number,
  depth: number,
  token: number,
) {
  while (lo < hi) {
    const middle = (lo + hi) >>> 1;
    if (stream[order[middle]! - 1 - depth]! < token) lo = middle + 1;
    else hi = middle;
  }
  return lo;
}
