import type { CiBound } from "./ci_bound.ts";
import { hypotenuse } from "./elementary.ts";

/** The difference of two independent estimates, first minus second, from their intervals (Zou & Donner 2008). */
export function differenceBound(a: CiBound, b: CiBound): CiBound {
  const point = a.point - b.point;
  return {
    point,
    lo: point - hypotenuse(a.point - a.lo, b.hi - b.point),
    hi: point + hypotenuse(a.hi - a.point, b.point - b.lo),
  };
}
