/** A character gram that one corpus has more often than the other. */
export interface FrequentGram {
  readonly gram: string;
  /** Shares of the members and of the controls that contain it. */
  readonly shares: readonly [number, number];
  /** 1/2 + half the difference of the shares: the area of the gram alone. */
  readonly auc: number;
}

/** Standard errors of a difference of shares beyond which chance among tens of thousands of grams is ruled out. */
const CLEAR = 5.5;
const SHORTEST = 3;
const LONGEST = 5;
const MOST = 3;

/** The grams of 3 to 5 characters whose frequency differs most and clearly; of those in the same prompts the longest. */
export function frequentGrams(
  members: ReadonlyArray<string>,
  controls: ReadonlyArray<string>,
): ReadonlyArray<FrequentGram> {
  const counts = new Map<string, [number, number]>();
  count(members, 0, counts);
  count(controls, 1, counts);
  const clear = [...counts].flatMap(([gram, [k1, k0]]) => {
    const shares = [k1 / members.length, k0 / controls.length] as const;
    return standardErrors([k1, k0], [members.length, controls.length]) < CLEAR
      ? []
      : [{ gram, shares, auc: 0.5 + Math.abs(shares[0] - shares[1]) / 2 }];
  });
  return distinct(clear.toSorted(byStrength));
}

function count(texts: ReadonlyArray<string>, corpus: 0 | 1, counts: Map<string, [number, number]>): void {
  for (const text of texts) {
    for (const gram of gramsOf(text)) {
      const known = counts.get(gram);
      if (known === undefined) counts.set(gram, corpus === 0 ? [1, 0] : [0, 1]);
      else known[corpus]++;
    }
  }
}

function gramsOf(text: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (let start = 0; start < text.length; start++) {
    for (let size = SHORTEST; size <= LONGEST && start + size <= text.length; size++) {
      grams.add(text.slice(start, start + size));
    }
  }
  return grams;
}

/** |difference of shares| over its standard error at the pooled share. */
function standardErrors([k1, k0]: readonly [number, number], [n1, n0]: readonly [number, number]): number {
  const pooled = (k1 + k0) / (n1 + n0);
  const variance = pooled * (1 - pooled) * (1 / n1 + 1 / n0);
  return variance === 0 ? 0 : Math.abs(k1 / n1 - k0 / n0) / Math.sqrt(variance);
}

function byStrength(a: FrequentGram, b: FrequentGram): number {
  if (a.auc !== b.auc) return b.auc - a.auc;
  if (a.gram.length !== b.gram.length) return b.gram.length - a.gram.length;
  return a.gram < b.gram ? -1 : 1;
}

/** Leaves out a gram as frequent as one before it: mostly a piece of the same passage. */
function distinct(grams: ReadonlyArray<FrequentGram>): ReadonlyArray<FrequentGram> {
  const kept: Array<FrequentGram> = [];
  for (const gram of grams) {
    const isKnown = kept.some(({ shares }) => shares[0] === gram.shares[0] && shares[1] === gram.shares[1]);
    if (!isKnown) kept.push(gram);
    if (kept.length === MOST) break;
  }
  return kept;
}
