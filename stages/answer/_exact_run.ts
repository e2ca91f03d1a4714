import type { Spelling } from "./_token_spelling.ts";

/** Tokens `first` to `last`, both included, spell the text; `cut` when the last one goes on past its end. */
export interface Run {
  readonly first: number;
  readonly last: number;
  readonly cut: boolean;
}

/**
 * The last run of whole pieces that spells the text; failing that, the last run whose final piece begins within the text
 * and ends past it. Linear in the lengths of both.
 */
export function exactRun({ text, pieces }: Spelling): Run | null {
  const begins = new Map<number, number>();
  const ends: number[] = [];
  let length = 0;
  pieces.forEach((piece, i) => {
    if (piece !== "") begins.set(length, i);
    length += piece.length;
    ends.push(length);
  });
  let whole: Run | null = null;
  let cut: Run | null = null;
  let last = 0;
  for (const at of occurrences(text, pieces.join(""))) {
    const first = begins.get(at);
    if (first === undefined) continue;
    const end = at + text.length;
    while (ends[last]! < end) last++;
    const run = { first, last, cut: ends[last]! > end };
    if (run.cut) cut = run;
    else whole = run;
  }
  return whole ?? cut;
}

/** Where `sought` begins in `text`, overlaps included (Knuth, Morris & Pratt 1977). */
function* occurrences(sought: string, text: string): Generator<number> {
  const border = borders(sought);
  let matched = 0;
  for (let i = 0; i < text.length; i++) {
    while (matched > 0 && (matched === sought.length || sought[matched] !== text[i]))
      matched = border[matched - 1]!;
    if (sought[matched] === text[i]) matched++;
    if (matched === sought.length) yield i + 1 - matched;
  }
}

/** Length of the longest proper prefix of `text` that ends at each unit, shape (length). */
function borders(text: string): Uint32Array {
  const border = new Uint32Array(text.length);
  let matched = 0;
  for (let i = 1; i < text.length; i++) {
    while (matched > 0 && text[matched] !== text[i]) matched = border[matched - 1]!;
    if (text[matched] === text[i]) matched++;
    border[i] = matched;
  }
  return border;
}
