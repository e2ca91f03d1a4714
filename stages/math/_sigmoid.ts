import { exp, log1p } from "./elementary.ts";
/** 1 / (1 + exp(-x)) without overflow. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const power = exp(x);
  return power / (1 + power);
}

/** log(1 + exp(x)) without overflow. */
export function softplus(x: number): number {
  return Math.max(x, 0) + log1p(exp(-Math.abs(x)));
}
