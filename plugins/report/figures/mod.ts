/** Figures fit for a paper, from plain results to the text of an SVG; and the writer that puts a run's into files. */
export type { Figure } from "./_compose.ts";
export { type FiguresInput, runFigures } from "./_run_figures.ts";
export { type AccuracyInput, plotAccuracyWithCi } from "./accuracy_with_ci.ts";
export { plotCompositeRanking, type RankingInput } from "./composite_ranking.ts";
export { figures } from "./figures.ts";
export { type McsAucInput, plotMcsAucWithCi } from "./mcs_auc_with_ci.ts";
export { plotMcsCalibration } from "./mcs_calibration.ts";
export { plotMiaFeatureDistributions } from "./mia_feature_distributions.ts";
export { type EffectiveRowsInput, plotScoreAgainstEffectiveN } from "./score_against_effective_n.ts";
export {
  configurePaperStyle,
  lookOf,
  type PaperStyle,
  type PaperSymbol,
  type SeriesLook,
} from "./style.ts";
