import type { CiBound, Known } from "../contract/mod.ts";
import { fixed } from "./_numbers.ts";

/** Cells of a CSV row by column. */
export type Cells = Readonly<Record<string, string>>;

/** A part of what is known, or null. */
export function of<A, B>(known: Known<A>, get: (value: A) => B): B | null {
  return known.ok ? get(known.value) : null;
}

/** A bound in three columns. */
export function bound(name: string, value: CiBound | null): Cells {
  const { point = null, lo = null, hi = null } = value ?? {};
  return { [`${name}_point`]: six(point), [`${name}_lo`]: six(lo), [`${name}_hi`]: six(hi) };
}

/** Six decimals, empty where nothing is defined. */
export function six(value: number | null): string {
  return value !== null && Number.isFinite(value) ? fixed(value, 6) : "";
}

/** A count, empty where nothing is defined. */
export function whole(value: number | null): string {
  return value === null ? "" : String(value);
}
