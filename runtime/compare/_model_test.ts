import { type CiBound, type PairedTest, pairedTest } from "../../stages/math/mod.ts";
import type { ModelRows, SharedRows } from "./_rows.ts";
import type { RunFiles, Written } from "./_run_files.ts";

/** A value, or null with the reason why there is none. */
export type Maybe<A> =
  | { readonly value: A; readonly reason: null }
  | { readonly value: null; readonly reason: string };

/** The paired test of one model, B less A. */
export interface ModelTest extends Pick<PairedTest, "rows" | "clusters" | "difference" | "p" | "method"> {
  /** Shares of right answers on the shared rows. */
  readonly a: number;
  readonly b: number;
  readonly interval: Maybe<CiBound>;
  /** After Holm over the models that were tested. */
  readonly pHolm: number;
  /** Between the two runs' answers. */
  readonly correlation: Maybe<number>;
  /** What p would be if the rows were not known to be the same. */
  readonly unpairedP: Maybe<number>;
}

/** A model's rows in both runs; `shared` is null where one of them has none to read. */
export interface BothRows {
  readonly a: Written<ModelRows>;
  readonly b: Written<ModelRows>;
  readonly shared: SharedRows | null;
}

/** Why a model that one run has is not in the other. */
export function absentIn(model: string, other: RunFiles, where: "a" | "b"): Written<PairedTest> {
  const [has, lacks] = where === "a" ? ["A", "B"] : ["B", "A"];
  const reason = other.candidates.includes(model)
    ? `${lacks} left the model out after the smoke test`
    : `the model is only in ${has}`;
  return { ok: false, reason };
}

/** The paired test of a model that both runs have. */
export function testOf({ a, b, shared }: BothRows): Written<PairedTest> {
  const because = (reason: string) => ({ ok: false, reason }) as const;
  if (!a.ok) return a;
  if (!b.ok) return b;
  if (a.value.size === 0) return because("A asked it no question");
  if (b.value.size === 0) return because("B asked it no question");
  if (shared === null || shared.a.length + shared.changed === 0) return because("the runs share no prompt");
  if (shared.a.length === 0) return because("every shared prompt has another target or date");
  const found = pairedTest({ hits: shared.b, others: shared.a, labels: shared.days });
  if (found !== null) return { ok: true, value: found };
  return because(`${shared.a.length} shared rows on one date: at least two dates are needed`);
}

/** A test with its p among those of all models. */
export function modelTest({ share, otherShare, ...found }: PairedTest, pHolm: number): ModelTest {
  const { interval, correlation, unpairedP, difference } = found;
  const isLevel = difference === 0;
  const noWidth = isLevel ? "the runs are equally right on every date" : "every date differs alike";
  return {
    ...found,
    a: otherShare,
    b: share,
    pHolm,
    interval: valueOr(interval, noWidth),
    correlation: valueOr(correlation, "one of the runs is always right or always wrong"),
    unpairedP: valueOr(unpairedP, "neither run varies between dates"),
  };
}

function valueOr<A>(value: A | null, reason: string): Maybe<A> {
  return value === null ? { value: null, reason } : { value, reason: null };
}
