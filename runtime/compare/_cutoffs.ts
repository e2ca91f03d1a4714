import { Path } from "@effect/platform";
import { Effect, Option } from "effect";
import { ReplayMismatch, Schema } from "../../plugins/contract/mod.ts";
import { loadCutoffs } from "../../stages/mod.ts";
import { type FinishedRun, holds, type RunRecord } from "../directory/mod.ts";
import { inputsLayer, makeInputLog } from "../inputs.ts";
import type { Written } from "./_written.ts";

/** Training cutoffs by model, YYYY-MM-DD. */
export type ModelCutoffs = ReadonlyMap<string, string>;

/** The registry of cutoffs as the run read it: its copy, or the original where none was kept and it is the same still. */
export const readCutoffs = Effect.fn("compare.cutoffs")(function* (
  directory: string,
  { config, inputs }: Pick<FinishedRun["file"], "config" | "inputs">,
  record: RunRecord | null,
) {
  const path = yield* Path.Path;
  const name = registryOf(config);
  const read = inputs.find((input) => input.name === name);
  const kept = record?.inputs.find((input) => input.name === name);
  const none: Written<ModelCutoffs> = {
    ok: false,
    reason: `"${directory}" keeps no registry of cutoffs that its run has read`,
  };
  if (read === undefined || kept === undefined) return none;
  const place = kept.copy === null ? kept.path : path.join(directory, kept.copy);
  if (!(yield* holds(place, read.sha256))) {
    if (kept.copy === null) return none;
    const says = `"${place}" is not what the run read; it has other bytes, or none`;
    return yield* new ReplayMismatch({ message: `Cannot compare "${directory}": ${says}` });
  }
  const found = yield* Effect.provide(
    loadCutoffs(place),
    inputsLayer(() => place, yield* makeInputLog),
  );
  const value = new Map([...found].map(([model, { date }]) => [model, date]));
  return { ok: true, value } satisfies Written<ModelCutoffs>;
});

const Registry = Schema.Struct({ inputs: Schema.Struct({ cutoffs: Schema.String }) });

function registryOf(config: unknown): string | null {
  return Option.match(Schema.decodeUnknownOption(Registry)(config), {
    onNone: () => null,
    onSome: ({ inputs }) => inputs.cutoffs,
  });
}
