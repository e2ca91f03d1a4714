import type { FileSystem, Path } from "@effect/platform";
import { Cause, Effect, Exit, Layer, Logger } from "effect";
import type {
  Calibrator,
  CalibratorPins,
  ControlBaseline,
  ModelVerdict,
} from "../../plugins/contract/mod.ts";
import type { Ensemble } from "../../stages/math/mod.ts";
import type { EnsembledScore } from "./ensembled_score.ts";
import { type GenerateOptions, generateEnsemble as generate } from "./generate_ensemble.ts";
import type { GuardedScore } from "./guarded_score.ts";
import {
  type CalibrateScorerOptions,
  type LoadScorerOptions,
  MemoryGuardedScorer as scorers,
} from "./memory_guarded_scorer.ts";
import type {
  PromptGiven,
  ScoreEnsembleOptions,
  ScoreManyOptions,
  ScoreOptions,
  MemoryGuardedScorer as Scorer,
} from "./scorer.ts";

/** How a call can be ended before it has. */
export interface Endable {
  /** Ends the call and its requests; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A calibrated model that scores prompts; each call asks anew. A promise rejects with the error by its `_tag`. */
export interface MemoryGuardedScorer {
  readonly model: string;
  /** The calibrator's area under the ROC curve on rows it has not seen; null where undefined. */
  readonly holdoutAuc: number | null;
  /** Whether that area is too small to rely on. */
  readonly isWeak: boolean;
  readonly verdict: ModelVerdict | null;
  readonly baseline: ControlBaseline;
  readonly calibrator: Calibrator;
  readonly pins: CalibratorPins;
  score(prompt: string, options?: ScoreOptions & Endable): Promise<GuardedScore>;
  /** Scores in the order of the prompts. */
  scoreMany(
    prompts: Iterable<PromptGiven>,
    options?: ScoreManyOptions & Endable,
  ): Promise<ReadonlyArray<GuardedScore>>;
  scoreEnsemble(prompt: string, options: ScoreEnsembleOptions & Endable): Promise<EnsembledScore>;
  /** Writes what the scores rest on as a `calibrators.json`. */
  save(path: string): Promise<void>;
}

/** Makes scorers for programs that do not use Effect. */
export const MemoryGuardedScorer = {
  /** Asks a model both corpora and fits its calibrator. */
  calibrate: ({ signal, ...options }: CalibrateScorerOptions & Endable): Promise<MemoryGuardedScorer> =>
    settled(Effect.map(scorers.calibrate(options), promising), signal),
  /** Takes up a calibration that a scorer or a run saved. */
  load: (path: string, { signal, ...options }: LoadScorerOptions & Endable): Promise<MemoryGuardedScorer> =>
    settled(Effect.map(scorers.load(path, options), promising), signal),
};

/** Draws answers to a prompt in waves and reduces them to what they agree on. */
export function generateEnsemble({ signal, ...options }: GenerateOptions & Endable): Promise<Ensemble> {
  return settled(generate(options), signal);
}

function promising(scorer: Scorer): MemoryGuardedScorer {
  const { model, holdoutAuc, isWeak, verdict, baseline, calibrator, pins } = scorer;
  return {
    ...{ model, holdoutAuc, isWeak, verdict, baseline, calibrator, pins },
    score: (prompt, { signal, ...options } = {}) => settled(scorer.score(prompt, options), signal),
    scoreMany: (prompts, { signal, ...options } = {}) => settled(scorer.scoreMany(prompts, options), signal),
    scoreEnsemble: (prompt, { signal, ...options }) => settled(scorer.scoreEnsemble(prompt, options), signal),
    save: (path) => settled(scorer.save(path)),
  };
}

/** The platform is loaded with the first call, so that importing the package does not. */
const platform = Layer.unwrapEffect(
  Effect.promise(async () => {
    const [fileSystem, path] = await Promise.all([
      import("@effect/platform-node/NodeFileSystem"),
      import("@effect/platform-node/NodePath"),
    ]);
    return Layer.merge(fileSystem.layer, path.layer);
  }),
);

/** Standard output is the caller's. */
const logsBeside = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger));

/** Rejects with the error itself, not with a report about it. */
async function settled<A, E>(
  effect: Effect.Effect<A, E, FileSystem.FileSystem | Path.Path>,
  signal?: AbortSignal,
): Promise<A> {
  const exit = await Effect.runPromiseExit(
    Effect.provide(effect, Layer.merge(platform, logsBeside)),
    signal === undefined ? {} : { signal },
  );
  if (Exit.isSuccess(exit)) return exit.value;
  throw Cause.isInterruptedOnly(exit.cause) && signal?.aborted === true
    ? signal.reason
    : Cause.squash(exit.cause);
}
