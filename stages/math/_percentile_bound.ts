import type { Bootstrap, BootstrapOptions } from "./ci_bound.ts";
import { quantile } from "./quantile.ts";

/** The percentile interval of `draw`, the statistic of one resample of `n` rows, around `point`. */
export function percentileBound(
  point: number,
  n: number,
  { resamples = 1000, confidence = 0.95 }: BootstrapOptions,
  draw: () => number,
): Bootstrap {
  if (!Number.isInteger(resamples) || resamples < 1)
    throw new RangeError(`Cannot take ${resamples} resamples`);
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`Cannot make an interval: expected a confidence in (0, 1), got ${confidence}`);
  }
  if (!Number.isFinite(point)) return { bound: null, dropped: 0 };
  if (n === 1) return { bound: { point, lo: point, hi: point }, dropped: 0 };
  const drawn = Float64Array.from({ length: resamples }, draw).filter(Number.isFinite).sort();
  const dropped = resamples - drawn.length;
  if (drawn.length === 0) return { bound: { point, lo: point, hi: point }, dropped };
  const [low, high] = percentiles(confidence);
  const lo = Math.min(point, quantile(drawn, low / 100));
  const hi = Math.max(point, quantile(drawn, high / 100));
  return { bound: { point, lo, hi }, dropped };
}

/** The reference's rounding: 2.500000000000002 and 97.5 at 0.95. */
function percentiles(confidence: number): readonly [number, number] {
  const outside = 1 - confidence;
  return [100 * (outside / 2), 100 * (1 - outside / 2)];
}
