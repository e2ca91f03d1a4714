import { stringify } from "csv-stringify/sync";
import type { Judged, ModelAnalysis, RunAnalysis } from "../contract/mod.ts";
import { bound, type Cells, of, six, whole } from "./_cells.ts";
import { clusterCells, decisionCells } from "./_decision_cells.ts";
import { gateCells } from "./_gate_cells.ts";
import { csvText } from "./_text.ts";

// A lone CR ends a line for some readers, so it is quoted too.
const CSV = { record_delimiter: "\n", quoted_match: /[\r\n]/ };

/** The text of `statistics.csv`: one row a model in the order of the run, six decimals, empty where nothing is defined. */
export function writeStatisticsCsv(analysis: RunAnalysis, judged: ReadonlyArray<Judged> = []): string {
  const rows = analysis.models.map((model, index) => ({
    ...cells(model, analysis),
    ...gateCells(judged, index),
  }));
  const columns = Object.keys({ ...cells(NOBODY, analysis), ...gateCells(judged, -1) });
  return stringify([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))], CSV);
}

const NONE = { ok: false, reason: "" } as const;

/** Names the columns where a run has no model. */
const NOBODY: ModelAnalysis = {
  model: "",
  outcomes: {
    cutoff: null,
    before: NONE,
    after: NONE,
    gap: NONE,
    difference: NONE,
    recall: "unknown",
    sentence: "",
  },
  verdict: { verdict: "", sentence: "" },
  separation: NONE,
  overlap: NONE,
  calibration: NONE,
  distributions: NONE,
  holdoutAuc: NONE,
  transfer: NONE,
  pAfter: NONE,
  effects: (["loss", "min_k", "min_k_pp", "zlib_ratio", "ref_delta"] as const).map((feature) => ({
    feature,
    d: NONE,
  })),
  decisions: {
    rows: 0,
    clean: NONE,
    cleanShare: null,
    nEff: 0,
    byConfidence: null,
    byPenalizedConfidence: null,
    byP: [],
  },
  prevalence: { scores: NONE, outcomes: NONE, correction: NONE },
  warnings: [],
};

function cells(model: ModelAnalysis, { blind }: RunAnalysis): Cells {
  const { outcomes, verdict, separation, overlap, calibration, transfer, pAfter } = model;
  const { before, after, gap, difference } = outcomes;
  return {
    model: csvText(model.model),
    outcome_recall: outcomes.recall,
    verdict: csvText(verdict.verdict),
    outcome_sentence: csvText(outcomes.sentence),
    verdict_sentence: csvText(verdict.sentence),
    cutoff: outcomes.cutoff ?? "",
    ...bound(
      "auc",
      of(separation, ({ auc }) => auc),
    ),
    permutation_p: six(of(separation, ({ p }) => p)),
    min_detectable_auc: six(of(separation, ({ minDetectable }) => minDetectable)),
    members: whole(of(separation, ({ members }) => members)),
    controls: whole(of(separation, ({ controls }) => controls)),
    holdout_auc: six(of(model.holdoutAuc, (value) => value)),
    ...bound(
      "blind_auc",
      of(blind, ({ auc }) => auc),
    ),
    ...bound(
      "overlap_auc",
      of(overlap, ({ auc }) => auc),
    ),
    ess_members: six(of(overlap, ({ essMembers }) => essMembers)),
    ess_controls: six(of(overlap, ({ essControls }) => essControls)),
    brier: six(of(calibration, ({ brier }) => brier)),
    log_loss: six(of(calibration, ({ logLoss }) => logLoss)),
    ...bound(
      "calibration_slope",
      of(calibration, ({ slope }) => of(slope, (value) => value)),
    ),
    calibration_intercept: six(of(calibration, ({ intercept }) => of(intercept, (value) => value))),
    ...bound(
      "ece",
      of(calibration, ({ ece }) => of(ece, (value) => value)),
    ),
    debiased_squared_error: six(
      of(calibration, ({ debiasedSquaredError }) => of(debiasedSquaredError, (value) => value)),
    ),
    transfer_share: six(of(transfer, ({ share }) => share)),
    mean_p_after: six(of(pAfter, ({ mean }) => mean)),
    ...decisionCells(model),
    rows_before: whole(of(before, ({ rows }) => rows)),
    ...bound(
      "acc_before",
      of(before, ({ accuracy }) => accuracy),
    ),
    ...clusterCells("before", before),
    rows_after: whole(of(after, ({ rows }) => rows)),
    ...bound(
      "acc_after",
      of(after, ({ accuracy }) => accuracy),
    ),
    ...clusterCells("after", after),
    ...bound(
      "gap",
      of(gap, (value) => value),
    ),
    gap_against: csvText(of(difference, ({ against }) => against) ?? ""),
    ...bound(
      "gap_difference",
      of(difference, ({ difference: value }) => value),
    ),
    ...effectCells(model),
    warnings: csvText(model.warnings.join(";")),
  };
}

function effectCells({ effects }: ModelAnalysis): Cells {
  return Object.assign(
    {},
    ...effects.map(({ feature, d }) =>
      bound(
        `d_${feature}`,
        of(d, (value) => value),
      ),
    ),
  );
}
