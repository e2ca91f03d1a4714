import { log1p } from "./elementary.ts";
/** What a prompt looks like, read without a model. */
export interface BlindFeatures {
  /** log(1 + UTF-16 units). */
  readonly logLength: number;
  /** Runs of what is no white space. */
  readonly words: number;
  /** Share of the units that are digits. */
  readonly digits: number;
  /** Share of the units that are upper-case letters. */
  readonly upperCase: number;
  /** Share of the units that are one of `.,;:!?-()[]`. */
  readonly punctuation: number;
  /** The latest year of an ISO date or standing alone; 0 where there is none. */
  readonly latestYear: number;
  /** 1 where the text ends with an ellipsis, else 0. */
  readonly endsWithEllipsis: number;
}

/** The names of the blind features, in the order of their columns. */
export const BLIND_FEATURES = [
  "logLength",
  "words",
  "digits",
  "upperCase",
  "punctuation",
  "latestYear",
  "endsWithEllipsis",
] as const satisfies ReadonlyArray<keyof BlindFeatures>;

const ISO_DATE = /(?<!\d)(\d{4})-\d{2}-\d{2}(?!\d)/g;
/** A year of its own: neither part of a number or a word, nor a price, a signed number or a percentage. */
const YEAR = /(?<![\w.,$€£¥]|(?<!\w)[-+−])((?:19|20)\d{2})(?!\w|[.,]\d|\s?%)/gu;

/**
 * The blind features of a prompt.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { blindFeatures } from "recall-guard/math";
 *
 * const { words, latestYear, endsWithEllipsis } = blindFeatures("Closed at 2031.50 on 2024-10-02, as in 2019...");
 * assert.deepEqual([words, latestYear, endsWithEllipsis], [8, 2024, 1]);
 * ```
 */
export function blindFeatures(text: string): BlindFeatures {
  const share = (pattern: RegExp) => (text === "" ? 0 : (text.match(pattern)?.length ?? 0) / text.length);
  return {
    logLength: log1p(text.length),
    words: text.match(/\S+/g)?.length ?? 0,
    digits: share(/[0-9]/g),
    upperCase: share(/\p{Lu}/gu),
    punctuation: share(/[.,;:!?\-()[\]]/g),
    latestYear: latestYear(text),
    endsWithEllipsis: /(?:\.{3}|…)\s*$/.test(text) ? 1 : 0,
  };
}

/**
 * The blind features of some prompts as covariates, for `overlapWeightedAuc()`.
 *
 * @returns Row-major, shape (n, 7), columns in the order of {@link BLIND_FEATURES}.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { blindCovariates } from "recall-guard/math";
 *
 * assert.deepEqual(blindCovariates([""]), new Float64Array(7));
 * ```
 */
export function blindCovariates(texts: ReadonlyArray<string>): Float64Array {
  const d = BLIND_FEATURES.length;
  const covariates = new Float64Array(texts.length * d);
  texts.forEach((text, i) => {
    const found = blindFeatures(text);
    BLIND_FEATURES.forEach((name, j) => {
      covariates[i * d + j] = found[name];
    });
  });
  return covariates;
}

function latestYear(text: string): number {
  const found = [ISO_DATE, YEAR].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match) => Number(match[1])),
  );
  return Math.max(0, ...found);
}
