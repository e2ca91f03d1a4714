import { Effect } from "effect";
import type { EvaluationSet } from "../plugins/contract/mod.ts";
import { promptIndex } from "./_prompt_index.ts";
import { warnOfInput } from "./_warn_of_input.ts";

const FEW_ROWS = 100;
const LOPSIDED = 0.6;

export const warnOfFewOrLopsided = Effect.fn("load.warn")(function* (
  path: string,
  { size, targets }: EvaluationSet,
) {
  if (size < FEW_ROWS)
    yield* warnOfInput(
      (place) => `"${place(path)}" has ${size} rows; fewer than ${FEW_ROWS} leave wide intervals`,
    );
  const most = Math.max(
    ...[1, 0, -1].map((direction) => targets.filter((target) => target === direction).length),
  );
  const share = most / size;
  if (share > LOPSIDED)
    yield* warnOfInput(
      (place) => `"${place(path)}": one direction holds ${(100 * share).toFixed(1)} % of the rows`,
    );
});

/** @param targets Of the rows, where they have any. */
export const warnOfRepeats = Effect.fn("load.warnOfRepeats")(function* (
  path: string,
  hashes: Uint32Array,
  targets: Int8Array = new Int8Array(0),
) {
  const { first } = promptIndex(hashes);
  let repeated = 0;
  let contradicting = 0;
  for (let row = 0; row < hashes.length / 2; row++) {
    const earlier = first(row);
    if (earlier === row) continue;
    repeated++;
    if (targets[earlier] !== targets[row]) contradicting++;
  }
  if (repeated === 0) return;
  const how = contradicting === 0 ? "" : `, ${contradicting} of them with another target`;
  yield* warnOfInput(
    (place) =>
      `"${place(path)}": ${repeated} ${repeated === 1 ? "row repeats" : "rows repeat"} an earlier prompt${how}`,
  );
});
