import { Effect } from "effect";
import { Inputs, Progress } from "../plugins/contract/mod.ts";

/** Warns of inputs in a sentence: kept as the config names them, shown by paths that open from here. */
export const warnOfInput = Effect.fn("warnOfInput")(function* (
  says: (placeOf: (name: string) => string) => string,
) {
  const { warn } = yield* Progress;
  const { placeOf } = yield* Inputs;
  yield* warn({ kept: says((name) => name), shown: says(placeOf) });
});
