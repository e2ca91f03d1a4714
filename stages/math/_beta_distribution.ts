import { logBeta } from "./_gamma.ts";
import { root } from "./_root.ts";
import { exp, log } from "./elementary.ts";

/** Relative size of a factor of the continued fraction that changes nothing. */
const CONVERGED = 1e-16;
const MAX_STEPS = 10_000;
/** Stands for a zero in Lentz's method. */
const TINY = 1e-300;

/** P(X <= x) of Beta(a, b), the regularised incomplete beta function. */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x < (a + 1) / (a + b + 2) ? lowerTail(x, 1 - x, a, b) : 1 - lowerTail(1 - x, x, b, a);
}

/** P(X > x) of Beta(a, b), precise where it is small. */
export function betaSurvival(x: number, a: number, b: number): number {
  return betaCdf(1 - x, b, a);
}

/** The x with P(X <= x) = p of Beta(a, b). */
export function betaQuantile(p: number, a: number, b: number): number {
  return root((x) => betaCdf(x, a, b) - p, 0, 1);
}

/** By Lentz's method on the continued fraction of DLMF 8.17.22; `y` is 1 - x. */
function lowerTail(x: number, y: number, a: number, b: number): number {
  const scale = exp(a * log(x) + b * log(y) - logBeta(a, b)) / a;
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MAX_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < CONVERGED) break;
  }
  return scale * fraction;
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}
