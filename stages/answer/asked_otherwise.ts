import type { Outcome, SamplingParameters } from "../../plugins/contract/mod.ts";

/** Warnings about how an answer was asked for, where that is not how the run asks. */
export function askedOtherwise(outcome: Outcome, request: SamplingParameters): ReadonlyArray<string> {
  if (outcome._tag === "Failed") return [];
  const { reported, concessions = [] } = outcome.answer;
  const changed = concessions.map(({ parameter }) => parameter);
  const isOther = reported.temperature !== null && reported.temperature !== request.temperature;
  return [
    ...(isOther || changed.includes("temperature") ? ["temperature-not-honoured"] : []),
    ...(changed.includes("top_logprobs") ? ["top-logprobs-capped"] : []),
  ];
}
