import { Path } from "@effect/platform";
import { Effect, Option } from "effect";
import { ReplayMismatch, Schema } from "../../plugins/contract/mod.ts";
import { type FinishedRun, holds, type RunRecord } from "../directory/mod.ts";

/** Inputs that a config may name. */
const Named = Schema.Struct({
  inputs: Schema.Struct({
    cutoffs: Schema.optional(Schema.String),
    eval_set: Schema.optional(Schema.String),
  }),
});

/**
 * Where an input stands as the run read it: its copy, or the original where none was kept and it is the same still; null
 * where there is neither.
 */
export const keptInput = Effect.fn("compare.input")(function* (
  directory: string,
  key: keyof typeof Named.Type.inputs,
  { config, inputs }: Pick<FinishedRun["file"], "config" | "inputs">,
  record: RunRecord | null,
) {
  const path = yield* Path.Path;
  const name = Option.getOrNull(Schema.decodeUnknownOption(Named)(config))?.inputs[key];
  const read = inputs.find((input) => input.name === name);
  const kept = record?.inputs.find((input) => input.name === name);
  if (read === undefined || kept === undefined) return null;
  const place = kept.copy === null ? kept.path : path.join(directory, kept.copy);
  if (yield* holds(place, read.sha256)) return place;
  if (kept.copy === null) return null;
  const says = `"${place}" is not what the run read; it has other bytes, or none`;
  return yield* new ReplayMismatch({ message: `Cannot compare "${directory}": ${says}` });
});
