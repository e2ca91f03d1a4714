import { Effect } from "effect";
import { InputError, type StudyPlan } from "../plugins/contract/mod.ts";

/** Refuses a study of models that a provider says it does not have, before anything is asked or written. */
export function refuseUnknown(
  models: ReadonlyArray<string> | undefined,
  { models: asked, referenceModel }: StudyPlan,
): Effect.Effect<void, InputError> {
  if (models === undefined) return Effect.void;
  const all = referenceModel === null ? asked : [...asked, referenceModel];
  const says = all
    .filter((model) => !models.includes(model))
    .map((model) => `Cannot ask "${model}": the provider has the models ${named(models)}`);
  return says.length === 0 ? Effect.void : Effect.fail(new InputError({ message: says.join("\n") }));
}

function named(models: ReadonlyArray<string>): string {
  return models.length === 0 ? "(none)" : models.map((model) => `"${model}"`).join(", ");
}
