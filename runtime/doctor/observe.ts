import { Effect } from "effect";
import { Answers, BudgetReached, type SamplingParameters } from "../../plugins/contract/mod.ts";
import type { Call, Observed } from "./observed.ts";
import type { Sightings } from "./sightings.ts";

const PROMPTS: Readonly<Record<Call["probe"], string>> = {
  call:
    "A stock index closed higher on three of the last five days, on falling volume. Will it close higher (1), lower " +
    "(-1) or unchanged (0) on the next day? Answer with two lines:\nDirection: <1, 0 or -1>\nConfidence: <0.0 to 1.0>",
  open: "Describe, in about forty words, an invented market town that nobody has heard of. Then answer with two lines:\nDirection: 0\nConfidence: 0.5",
};

/** What every model is asked: a handful of calls, each prompt more than once. */
export const CALLS: ReadonlyArray<{ readonly probe: Call["probe"]; readonly draw: number }> = [
  { probe: "call", draw: 0 },
  { probe: "call", draw: 1 },
  { probe: "call", draw: 2 },
  { probe: "open", draw: 0 },
  { probe: "open", draw: 1 },
];

/** What was seen of a model, and whether a budget left no room for more. */
export interface Observation {
  readonly observed: Observed;
  readonly budget: BudgetReached | null;
}

/** Asks a model one call after the other; where the first fails there is nothing more to see. */
export const observe = Effect.fn("doctor.observe")(function* (
  model: string,
  sampling: SamplingParameters,
  sightings: Sightings,
) {
  const answers = yield* Answers;
  const calls: Array<Call> = [];
  let ended: string | null = null;
  let budget: BudgetReached | null = null;
  for (const { probe, draw } of CALLS) {
    const result = yield* Effect.either(answers.one({ model, prompt: PROMPTS[probe], draw }));
    if (result._tag === "Left") {
      ended = result.left.message;
      if (result.left instanceof BudgetReached) budget = result.left;
      break;
    }
    calls.push({ probe, outcome: result.right });
    if (calls.length === 1 && result.right._tag === "Failed") break;
  }
  const observed: Observed = { model, sampling, calls, attempts: sightings.of(model), ended };
  return { observed, budget } satisfies Observation;
});
