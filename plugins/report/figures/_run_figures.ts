import type { Report } from "../../contract/mod.ts";
import type { Figure } from "./_compose.ts";
import { plotAccuracyWithCi } from "./accuracy_with_ci.ts";
import { plotCompositeRanking } from "./composite_ranking.ts";
import { plotMcsAucWithCi } from "./mcs_auc_with_ci.ts";
import { plotMcsCalibration } from "./mcs_calibration.ts";
import { plotMiaFeatureDistributions } from "./mia_feature_distributions.ts";
import { plotScoreAgainstEffectiveN } from "./score_against_effective_n.ts";

/** The figures of a run, models best first. */
export function runFigures({
  results,
  majority,
  verdicts,
  order,
  gates,
  analysis,
}: FiguresInput): ReadonlyArray<Figure> {
  const best = <A>(among: ReadonlyArray<A>) => order.flatMap((index) => among[index] ?? []);
  const models = best(analysis.models);
  return [
    plotCompositeRanking({ verdicts, order, gates }),
    plotAccuracyWithCi({ models, majority }),
    plotMcsAucWithCi({ results: best(results), blind: analysis.blind }),
    plotMiaFeatureDistributions(models),
    plotMcsCalibration(models),
    plotScoreAgainstEffectiveN({ verdicts: best(verdicts), models }),
  ];
}

/** What the figures of a run are drawn from. */
export type FiguresInput = Pick<Report, "results" | "majority" | "verdicts" | "order" | "gates" | "analysis">;
