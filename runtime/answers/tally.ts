import { Effect, Ref } from "effect";
import type { Outcome } from "../../plugins/contract/mod.ts";
import { type Flight, makeFlight } from "./flight.ts";

/** What was asked in a run and what came of it. */
export interface AskCounts {
  /** Distinct requests. */
  readonly requests: number;
  readonly answered: number;
  /** By reason, sorted by name. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Counts the outcomes of distinct requests, those that stood in the journal included. */
export interface Tally {
  readonly add: (model: string, outcome: Outcome) => Effect.Effect<void>;
  readonly counts: Effect.Effect<AskCounts>;
  /** In the order of asking. */
  readonly perModel: Effect.Effect<ReadonlyMap<string, AskCounts>>;
  /** Requests as they are sent. */
  readonly flight: Flight;
}

const NOTHING: AskCounts = { requests: 0, answered: 0, failed: {} };

export const makeTally = Effect.map(Ref.make<ReadonlyMap<string, AskCounts>>(new Map()), (ref): Tally => {
  return {
    add: (model, outcome) =>
      Ref.update(ref, (all) => new Map(all).set(model, added(all.get(model) ?? NOTHING, outcome))),
    counts: Effect.map(Ref.get(ref), (all) => [...all.values()].reduce(joined, NOTHING)),
    perModel: Ref.get(ref),
    flight: makeFlight(),
  };
});

function added(counts: AskCounts, outcome: Outcome): AskCounts {
  const one = { ...NOTHING, requests: 1 };
  return joined(
    counts,
    outcome._tag === "Answered" ? { ...one, answered: 1 } : { ...one, failed: { [outcome.reason]: 1 } },
  );
}

function joined(a: AskCounts, b: AskCounts): AskCounts {
  const reasons = [...new Set([...Object.keys(a.failed), ...Object.keys(b.failed)])].toSorted();
  return {
    requests: a.requests + b.requests,
    answered: a.answered + b.answered,
    failed: Object.fromEntries(
      reasons.map((reason) => [reason, (a.failed[reason] ?? 0) + (b.failed[reason] ?? 0)]),
    ),
  };
}
