import type { FeatureTable, OutOfFold, SeparationFinding } from "../plugins/contract/mod.ts";
import { type Random, type Separation, separation } from "./math/mod.ts";

/** What was measured of a corpus, and where each row stands in it. */
export interface MeasuredCorpus {
  readonly table: FeatureTable;
  /** A row's prompt in the corpus, from 0. */
  readonly rows: ReadonlyArray<number>;
  /** YYYY-MM-DD of a prompt of the corpus, or null. */
  readonly date: (prompt: number) => string | null;
}

/** The two corpora of a calibration. */
export interface MeasuredCorpora {
  readonly members: MeasuredCorpus;
  readonly controls: MeasuredCorpus;
}

/** How far a model's features tell the corpora apart, with every row's out-of-fold probability. */
export type Separated =
  | { readonly ok: true; readonly finding: SeparationFinding; readonly outOfFold: OutOfFold }
  | { readonly ok: false; readonly reason: string };

/** Cross-fits the corpora, rows of one date together. */
export function separated(
  { members, controls }: MeasuredCorpora,
  options: { readonly permutations: number; readonly random: Random },
): Separated {
  const memberGroups = members.rows.map(members.date);
  const controlGroups = controls.rows.map(controls.date);
  const found = separation(
    { members: members.table, controls: controls.table, memberGroups, controlGroups },
    options,
  );
  if (!found.ok) return found;
  const { probabilities, labels, ids, plan } = found.separation;
  const prompts = [...members.rows, ...controls.rows];
  const dates = [...memberGroups, ...controlGroups];
  return {
    ok: true,
    finding: findingOf(found.separation),
    outOfFold: {
      scores: probabilities,
      labels,
      fold: plan.fold,
      rows: ids.map((id) => prompts[id]!),
      dates: Array.from(ids, (id) => dates[id]!),
    },
  };
}

function findingOf({
  members,
  controls,
  features,
  plan,
  auc,
  permutation,
  minDetectable,
}: Separation): SeparationFinding {
  const { point, lo, hi, method, se } = auc;
  const { p, permutations, inflation } = permutation;
  return {
    members,
    controls,
    features,
    folds: plan.folds,
    isGrouped: plan.isGrouped,
    fewDates: plan.fewGroups,
    auc: { point, lo, hi },
    method,
    se,
    p,
    permutations,
    inflation,
    minDetectable,
  };
}
