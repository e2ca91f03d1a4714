import { type CiBound, type PairedTest, pairedTest } from "../../stages/math/mod.ts";
import { afterCutoff } from "./_after_cutoff.ts";
import type { ModelRows, SharedRows } from "./_rows.ts";
import type { RunFiles } from "./_run_files.ts";
import type { Written } from "./_written.ts";

/** A value, or null with the reason why there is none. */
export type Maybe<A> =
  | { readonly value: A; readonly reason: null }
  | { readonly value: null; readonly reason: string };

/** A paired test of one model, B less A. */
export interface SharedTest extends Pick<PairedTest, "rows" | "clusters" | "difference" | "p" | "method"> {
  /** Shares of right answers on the shared rows. */
  readonly a: number;
  readonly b: number;
  readonly interval: Maybe<CiBound>;
  /** Between the two runs' answers. */
  readonly correlation: Maybe<number>;
  /** What p would be if the rows were not known to be the same. */
  readonly unpairedP: Maybe<number>;
}

/** The test that decides. */
export interface ModelTest extends SharedTest {
  /** After Holm over the models that were tested. */
  readonly pHolm: number;
}

/** What memory cannot have decided, and what it may have. */
export interface PairedTests {
  /** Over the shared rows after the cutoff. */
  readonly after: Written<PairedTest>;
  /** Over all shared rows; none where it is the same. */
  readonly all: Written<PairedTest>;
}

/** A model's rows in both runs; `shared` is null where one of them has none to read. */
export interface BothRows {
  readonly a: Written<ModelRows>;
  readonly b: Written<ModelRows>;
  readonly shared: SharedRows | null;
}

/** Why a model that one run has is not in the other. */
export function absentIn(model: string, other: RunFiles, where: "a" | "b"): PairedTests {
  const [has, lacks] = where === "a" ? ["A", "B"] : ["B", "A"];
  const reason = other.candidates.includes(model)
    ? `${lacks} left the model out after the smoke test`
    : `the model is only in ${has}`;
  const absent = { ok: false, reason } as const;
  return { after: absent, all: absent };
}

/** The paired tests of a model that both runs have. */
export function testsOf(both: BothRows, cutoff: Written<string>): PairedTests {
  const rows = sharedOf(both);
  if (!rows.ok) return { after: rows, all: rows };
  const all = testOf(rows.value, "shared rows");
  if (!cutoff.ok) return { after: cutoff, all };
  const after = afterCutoff(rows.value, cutoff.value);
  if (!after.ok) return { after, all };
  if (after.value.dates.length === rows.value.dates.length) return { after: all, all: SAME };
  return { after: testOf(after.value, `shared rows after its cutoff (${cutoff.value})`), all };
}

const SAME = { ok: false, reason: "every shared row lies after the cutoff" } as const;

function sharedOf({ a, b, shared }: BothRows): Written<SharedRows> {
  const because = (reason: string) => ({ ok: false, reason }) as const;
  if (!a.ok) return a;
  if (!b.ok) return b;
  if (a.value.size === 0) return because("A asked it no question");
  if (b.value.size === 0) return because("B asked it no question");
  if (shared === null || shared.a.length + shared.changed === 0) return because("the runs share no prompt");
  if (shared.a.length === 0) return because("every shared prompt has another target or date");
  return { ok: true, value: shared };
}

/** Rows of a date are taken together; a row without one stands alone. */
function testOf({ a, b, dates }: SharedRows, rows: string): Written<PairedTest> {
  const labels = dates.map((date, row) => date ?? `row ${row}`);
  const found = pairedTest({ hits: b, others: a, labels });
  if (found !== null) return { ok: true, value: found };
  return { ok: false, reason: `${a.length} ${rows} on one date: at least two dates are needed` };
}

/** A test in the words of a comparison. */
export function sharedTest({ share, otherShare, ...found }: PairedTest): SharedTest {
  const { interval, correlation, unpairedP, difference } = found;
  const isLevel = difference === 0;
  const noWidth = isLevel ? "the runs are equally right on every date" : "every date differs alike";
  return {
    ...found,
    a: otherShare,
    b: share,
    interval: valueOr(interval, noWidth),
    correlation: valueOr(correlation, "one of the runs is always right or always wrong"),
    unpairedP: valueOr(unpairedP, "neither run varies between dates"),
  };
}

function valueOr<A>(value: A | null, reason: string): Maybe<A> {
  return value === null ? { value: null, reason } : { value, reason: null };
}
