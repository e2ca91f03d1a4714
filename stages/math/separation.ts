import { type Sample, sampleOf, shortage } from "./_calibration_sample.ts";
import { crossfitter } from "./_crossfitter.ts";
import { OWN_FEATURES } from "./_rows.ts";
import { auc } from "./auc.ts";
import { type AucInterval, aucInterval } from "./auc_interval.ts";
import { aucMinDetectable } from "./auc_mde.ts";
import { FEATURES, type FeatureName } from "./features.ts";
import type { CalibrationRows } from "./fit_calibrator.ts";
import { type FoldPlan, foldPlan, type Groups } from "./folds.ts";
import { type RefitPermutation, refitPermutation } from "./permutation.ts";
import type { Random } from "./random.ts";

/** Raw features of the two calibration corpora, with each row's date or other group. */
export interface SeparationRows extends CalibrationRows {
  readonly memberGroups: Groups;
  readonly controlGroups: Groups;
}

/** How to judge a separation. */
export interface SeparationOptions {
  /** 5 unless given. */
  readonly folds?: number;
  /** 199 unless given. */
  readonly permutations?: number;
  /** Where the folds, then the permutations come from. */
  readonly random: Random;
}

/** How far a model's features tell the two corpora apart, judged out of fold. */
export interface Separation {
  /** The columns used; `ref_delta` only where two rows of each class have it. */
  readonly features: ReadonlyArray<FeatureName>;
  readonly members: number;
  readonly controls: number;
  /** 1 for members, 0 for controls, members first, shape (n). */
  readonly labels: Uint8Array;
  /** A row's number among all members, then all controls, failed ones included, shape (n). */
  readonly ids: Uint32Array;
  readonly plan: FoldPlan;
  /** Out-of-fold `p_memorized`, shape (n). */
  readonly probabilities: Float64Array;
  /** The out-of-fold area; its standard error and interval include what refitting adds. */
  readonly auc: AucInterval;
  readonly permutation: RefitPermutation;
  /** The smallest area that rows and folds like these find four times out of five; null where there is none. */
  readonly minDetectable: number | null;
}

/** Tuned for permuted labels: at a last step of this size the area is right to its last digits. */
const PERMUTED_STEP = 1e-5;

/**
 * Cross-fits a model's features, in standard deviations of each training part's control rows, and judges the out-of-fold
 * area under the ROC curve: interval, permutation test with refitting, smallest detectable area.
 *
 * @returns Not ok if a class has fewer than two valid rows.
 * @throws {RangeError} if groups and rows differ in number, or an option is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { featureTable, random, separation } from "recall-guard/math";
 *
 * const rows = (loss: number) => featureTable(Float64Array.from(
 *   Array.from({ length: 10 }, (_, i) => [loss + i / 10, -2, -1, 0.2, NaN]).flat(),
 * ));
 * const undated = Array(10).fill(null);
 * const found = separation(
 *   { members: rows(0.1), controls: rows(2), memberGroups: undated, controlGroups: undated },
 *   { random: random(0, "separation") },
 * );
 * assert.ok(found.ok && found.separation.auc.point === 1 && found.separation.permutation.p <= 0.05);
 * ```
 */
export function separation(
  rows: SeparationRows,
  { folds = 5, permutations = 199, random }: SeparationOptions,
): { readonly ok: true; readonly separation: Separation } | { readonly ok: false; readonly reason: string } {
  checkGroups(rows);
  const tables = [rows.members, rows.controls] as const;
  const own = sampleOf(tables, OWN_FEATURES);
  const reason = shortage(own);
  if (reason !== null) return { ok: false, reason };
  const full = sampleOf(tables, FEATURES);
  const sample = shortage(full) === null ? full : own;
  const all = [...rows.memberGroups, ...rows.controlGroups];
  const groups = Array.from(sample.ids, (id) => all[id]!);
  const plan = foldPlan(sample.labels, groups, { folds, random });
  return { ok: true, separation: judged(sample, groups, plan, { permutations, random }) };
}

function judged(
  { names, x, labels, ids }: Sample,
  groups: Groups,
  plan: FoldPlan,
  options: Required<Omit<SeparationOptions, "folds">>,
): Separation {
  const fitting = { yardstick: "controls" } as const;
  const probabilities = crossfitter(x, names.length, plan, fitting)(labels);
  const refit = crossfitter(x, names.length, plan, { ...fitting, smallStep: PERMUTED_STEP });
  const permutation = refitPermutation(auc(probabilities, labels)!, { labels, groups, plan }, refit, options);
  const { inflation } = permutation;
  const members = labels.reduce((count, label) => count + label, 0);
  const controls = labels.length - members;
  return {
    features: names,
    members,
    controls,
    labels,
    ids,
    plan,
    probabilities,
    auc: aucInterval(probabilities, labels, { inflation })!,
    permutation,
    minDetectable: aucMinDetectable({ members, controls, inflation }),
  };
}

function checkGroups({ members, controls, memberGroups, controlGroups }: SeparationRows): void {
  if (memberGroups.length !== members.size || controlGroups.length !== controls.size) {
    throw new RangeError(
      `Cannot fold ${members.size} members and ${controls.size} controls by ${memberGroups.length} and ${controlGroups.length} groups`,
    );
  }
}
