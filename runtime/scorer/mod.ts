export type { Corpus } from "./corpus.ts";
export type { ScorerError } from "./desk.ts";
export { discount, type MissingScore } from "./discount.ts";
export type { EnsembledScore, ScoredDraw, SequentialScore } from "./ensembled_score.ts";
export { type GenerateOptions, generateEnsemble } from "./generate_ensemble.ts";
export type { AnswerParser, GuardedScore, ScoreFailure } from "./guarded_score.ts";
export {
  type CalibrateScorerOptions,
  type LoadScorerOptions,
  MemoryGuardedScorer,
} from "./memory_guarded_scorer.ts";
export * as promises from "./promise.ts";
export type { ProviderChoice } from "./provider_choice.ts";
export { reduceScores, type ScoreReduction } from "./reduce_scores.ts";
export type { PromptGiven, ScoreEnsembleOptions, ScoreManyOptions, ScoreOptions } from "./scorer.ts";
export type { EarlyStopping } from "./stopping.ts";
