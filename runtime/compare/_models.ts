import { holm } from "../../stages/math/mod.ts";
import { countAfter, undated } from "./_after_cutoff.ts";
import { type Judgement, type Judgements, judgementOf } from "./_judgements.ts";
import { laterCutoff } from "./_later_cutoff.ts";
import {
  absentIn,
  type BothRows,
  type Maybe,
  type ModelTest,
  type PairedTests,
  type SharedTest,
  sharedTest,
  testsOf,
} from "./_model_test.ts";
import { type ModelRows, sharedRows } from "./_rows.ts";
import type { RunFiles } from "./_run_files.ts";
import type { Written } from "./_written.ts";

/** A value in both runs; null where a run has none. */
export interface Change<A> {
  readonly a: A | null;
  readonly b: A | null;
  readonly changed: boolean;
}

/** One model in both runs. */
export interface ModelComparison {
  readonly model: string;
  readonly in: "both" | "a" | "b";
  /** The later of the model's cutoffs in the two runs, YYYY-MM-DD; null where one of them is not known. */
  readonly cutoff: string | null;
  /**
   * Rows of each run, rows of the same prompt, how many of those changed their target or date, and of the others how many
   * lie after the cutoff and how many have no date and are not said to lie after it either.
   */
  readonly rows: {
    readonly a: number | null;
    readonly b: number | null;
    readonly shared: number | null;
    readonly changed: number | null;
    readonly after: number | null;
    readonly undated: number | null;
  };
  /** Over the rows after the cutoff, which alone show skill; null with the reason where the runs cannot tell. */
  readonly test: Maybe<ModelTest>;
  /** Over all shared rows, those that the model may have memorised included; null where that is the same. */
  readonly allRows: Maybe<SharedTest>;
  readonly verdict: Change<string>;
  readonly outcomeRecall: Change<string>;
  readonly tier: Change<number>;
  readonly rank: Change<number>;
  readonly score: Change<number>;
  readonly survives: Change<boolean>;
}

/** Every model of either run, in the order of A, then of B. */
export function compareModels(a: RunFiles, b: RunFiles): ReadonlyArray<ModelComparison> {
  const drafts = [...new Set([...modelsOf(a), ...modelsOf(b)])].map((model) => draft(model, a, b));
  const tested = drafts.filter(({ found }) => found.after.ok);
  const adjusted = holm(tested.flatMap(({ found: { after } }) => (after.ok ? [after.value.p] : [])));
  return drafts.map((one) => finished(one, adjusted[tested.indexOf(one)] ?? 1));
}

function modelsOf({ manifest }: RunFiles): ReadonlyArray<string> {
  return manifest.shortlist;
}

interface Draft {
  readonly model: string;
  readonly in: ModelComparison["in"];
  readonly rows: ModelComparison["rows"];
  readonly cutoff: Written<string>;
  readonly found: PairedTests;
  readonly judged: { readonly a: Judgement | null; readonly b: Judgement | null };
}

function draft(model: string, a: RunFiles, b: RunFiles): Draft {
  const where = whereOf(modelsOf(a).includes(model), modelsOf(b).includes(model));
  const [rowsA, rowsB] = [rowsOf(a, model), rowsOf(b, model)];
  const shared =
    rowsA.ok && rowsB.ok ? sharedRows(rowsA.value, rowsB.value, [a.rowsAfter, b.rowsAfter]) : null;
  const cutoff = laterCutoff(model, a, b);
  const both = { a: rowsA, b: rowsB, shared };
  return {
    model,
    in: where,
    cutoff,
    rows: counts(both, cutoff),
    found: where === "both" ? testsOf(both, cutoff) : absentIn(model, where === "a" ? b : a, where),
    judged: { a: judged(a.judgements, model), b: judged(b.judgements, model) },
  };
}

function whereOf(inA: boolean, inB: boolean): ModelComparison["in"] {
  return inA && inB ? "both" : inA ? "a" : "b";
}

function counts({ a, b, shared }: BothRows, cutoff: Written<string>): ModelComparison["rows"] {
  return {
    a: sizeOf(a),
    b: sizeOf(b),
    shared: shared === null ? null : shared.dates.length + shared.changed,
    changed: shared?.changed ?? null,
    after: shared === null || !cutoff.ok ? null : countAfter(shared, cutoff.value),
    undated: shared === null ? null : undated(shared, cutoff.ok ? cutoff.value : null),
  };
}

const NO_ROWS: ModelRows = { size: 0, byPrompt: new Map() };

function rowsOf({ rows }: RunFiles, model: string): Written<ModelRows> {
  return rows.ok ? { ok: true, value: rows.value.get(model) ?? NO_ROWS } : rows;
}

function sizeOf(rows: Written<ModelRows>): number | null {
  return rows.ok ? rows.value.size : null;
}

function judged(judgements: Written<Judgements>, model: string): Judgement | null {
  return judgements.ok ? judgementOf(judgements.value, model) : null;
}

function finished(
  { model, in: where, cutoff, rows, found, judged: { a, b } }: Draft,
  pHolm: number,
): ModelComparison {
  const change = <A>(of: (judgement: Judgement) => A | null): Change<A> => {
    const [was, is] = [a === null ? null : of(a), b === null ? null : of(b)];
    return { a: was, b: is, changed: was !== null && is !== null && was !== is };
  };
  return {
    model,
    in: where,
    cutoff: cutoff.ok ? cutoff.value : null,
    rows,
    test: told(found.after, (test) => ({ ...sharedTest(test), pHolm })),
    allRows: told(found.all, sharedTest),
    verdict: change(({ verdict }) => verdict),
    outcomeRecall: change(({ outcomeRecall }) => outcomeRecall),
    tier: change(({ tier }) => tier),
    rank: change(({ rank }) => rank),
    score: change(({ score }) => score),
    survives: change(({ survives }) => survives),
  };
}

function told<A, B>(found: Written<A>, inWords: (value: A) => B): Maybe<B> {
  return found.ok ? { value: inWords(found.value), reason: null } : { value: null, reason: found.reason };
}
