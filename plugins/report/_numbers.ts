import { probabilityText, shownProbability } from "../../stages/math/mod.ts";
import type { CiBound } from "../contract/mod.ts";

/** What stands where nothing is defined. */
export const ABSENT = "—";

/** Decimals that hold every tie exactly: one needs no more binary places than decimal ones. */
const EXACT_DIGITS = 40;

/**
 * A finite number with so many decimals (1 or more), exact ties to the even digit: Python's `format(value, ".4f")`, where
 * `toFixed` rounds ties up.
 */
export function fixed(value: number, digits: number): string {
  const exact = value.toFixed(EXACT_DIGITS);
  const cut = exact.length - EXACT_DIGITS + digits;
  const down = exact.slice(0, cut);
  const isTie = /^50*$/.test(exact.slice(cut));
  const text = isTie && /[02468]$/.test(down) ? down : value.toFixed(digits);
  return /[1-9]/.test(text) ? text : text.replace("-", "");
}

/** `0.5492 [0.4921–0.6032]`. */
export function interval(bound: CiBound | null): string {
  if (bound === null || ![bound.point, bound.lo, bound.hi].every(Number.isFinite)) return ABSENT;
  return `${fixed(bound.point, 4)} [${fixed(bound.lo, 4)}–${fixed(bound.hi, 4)}]`;
}

/** `98.6%` of a share in [0, 1]. */
export function percent(share: number | null): string {
  return share !== null && Number.isFinite(share) ? `${fixed(share * 100, 1)}%` : ABSENT;
}

/** Four decimals, or a dash. */
export function four(value: number | null): string {
  return value !== null && Number.isFinite(value) ? fixed(value, 4) : ABSENT;
}

/** An estimated probability in a cell: `0.013`, `<0.001` or `>0.999`. */
export function probability(value: number, digits: number): string {
  return probabilityText(value, digits);
}

/** A p in a cell; after a correction it may be 1. */
export function pValue(p: number, digits: number): string {
  return probabilityText(p, digits, { canBeCertain: true });
}

/** A measured part of a score, `auc=0.8500`; one that is named `p_` is a p, `p_holm<0.0001`. */
export function component(name: string, value: number | null): string {
  if (value === null || !Number.isFinite(value) || !name.startsWith("p_")) return `${name}=${four(value)}`;
  const { relation, number } = shownProbability(value, 4, { canBeCertain: true });
  return `${name}${relation}${number}`;
}
