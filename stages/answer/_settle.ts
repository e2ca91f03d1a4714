import type { Item } from "./_items.ts";

/** What a text's items come to. */
export interface Settled {
  readonly direction: number | null;
  readonly confidence: number | null;
  readonly why: string | null;
  /** Index behind the first complete pair in the normalised text, null without one. */
  readonly end: number | null;
  /** Index behind the direction of that pair. */
  readonly directionEnd: number | null;
}

interface Pair {
  readonly direction: Item;
  readonly confidence: Item;
}

function pairsOf(items: readonly Item[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let waiting: Item | null = null;
  for (const item of items) {
    const fits: boolean = waiting !== null && waiting.kind !== item.kind && waiting.object === item.object;
    if (waiting === null || !fits) {
      waiting = item;
      continue;
    }
    pairs.push(
      item.kind === "confidence"
        ? { direction: waiting, confidence: item }
        : { direction: item, confidence: waiting },
    );
    waiting = null;
  }
  return pairs;
}

function failed(why: string): Settled {
  return { direction: null, confidence: null, why, end: null, directionEnd: null };
}

function agreed(items: readonly Item[], kind: Item["kind"]): number | null {
  const values = items.filter((item) => item.kind === kind && item.value !== null && !item.conditional);
  const first = values[0]?.value ?? null;
  return values.every((item) => item.value === first) ? first : null;
}

function contradicts(items: readonly Item[], direction: number): boolean {
  return items.some(
    ({ kind, conditional, value, word }) =>
      kind === "direction" &&
      !conditional &&
      ((value !== null && value !== direction) || (word !== null && word !== direction)),
  );
}

function directionAlone(items: readonly Item[]): Settled {
  const direction = agreed(items, "direction");
  if (direction === null) return failed("no unambiguous direction");
  const elsewhere = items.some((item) => item.kind === "direction" && item.conditional);
  if (elsewhere || contradicts(items, direction)) return failed("directions disagree");
  return { direction, confidence: null, why: "no readable confidence", end: null, directionEnd: null };
}

/** Pairs neighbouring items and keeps the answer on which every complete pair and every lone direction agree. */
export function settle(items: readonly Item[]): Settled {
  const complete = pairsOf(items).filter((p) => p.direction.value !== null && p.confidence.value !== null);
  const first = complete[0];
  if (first === undefined) return directionAlone(items);
  const direction = first.direction.value ?? 0;
  const confidence = first.confidence.value;
  const same = complete.every((p) => p.direction.value === direction && p.confidence.value === confidence);
  if (!same) return failed("complete answers disagree");
  const firm = complete.find((p) => !p.direction.conditional && !p.confidence.conditional);
  if (firm === undefined) return failed("the answer is conditional");
  if (contradicts(items, direction)) return failed("directions disagree");
  if (agreed(items, "confidence") !== confidence) {
    return { direction, confidence: null, why: "confidences disagree", end: null, directionEnd: null };
  }
  const directionEnd = firm.direction.end;
  return { direction, confidence, why: null, end: Math.max(directionEnd, firm.confidence.end), directionEnd };
}
