import { betaCdf, betaQuantile } from "./_beta_distribution.ts";

/** P(F > f) with (over, under) degrees of freedom (Abramowitz & Stegun 26.6.2). */
export function fSurvival(f: number, over: number, under: number): number {
  return betaCdf(under / (under + over * f), under / 2, over / 2);
}

/** The f with P(F <= f) = p. */
export function fQuantile(p: number, over: number, under: number): number {
  const share = betaQuantile(p, over / 2, under / 2);
  return (under * share) / (over * (1 - share));
}
