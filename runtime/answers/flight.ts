/** What a run's requests in flight were like. */
export interface FlightSummary {
  /** The most at any time. */
  readonly peakInFlight: number;
  /** The least that any model was brought down to by its server's throttling; null where none was. */
  readonly lowestLimit: number | null;
}

/** A change of how many requests to a model may be in flight. */
export interface LimitChange {
  readonly model: string;
  readonly from: number;
  readonly to: number;
}

/** Counts requests in flight, and keeps how the limits moved. */
export interface Flight {
  readonly started: () => void;
  readonly ended: () => void;
  readonly limited: (change: LimitChange) => void;
  readonly summary: () => FlightSummary;
  /** The last changes of limits, oldest first. */
  readonly changes: () => ReadonlyArray<LimitChange>;
}

const KEPT = 4096;

export function makeFlight(): Flight {
  let now = 0;
  let peak = 0;
  let lowest: number | null = null;
  let changes: Array<LimitChange> = [];
  return {
    started: () => {
      peak = Math.max(peak, ++now);
    },
    ended: () => {
      now--;
    },
    limited: (change) => {
      lowest = Math.min(lowest ?? change.to, change.to);
      if (changes.length >= 2 * KEPT) changes = changes.slice(-KEPT);
      changes.push(change);
    },
    summary: () => ({ peakInFlight: peak, lowestLimit: lowest }),
    changes: () => changes.slice(-KEPT),
  };
}
