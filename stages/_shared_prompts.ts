import { Effect } from "effect";
import { InputError, Inputs, type StudyPlan } from "../plugins/contract/mod.ts";
import { promptIndex } from "./_prompt_index.ts";
import { warnOfInput } from "./_warn_of_input.ts";

/** The hashes of the prompts of both corpora, shape (n, 2) each. */
interface Hashes {
  readonly isMemorized: Uint32Array;
  readonly oosControl: Uint32Array;
}

/** Refuses corpora of which one holds all prompts of the other; warns of prompts that stand in both. */
export const keepApart = Effect.fn("load.keepApart")(function* (
  { isMemorized, oosControl }: StudyPlan["inputs"],
  hashes: Hashes,
) {
  const { placeOf } = yield* Inputs;
  const shared = rowsIn(hashes.oosControl, hashes.isMemorized);
  if (shared === 0) return;
  if (2 * shared === hashes.oosControl.length) return yield* held(placeOf(oosControl), placeOf(isMemorized));
  if (2 * rowsIn(hashes.isMemorized, hashes.oosControl) === hashes.isMemorized.length)
    return yield* held(placeOf(isMemorized), placeOf(oosControl));
  yield* warnOfInput(
    (place) =>
      `"${place(oosControl)}": ${shared} ${shared === 1 ? "row stands" : "rows stand"} in "${place(isMemorized)}" too, so that nothing tells the two apart there`,
  );
});

function rowsIn(some: Uint32Array, others: Uint32Array): number {
  const { holds } = promptIndex(others);
  let found = 0;
  for (let i = 0; i < some.length; i += 2) if (holds(some[i] ?? 0, some[i + 1] ?? 0)) found++;
  return found;
}

function held(corpus: string, other: string): InputError {
  return new InputError({
    message: `Cannot compare the corpora: every prompt of "${corpus}" stands in "${other}" too, so that no memory could show; name a memorised corpus from before the models' cutoffs and a control corpus from after`,
  });
}
