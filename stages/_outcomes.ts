import type {
  AccuracyFinding,
  CiBound,
  ClusterFinding,
  GapDifference,
  Known,
  OutcomeFindings,
} from "../plugins/contract/mod.ts";
import { clusterOf, type Divide, type JudgedRows, rowsOn, type Side } from "./_judged_rows.ts";
import {
  type ClusterEffect,
  type ClusteredHits,
  clusterEffect,
  clusteredGap,
  clusteredShare,
  gapDifference,
  outcomeRecall,
} from "./math/mod.ts";

/** A model's evaluation with its cutoff. */
export interface DatedModel {
  readonly model: string;
  readonly rows: JudgedRows;
  /** YYYY-MM-DD, or null. */
  readonly cutoff: string | null;
}

/** What else the outcomes are judged against. */
export interface OutcomeOptions {
  readonly rowsAfter: string | null;
  /** All models of the run; the one with the earliest cutoff before the model's own is compared with. */
  readonly models: ReadonlyArray<DatedModel>;
}

/** Accuracy around a model's cutoff, and whether it shows that outcomes are recalled. */
export function outcomes(own: DatedModel, { rowsAfter, models }: OutcomeOptions): OutcomeFindings {
  const { cutoff, rows } = own;
  if (cutoff === null) return withoutCutoff();
  const divide = { cutoff, rowsAfter };
  const sides = { before: hitsOn(rows, "before", divide), after: hitsOn(rows, "after", divide) };
  const before = accuracy(sides.before, "before");
  const after = accuracy(sides.after, "after");
  const gap = gapOf(before, after, sides);
  const difference = differenceOf(own, divide, models);
  const { recall, sentence } = outcomeRecall({
    gap: gap.ok ? gap.value : null,
    difference: difference.ok ? difference.value.difference : null,
  });
  return { cutoff, before, after, gap, difference, recall, sentence };
}

function withoutCutoff(): OutcomeFindings {
  const unknown = { ok: false, reason: "the model's cutoff is not known" } as const;
  const { recall, sentence } = outcomeRecall({ gap: null, difference: null });
  return {
    cutoff: null,
    before: unknown,
    after: unknown,
    gap: unknown,
    difference: unknown,
    recall,
    sentence,
  };
}

function hitsOn(rows: JudgedRows, side: Side, divide: Divide): ClusteredHits {
  const kept = rowsOn(rows, side, divide, (row) => rows.hits[row] !== -1);
  return { hits: kept.map((row) => rows.hits[row]!), labels: kept.map(clusterOf(rows)) };
}

function accuracy({ hits, labels }: ClusteredHits, side: Side): Known<AccuracyFinding> {
  const effect = clusterEffect(hits, labels);
  const dates = effect?.clusters ?? 0;
  const found = clusteredShare(hits, labels);
  if (found === null) return { ok: false, reason: `${dates} dates with a readable row ${side} the cutoff` };
  return { ok: true, value: { rows: hits.length, dates, accuracy: found, clusters: clusterFinding(effect) } };
}

function clusterFinding(effect: ClusterEffect | null): ClusterFinding {
  const { icc = null, deff = null, nEff = null, reason = null } = effect ?? {};
  return { icc, designEffect: deff, nEff, reason };
}

function gapOf(
  before: Known<AccuracyFinding>,
  after: Known<AccuracyFinding>,
  sides: Readonly<Record<Side, ClusteredHits>>,
): Known<CiBound> {
  if (!before.ok) return before;
  if (!after.ok) return after;
  const gap = clusteredGap(sides.before, sides.after);
  return gap === null ? { ok: false, reason: "too few dates" } : { ok: true, value: gap };
}

/**
 * The gap beside that of the model with the earliest cutoff before the model's own, over the rows after that earlier
 * cutoff that both have read: none of them can be the other model's memory.
 */
function differenceOf(
  own: DatedModel,
  divide: Divide,
  models: ReadonlyArray<DatedModel>,
): Known<GapDifference> {
  const other = earliest(models, divide.cutoff);
  if (other === null) return { ok: false, reason: "no other model has an earlier cutoff" };
  const { rows } = own;
  const isNew = { cutoff: other.cutoff, rowsAfter: divide.rowsAfter };
  const usable = new Set(
    rowsOn(rows, "after", isNew, (row) => rows.hits[row] !== -1 && other.rows.hits[row] !== -1),
  );
  const paired = (side: Side) => {
    const kept = rowsOn(rows, side, divide, (row) => usable.has(row));
    const hits = kept.map((row) => rows.hits[row]!);
    return { hits, others: kept.map((row) => other.rows.hits[row]!), labels: kept.map(clusterOf(rows)) };
  };
  const difference = gapDifference(paired("before"), paired("after"));
  return difference === null
    ? { ok: false, reason: `too few dates between the cutoffs of "${other.model}" and the model, or after` }
    : { ok: true, value: { against: other.model, rows: usable.size, difference } };
}

function earliest(
  models: ReadonlyArray<DatedModel>,
  cutoff: string,
): (DatedModel & { readonly cutoff: string }) | null {
  let found: (DatedModel & { readonly cutoff: string }) | null = null;
  for (const model of models) {
    if (model.cutoff === null || model.cutoff >= cutoff || model.rows.size === 0) continue;
    if (found === null || model.cutoff < found.cutoff) found = { ...model, cutoff: model.cutoff };
  }
  return found;
}
