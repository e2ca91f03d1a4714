import { Effect } from "effect";
import {
  Instrument,
  type InstrumentCheck,
  type Pipeline,
  Study,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { runStage } from "./named_stage.ts";

/** Values by artifact key, as far as the pipeline has come. */
export type Artifacts = Readonly<Record<string, unknown>>;

/** What a pipeline starts from. */
export interface Beginning<R = never> {
  readonly study: StudyPlan;
  /** Looked at when the first stage needs it. */
  readonly instrument: Effect.Effect<InstrumentCheck, never, R>;
}

/**
 * Runs a pipeline's stages one after the other, each on what the earlier ones gave.
 *
 * @param beforeSpending Runs before the first stage that may ask or write, on what is known then.
 */
export const execute = Effect.fn("execute")(function* <E = never, R = never>(
  { stages }: Pipeline,
  options: ReadonlyArray<unknown>,
  { study, instrument }: Beginning<R>,
  beforeSpending: (known: Artifacts) => Effect.Effect<void, E> = () => Effect.void,
) {
  let artifacts: Artifacts = { study };
  let isSpending = false;
  for (const [index, stage] of stages.entries()) {
    if (stage.dry !== true && !isSpending) {
      isSpending = true;
      yield* beforeSpending(artifacts);
    }
    if (!(Instrument.key in artifacts) && stage.needs.some(({ key }) => key === Instrument.key)) {
      artifacts = { ...artifacts, [Instrument.key]: yield* instrument };
    }
    const run = runStage(stage, artifacts, options[index]);
    const given = yield* Effect.withSpan(run, `stage.${stage.name}`);
    artifacts = { ...artifacts, ...given };
  }
  return artifacts;
});

/** Runs only the stages that ask nothing and write nothing, as far as they have what they need. */
export function dryPart({ stages }: Pipeline, options: ReadonlyArray<unknown>) {
  const have = new Set<string>([Study.key, Instrument.key]);
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
