import type { Random } from "./random.ts";

/** A statistic and the ends of its confidence interval, lo <= point <= hi, in the statistic's own unit. */
export interface CiBound {
  readonly point: number;
  readonly lo: number;
  readonly hi: number;
}

/** How to resample. */
export interface BootstrapOptions {
  /** Number of resamples, at least 1; 1000 unless given. */
  readonly resamples?: number;
  /** Coverage in (0, 1); 0.95 unless given. */
  readonly confidence?: number;
  /** Where the draws come from; give each interval a generator of its own. */
  readonly random: Random;
}

/** What a bootstrap found. */
export interface Bootstrap {
  /** null if the statistic is undefined on the sample itself; lo = hi = point if it is on every resample. */
  readonly bound: CiBound | null;
  /** Resamples on which the statistic is undefined; the interval rests on the others. */
  readonly dropped: number;
}
