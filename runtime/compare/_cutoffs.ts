import { Effect } from "effect";
import { loadCutoffs, loadHeader } from "../../stages/mod.ts";
import type { FinishedRun, RunRecord } from "../directory/mod.ts";
import { inputsLayer, makeInputLog } from "../inputs.ts";
import { keptInput } from "./_kept_input.ts";
import type { Written } from "./_written.ts";

/** Training cutoffs by model, YYYY-MM-DD. */
export type ModelCutoffs = ReadonlyMap<string, string>;

type Manifest = Pick<FinishedRun["file"], "config" | "inputs">;

/** The registry of cutoffs as the run read it. */
export const readCutoffs = Effect.fn("compare.cutoffs")(function* (
  directory: string,
  manifest: Manifest,
  record: RunRecord | null,
) {
  const place = yield* keptInput(directory, "cutoffs", manifest, record);
  if (place === null) {
    const reason = `"${directory}" keeps no registry of cutoffs that its run has read`;
    return { ok: false, reason } satisfies Written<ModelCutoffs>;
  }
  const found = yield* Effect.provide(loadCutoffs(place), yield* inputAt(place));
  const value = new Map([...found].map(([model, { date }]) => [model, date]));
  return { ok: true, value } satisfies Written<ModelCutoffs>;
});

/** The date that all rows of the run's eval set are said to come after; null where nothing says so. */
export const readRowsAfter = Effect.fn("compare.rowsAfter")(function* (
  directory: string,
  manifest: Manifest,
  record: RunRecord | null,
) {
  const place = yield* keptInput(directory, "eval_set", manifest, record);
  return place === null ? null : yield* Effect.provide(loadHeader(place), yield* inputAt(place));
});

function inputAt(place: string) {
  return Effect.map(makeInputLog, (log) => inputsLayer(() => place, log));
}
