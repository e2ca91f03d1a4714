import { holm, type PairedTest } from "../../stages/math/mod.ts";
import { type Judgement, type Judgements, judgementOf } from "./_judgements.ts";
import { absentIn, type Maybe, type ModelTest, modelTest, testOf } from "./_model_test.ts";
import { type ModelRows, sharedRows } from "./_rows.ts";
import type { RunFiles, Written } from "./_run_files.ts";

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
  /** Rows of each run, rows of the same prompt, and how many of those changed their target or date. */
  readonly rows: {
    readonly a: number | null;
    readonly b: number | null;
    readonly shared: number | null;
    readonly changed: number | null;
  };
  /** Null with the reason where the runs cannot tell. */
  readonly test: Maybe<ModelTest>;
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
  const tested = drafts.filter(({ found }) => found.ok);
  const adjusted = holm(tested.flatMap(({ found }) => (found.ok ? [found.value.p] : [])));
  return drafts.map((one) => finished(one, adjusted[tested.indexOf(one)] ?? 1));
}

function modelsOf({ manifest }: RunFiles): ReadonlyArray<string> {
  return manifest.shortlist;
}

interface Draft {
  readonly model: string;
  readonly in: ModelComparison["in"];
  readonly rows: ModelComparison["rows"];
  readonly found: Written<PairedTest>;
  readonly judged: { readonly a: Judgement | null; readonly b: Judgement | null };
}

function draft(model: string, a: RunFiles, b: RunFiles): Draft {
  const where = whereOf(modelsOf(a).includes(model), modelsOf(b).includes(model));
  const [rowsA, rowsB] = [rowsOf(a, model), rowsOf(b, model)];
  const shared = rowsA.ok && rowsB.ok ? sharedRows(rowsA.value, rowsB.value) : null;
  return {
    model,
    in: where,
    rows: {
      a: sizeOf(rowsA),
      b: sizeOf(rowsB),
      shared: shared === null ? null : shared.a.length + shared.changed,
      changed: shared?.changed ?? null,
    },
    found:
      where === "both"
        ? testOf({ a: rowsA, b: rowsB, shared })
        : absentIn(model, where === "a" ? b : a, where),
    judged: { a: judged(a.judgements, model), b: judged(b.judgements, model) },
  };
}

function whereOf(inA: boolean, inB: boolean): ModelComparison["in"] {
  return inA && inB ? "both" : inA ? "a" : "b";
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
  { model, in: where, rows, found, judged: { a, b } }: Draft,
  pHolm: number,
): ModelComparison {
  const change = <A>(of: (judgement: Judgement) => A | null): Change<A> => {
    const [was, is] = [a === null ? null : of(a), b === null ? null : of(b)];
    return { a: was, b: is, changed: was !== null && is !== null && was !== is };
  };
  return {
    model,
    in: where,
    rows,
    test: found.ok
      ? { value: modelTest(found.value, pHolm), reason: null }
      : { value: null, reason: found.reason },
    verdict: change(({ verdict }) => verdict),
    outcomeRecall: change(({ outcomeRecall }) => outcomeRecall),
    tier: change(({ tier }) => tier),
    rank: change(({ rank }) => rank),
    score: change(({ score }) => score),
    survives: change(({ survives }) => survives),
  };
}
