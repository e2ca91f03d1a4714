import { Effect } from "effect";
import type { Tally } from "./answers/mod.ts";
import type { Foreseen } from "./foreseen.ts";
import type { Teller } from "./progress.ts";

type Counted = Effect.Effect<ReadonlyMap<string, Foreseen>, unknown>;

/** Lets a teller watch a run until the scope closes; what is to come is counted beside the run. */
export const watch = Effect.fn("run.watch")(function* (teller: Teller, tally: Tally, counted: Counted) {
  if (teller.watch === undefined) return;
  let foreseen: ReadonlyMap<string, number> | null = null;
  const count = Effect.map(counted, (perModel) => {
    foreseen = new Map([...perModel].map(([model, { requests }]) => [model, requests]));
  });
  yield* Effect.forkScoped(Effect.ignore(count));
  yield* teller.watch(Effect.map(tally.perModel, (asked) => ({ asked, foreseen })));
});
