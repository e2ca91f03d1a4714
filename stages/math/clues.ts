import { frequentGrams } from "./_frequent_grams.ts";
import { aucInterval } from "./auc_interval.ts";
import { type BlindFeatures, blindFeatures } from "./blind_features.ts";
import { expm1 } from "./elementary.ts";

/** One thing about the prompts that tells the two corpora apart on its own. */
export interface Clue {
  /** The clue and its typical value in the memorised corpus against the control corpus. */
  readonly words: string;
  /** The area under the ROC curve of this clue alone, in whichever direction is above 1/2. */
  readonly auc: number;
}

/**
 * What gives two corpora away, strongest first: each blind feature, the level of the numbers quoted, and character grams,
 * where it separates the corpora on its own by more than chance among so many. In-sample, a description: whether the
 * prompts separate the corpora at all is for `blind()` to say.
 *
 * @param most Clues to name at most; 5 unless given.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clues } from "recall-guard/math";
 *
 * const members = Array.from({ length: 40 }, (_, i) => `Row ${i}: index at ${1400 + i}.25`);
 * const controls = Array.from({ length: 40 }, (_, i) => `Row ${i}: index at ${2600 + i}.25`);
 * assert.equal(clues(members, controls)[0]?.words, "level of the numbers quoted: largest 1419.75 against 2619.75");
 * ```
 */
export function clues(
  members: ReadonlyArray<string>,
  controls: ReadonlyArray<string>,
  most = 5,
): ReadonlyArray<Clue> {
  const looks = [members.map(lookOf), controls.map(lookOf)] as const;
  const found = TRAITS.flatMap((trait) => judged(trait, looks));
  const grams = frequentGrams(members, controls).map(({ gram, shares, auc }) => ({
    words: `contains ${JSON.stringify(gram)}: ${percent(shares[0])} against ${percent(shares[1])}`,
    auc,
  }));
  return [...found, ...grams].toSorted((a, b) => b.auc - a.auc).slice(0, most);
}

interface Look extends BlindFeatures {
  /** The largest number outside dates and years; 0 without one. */
  readonly level: number;
}

function lookOf(text: string): Look {
  return { ...blindFeatures(text), level: largestNumber(text) };
}

interface Trait {
  readonly of: (look: Look) => number;
  readonly says: (members: ReadonlyArray<number>, controls: ReadonlyArray<number>) => string;
}

const TRAITS: ReadonlyArray<Trait> = [
  {
    of: (look) => look.endsWithEllipsis,
    says: (a, b) => `ends with an ellipsis: ${percent(mean(a))} against ${percent(mean(b))}`,
  },
  {
    of: (look) => look.latestYear,
    says: (a, b) => `dates: latest year ${year(median(a))} against ${year(median(b))}`,
  },
  {
    of: (look) => look.level,
    says: (a, b) => `level of the numbers quoted: largest ${plain(median(a))} against ${plain(median(b))}`,
  },
  {
    of: (look) => look.logLength,
    says: (a, b) =>
      `length: ${Math.round(expm1(median(a)))} against ${Math.round(expm1(median(b)))} characters`,
  },
  { of: (look) => look.words, says: (a, b) => `words: ${plain(median(a))} against ${plain(median(b))}` },
  {
    of: (look) => look.digits,
    says: (a, b) => `share of digits: ${fine(median(a))} against ${fine(median(b))}`,
  },
  {
    of: (look) => look.upperCase,
    says: (a, b) => `share of upper case: ${fine(median(a))} against ${fine(median(b))}`,
  },
  {
    of: (look) => look.punctuation,
    says: (a, b) => `share of punctuation: ${fine(median(a))} against ${fine(median(b))}`,
  },
];

/** The trait as a clue where its area's interval leaves out 1/2 at 5 % over all traits together, else nothing. */
function judged(
  { of, says }: Trait,
  [members, controls]: readonly [ReadonlyArray<Look>, ReadonlyArray<Look>],
) {
  const values = [members.map(of), controls.map(of)] as const;
  const scores = Float64Array.from(values.flat());
  const labels = new Uint8Array(scores.length).fill(1, 0, members.length);
  const found = aucInterval(scores, labels, { confidence: 1 - 0.05 / TRAITS.length });
  if (found === null || (found.lo <= 0.5 && found.hi >= 0.5)) return [];
  return [{ words: says(...values), auc: Math.max(found.point, 1 - found.point) }];
}

const DATES_AND_YEARS = /\d{4}-\d{2}-\d{2}|(?<![\w.,$€£¥])(?:19|20)\d{2}(?!\w|[.,]\d)/g;
const NUMBERS = /\d+(?:,\d{3})*(?:\.\d+)?/g;

function largestNumber(text: string): number {
  const numbers = text.replace(DATES_AND_YEARS, " ").match(NUMBERS) ?? [];
  return numbers.reduce((largest, number) => Math.max(largest, Number(number.replaceAll(",", ""))), 0);
}

function mean(values: ReadonlyArray<number>): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: ReadonlyArray<number>): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function fine(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function plain(value: number): string {
  return String(Number(value.toFixed(2)));
}

function year(value: number): string {
  return value === 0 ? "none" : String(Math.round(value));
}
