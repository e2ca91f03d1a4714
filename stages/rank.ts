import { type Context, Effect } from "effect";
import {
  Analysis,
  Baselines,
  Blind,
  Calibrators,
  Cutoffs,
  defineStage,
  EvalSet,
  GateSet,
  Instrument,
  type Judgement,
  Majority,
  type ModelEvalResult,
  OtherGates,
  PluginError,
  Ranking,
  Results,
  type RunAnalysis,
  Schema,
  Seed,
  Study,
} from "../plugins/contract/mod.ts";
import { analysis } from "./_analysis.ts";
import { judgedBy } from "./_judged_by.ts";
import { miscounted, notANumber, reasonless, unexplained, unordered } from "./_verdict_flaws.ts";

export { miscounted, notANumber, reasonless, unexplained, unordered };

/**
 * Says what may be said of every model, judges all models by the run's gate set and orders them, best first; the other
 * gate sets are told beside.
 */
export const rank = defineStage({
  name: "rank",
  needs: [Study, EvalSet, Cutoffs, Blind, Instrument, Baselines, Calibrators, Results, Majority],
  gives: [Ranking, Analysis],
  options: Schema.Struct({}),
  run: Effect.fn("rank")(function* ({ study, evalSet, majority, results, ...given }) {
    const seed = yield* Seed;
    const { validation, permutations, resamples } = study;
    const rowsAfter = evalSet.cutoffDate;
    const settings = { validation, permutations, resamples };
    const found = analysis({ results, ...given }, { settings, rowsAfter, seed });
    const judgement: Judgement = {
      results: withWarnings(results, found),
      majority,
      cutoffs: new Map([...given.cutoffs].map(([model, { date }]) => [model, date])),
      rowsAfter,
      random: seed,
      resamples,
    };
    const { verdicts, order } = yield* judged(yield* GateSet, judgement);
    const beside = yield* Effect.forEach(yield* OtherGates, (gates) => judged(gates, judgement));
    return { ranking: { verdicts, order, beside }, analysis: found };
  }),
});

/** A gate set that cannot judge is named. */
function judged(gates: Context.Tag.Service<GateSet>, judgement: Judgement) {
  return Effect.try({
    try: () => judgedBy(gates, judgement),
    catch: (fault) => {
      const why = fault instanceof Error ? fault.message : String(fault);
      return new PluginError({ message: `Gate set "${gates.name}" failed: ${why}` });
    },
  });
}

/** What the analysis warns of stands behind what was known before. */
function withWarnings(
  results: ReadonlyArray<ModelEvalResult>,
  { models }: RunAnalysis,
): ReadonlyArray<ModelEvalResult> {
  return results.map((result, i) => {
    const added = models[i]?.warnings ?? [];
    return added.length === 0 ? result : { ...result, warnings: [...result.warnings, ...added] };
  });
}
