import { log, log1p } from "./elementary.ts";

const HALF_LOG_TWO_PI = 0.9189385332046728;

/** Below this the asymptotic series is too short, and the argument is raised first. */
const SERIES_FROM = 12;

/** Coefficients of x^-1, x^-3, ... in Stirling's series (Abramowitz & Stegun 6.1.40). */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];

/** log Gamma(x) - ((x - 1/2) log x - x + log(2 pi)/2), x > 0. */
export function stirlingError(x: number): number {
  let error = 0;
  let at = x;
  for (; at < SERIES_FROM; at++) error += (at + 0.5) * log1p(1 / at) - 1;
  const square = 1 / (at * at);
  let series = 0;
  for (let i = STIRLING.length - 1; i >= 0; i--) series = series * square + STIRLING[i]!;
  return error + series / at;
}

/** log B(a, b), a and b > 0; the large terms of three log-gammas cancel before they are computed. */
export function logBeta(a: number, b: number): number {
  const sum = a + b;
  return (
    a * log(a / sum) +
    b * log(b / sum) +
    0.5 * log(sum / a / b) +
    HALF_LOG_TWO_PI +
    stirlingError(a) +
    stirlingError(b) -
    stirlingError(sum)
  );
}
