import { blindCrossfitter } from "./_blind_kernel.ts";
import { auc } from "./auc.ts";
import { type AucInterval, aucInterval } from "./auc_interval.ts";
import { aucMinDetectable } from "./auc_mde.ts";
import { type Clue, clues } from "./clues.ts";
import { type FoldPlan, foldPlan, type Groups } from "./folds.ts";
import { type RefitPermutation, refitPermutation } from "./permutation.ts";
import { type Random, shuffle } from "./random.ts";

/** The prompts of the two calibration corpora, with each one's date or other group. */
export interface BlindRows {
  readonly members: ReadonlyArray<string>;
  readonly controls: ReadonlyArray<string>;
  readonly memberGroups: Groups;
  readonly controlGroups: Groups;
}

/** How to judge the prompts. */
export interface BlindOptions {
  /** 5 unless given. */
  readonly folds?: number;
  /** How often to refit under permuted labels, for the interval's width; 49, which tell the width to 10 %, unless given. */
  readonly permutations?: number;
  /** Prompts of a class that are read at most, a random choice of more; 400 unless given. */
  readonly maxRows?: number;
  /** Where the choice, then the folds, then the permutations come from. */
  readonly random: Random;
}

/** How far the prompts alone, read without any model, tell the two corpora apart. */
export interface BlindSeparation {
  /** Prompts read of each class. */
  readonly members: number;
  readonly controls: number;
  readonly plan: FoldPlan;
  /** The out-of-fold area; its standard error and interval include what refitting adds. */
  readonly auc: AucInterval;
  readonly permutation: RefitPermutation;
  readonly minDetectable: number | null;
  /** Whether the interval lies above 1/2: then whatever tells the corpora apart need not be memory. */
  readonly isSeparable: boolean;
  /** What gives the corpora away, strongest first. */
  readonly clues: ReadonlyArray<Clue>;
}

/** Permuted labels leave margins near 0, where two steps bring the permuted areas to three digits. */
const PERMUTED = { maxSteps: 2 };

/**
 * The blind baseline: prompts are cross-fitted by the same fold rule as a model's features, on a few covariates and
 * hashed character grams, with ridge logistic regression (after Das et al. 2024, Blind Baselines Beat Membership
 * Inference Attacks).
 *
 * @returns Not ok if a class has fewer than two prompts.
 * @throws {RangeError} if groups and prompts differ in number, or an option is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { blind, random } from "recall-guard/math";
 *
 * const prompts = Array.from({ length: 30 }, (_, i) => `Ticker ${i}: up or down?`);
 * const undated = Array(30).fill(null);
 * const found = blind(
 *   { members: prompts.map((prompt) => `${prompt}...`), controls: prompts, memberGroups: undated, controlGroups: undated },
 *   { random: random(0, "blind") },
 * );
 * assert.ok(found.ok && found.blind.isSeparable);
 * assert.equal(found.blind.clues[0]?.words, "ends with an ellipsis: 100 % against 0 %");
 * ```
 */
export function blind(
  rows: BlindRows,
  { folds = 5, permutations = 49, maxRows = 400, random }: BlindOptions,
): { readonly ok: true; readonly blind: BlindSeparation } | { readonly ok: false; readonly reason: string } {
  checkGroups(rows);
  const members = chosen(rows.members.length, maxRows, random);
  const controls = chosen(rows.controls.length, maxRows, random);
  if (members.length < 2 || controls.length < 2) {
    return {
      ok: false,
      reason: `Too few prompts: ${members.length} memorised and ${controls.length} control`,
    };
  }
  const texts = [...pick(rows.members, members), ...pick(rows.controls, controls)];
  const groups = [...pick(rows.memberGroups, members), ...pick(rows.controlGroups, controls)];
  const labels = new Uint8Array(texts.length).fill(1, 0, members.length);
  const plan = foldPlan(labels, groups, { folds, random });
  const fit = blindCrossfitter(texts, plan);
  const probabilities = fit(labels);
  const refit = (permuted: Uint8Array) => fit(permuted, PERMUTED);
  const permutation = refitPermutation(auc(probabilities, labels)!, { labels, groups, plan }, refit, {
    permutations,
    random,
  });
  const { inflation } = permutation;
  const area = aucInterval(probabilities, labels, { inflation })!;
  const sizes = { members: members.length, controls: controls.length };
  return {
    ok: true,
    blind: {
      ...sizes,
      plan,
      auc: area,
      permutation,
      minDetectable: aucMinDetectable({ ...sizes, inflation }),
      isSeparable: area.lo > 0.5,
      clues: clues(pick(rows.members, members), pick(rows.controls, controls)),
    },
  };
}

function checkGroups({ members, controls, memberGroups, controlGroups }: BlindRows): void {
  if (memberGroups.length !== members.length || controlGroups.length !== controls.length) {
    throw new RangeError(
      `Cannot fold ${members.length} members and ${controls.length} controls by ${memberGroups.length} and ${controlGroups.length} groups`,
    );
  }
}

/** All of n rows, or `limit` of them at random, ascending; draws nothing where all are read. */
function chosen(n: number, limit: number, random: Random): Uint32Array {
  const rows = Uint32Array.from({ length: n }, (_, row) => row);
  return n <= limit ? rows : shuffle(rows, random).slice(0, limit).sort();
}

function pick<A>(values: ReadonlyArray<A>, rows: Uint32Array): ReadonlyArray<A> {
  return Array.from(rows, (row) => values[row]!);
}
