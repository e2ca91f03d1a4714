import type { Run } from "./_exact_run.ts";
import { byteSpelling, UNREADABLE } from "./_token_spelling.ts";

/** An unreadable unit hides at most one character, in bytes of UTF-8. */
const WIDEST = 4;

/**
 * The last run of whole pieces that spells an answer where each unreadable unit (U+FFFD, or an empty token) may hide
 * up to four bytes beyond ASCII: those of a character split over tokens. Of runs with one end the longest counts, which
 * hides least. Null where there is nothing unreadable, or where the search would not stay near linear.
 */
export function veiledRun(answer: string, tokens: ReadonlyArray<string>): Run | null {
  const { text, pieces } = byteSpelling(answer, tokens);
  const veiled = pieces.map((piece, i) => (tokens[i] === "" ? UNREADABLE : piece));
  if (!veiled.some((piece) => piece.includes(UNREADABLE))) return null;
  let effort = veiled.reduce((sum, piece) => sum + 16 * piece.length, 1_000_000);
  let found: Run | null = null;
  let open: Open = new Map();
  for (let i = veiled.length - 1; i >= 0 && (found === null || open.size > 0); i--) {
    const piece = veiled[i]!;
    if (found === null && piece !== "" && !open.has(text.length)) open.set(text.length, i);
    for (let unit = piece.length - 1; unit >= 0; unit--) {
      effort -= open.size;
      if (effort < 0) return null;
      open = piece[unit] === UNREADABLE ? behindVeil(text, open) : behindUnit(text, open, piece[unit]!);
    }
    const last = open.get(0);
    if (last === undefined) continue;
    found = { first: i, last, cut: false };
    open = new Map([...open].filter(([left, end]) => left > 0 && end === last));
  }
  return found === null ? null : { ...found, first: withVeiledLead(text, veiled, found.first) };
}

/** Readings from the right that still stand: how much of the text is left to spell -> the token its run ends with. */
type Open = Map<number, number>;

function behindUnit(text: string, open: Open, unit: string): Open {
  const next: Open = new Map();
  for (const [left, last] of open) if (left > 0 && text[left - 1] === unit) next.set(left - 1, last);
  return next;
}

function behindVeil(text: string, open: Open): Open {
  const next: Open = new Map();
  for (const [left, last] of open) {
    if (left < text.length && !next.has(left)) next.set(left, last);
    for (let at = left - 1; at >= left - WIDEST && isHideable(text, at); at--)
      if (!next.has(at)) next.set(at, last);
  }
  return next;
}

/** Pieces before the run that can only be parts of the text's first character. */
function withVeiledLead(text: string, veiled: ReadonlyArray<string>, first: number): number {
  let lead = first;
  while (lead > 0 && isHideable(text, 0) && veiled[lead - 1] === UNREADABLE) lead--;
  return lead;
}

function isHideable(text: string, at: number): boolean {
  return at >= 0 && text.charCodeAt(at) >= 0x80;
}
