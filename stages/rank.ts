import { Effect } from "effect";
import { defineStage, GateSet, Majority, Ranking, Results, Schema } from "../plugins/contract/mod.ts";

/** Judges all models by the run's gate set and orders them, best first. */
export const rank = defineStage({
  name: "rank",
  needs: [Results, Majority],
  gives: [Ranking],
  options: Schema.Struct({}),
  run: Effect.fn("rank")(function* ({ results, majority }) {
    const gates = yield* GateSet;
    const verdicts = gates.judge({ results, majority });
    const score = (index: number) => verdicts[index]?.score ?? 0;
    const order = [...verdicts.keys()].toSorted((a, b) => score(b) - score(a));
    return { ranking: { verdicts, order } };
  }),
});
