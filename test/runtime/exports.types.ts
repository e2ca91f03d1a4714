/** Types that the README's table of names promises of the package's root; the type check finds one that is missing. */
export type {
  Completion,
  ControlBaseline,
  EnsembledScore,
  EvalRecord,
  EvaluationSet,
  Features,
  GuardedScore,
  ModelEvalResult,
  RunResult,
  SampledToken,
  SmokeOutcome,
  Verdict,
} from "../../runtime/mod.ts";
