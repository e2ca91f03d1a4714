import { Effect, Ref } from "effect";
import type { Outcome } from "../../plugins/contract/mod.ts";

/** What was asked in a run and what came of it. */
export interface AskCounts {
  /** Distinct requests. */
  readonly requests: number;
  readonly answered: number;
  /** By reason, sorted by name. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Counts the outcomes of distinct requests. */
export interface Tally {
  readonly add: (outcome: Outcome) => Effect.Effect<void>;
  readonly counts: Effect.Effect<AskCounts>;
}

const NOTHING: AskCounts = { requests: 0, answered: 0, failed: {} };

export const makeTally = Effect.map(Ref.make(NOTHING), (ref): Tally => {
  return { add: (outcome) => Ref.update(ref, (counts) => added(counts, outcome)), counts: Ref.get(ref) };
});

function added({ requests, answered, failed }: AskCounts, outcome: Outcome): AskCounts {
  if (outcome._tag === "Answered") return { requests: requests + 1, answered: answered + 1, failed };
  const counted = { ...failed, [outcome.reason]: (failed[outcome.reason] ?? 0) + 1 };
  const sorted = Object.entries(counted).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { requests: requests + 1, answered, failed: Object.fromEntries(sorted) };
}
