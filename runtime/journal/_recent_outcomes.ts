import type { Outcome } from "../../plugins/contract/mod.ts";
import type { Place } from "./_places.ts";

/** Outcomes that were read lately, by where they stand. */
export interface RecentOutcomes {
  readonly get: (place: Place) => Outcome | null;
  readonly add: (place: Place, outcome: Outcome) => void;
}

/** Models walk the prompts side by side and ask for the reference model's answers within a few rows of each other. */
const MOST = 256;

export function recentOutcomes(): RecentOutcomes {
  const kept = new Map<number, Outcome>();
  return {
    get: ({ offset }) => kept.get(offset) ?? null,
    add: ({ offset }, outcome) => {
      kept.set(offset, outcome);
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    },
  };
}
