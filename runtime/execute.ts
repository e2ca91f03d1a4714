import { Effect } from "effect";
import type { Pipeline, RunError, StageEnv, StudyPlan } from "../plugins/contract/mod.ts";

/** Values by artifact key, as far as the pipeline has come. */
export type Artifacts = Readonly<Record<string, unknown>>;

/** Runs a pipeline's stages one after the other, each on what the earlier ones gave. */
export const execute = Effect.fn("execute")(function* (
  { stages }: Pipeline,
  options: ReadonlyArray<unknown>,
  study: StudyPlan,
) {
  let artifacts: Artifacts = { study };
  for (const [index, stage] of stages.entries()) {
    const run: Effect.Effect<Artifacts, RunError, StageEnv> = stage.run(artifacts, options[index]);
    const given = yield* Effect.withSpan(run, `stage.${stage.name}`);
    artifacts = { ...artifacts, ...given };
  }
  return artifacts;
});

/** Runs only the stages that ask nothing and write nothing, as far as they have what they need. */
export function dryPart({ stages }: Pipeline, options: ReadonlyArray<unknown>) {
  const have = new Set(["study"]);
  const kept = [...stages.entries()].filter(([, stage]) => {
    const runs = stage.dry === true && stage.needs.every(({ key }) => have.has(key));
    if (runs) for (const { key } of stage.gives) have.add(key);
    return runs;
  });
  return {
    pipeline: { stages: kept.map(([, stage]) => stage) },
    options: kept.map(([index]) => options[index]),
  };
}
