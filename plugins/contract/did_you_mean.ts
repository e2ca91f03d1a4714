import { closest, distance } from "fastest-levenshtein";

/**
 * The name that was probably meant, if one is close: a slip every three letters, or two letters that changed places.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { suggestion } from "recall-guard/plugin";
 *
 * assert.equal(suggestion("metdata", ["prompt", "metadata"]), "metadata");
 * assert.equal(suggestion("ticker", ["prompt", "metadata"]), undefined);
 * ```
 */
export function suggestion(word: string, names: ReadonlyArray<string>): string | undefined {
  if (names.length === 0) return undefined;
  const typed = word.toLowerCase();
  const known = names.map((name) => name.toLowerCase());
  const best = closest(typed, known);
  const slips = distance(typed, best);
  const isClose = slips < word.length && slips <= Math.max(1, Math.floor(word.length / 3));
  return isClose || isSwapped(typed, best) ? names[known.indexOf(best)] : undefined;
}

/** Two neighbouring letters changed places: `wiht` for `with`. */
function isSwapped(word: string, name: string): boolean {
  const first = [...word].findIndex((letter, i) => letter !== name[i]);
  const swapped =
    word.slice(0, first) + (word[first + 1] ?? "") + (word[first] ?? "") + word.slice(first + 2);
  return first >= 0 && swapped === name;
}

/**
 * The end of a sentence about a name that is not known: which one was probably meant, or nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { didYouMean } from "recall-guard/plugin";
 *
 * assert.equal(didYouMean("recrods", ["terminal", "records"]), '; did you mean "records"?');
 * assert.equal(didYouMean("html", ["terminal", "records"]), "");
 * ```
 */
export function didYouMean(word: string, names: ReadonlyArray<string>): string {
  const best = suggestion(word, names);
  return best === undefined ? "" : `; did you mean "${best}"?`;
}
