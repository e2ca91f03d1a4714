import type {
  BlindLook,
  Cutoff,
  InstrumentCheck,
  Known,
  ModelAnalysis,
  ModelBaseline,
  ModelCalibration,
  ModelEvalResult,
  OverlapFinding,
  RunAnalysis,
  SeparationFinding,
  StudyPlan,
} from "../plugins/contract/mod.ts";
import { analysisWarnings } from "./_analysis_warnings.ts";
import { calibrationFinding } from "./_calibration_finding.ts";
import { decisions } from "./_decisions.ts";
import { distributions } from "./_distributions.ts";
import { effects, pAfter, transferFinding } from "./_evaluation_findings.ts";
import { type Divide, judgedRows } from "./_judged_rows.ts";
import { modelVerdict } from "./_model_verdict.ts";
import { type DatedModel, outcomes } from "./_outcomes.ts";
import { prevalenceFindings } from "./_prevalence.ts";
import type { Random } from "./math/mod.ts";

/** What an analysis is made of. */
export interface AnalysisInputs {
  readonly results: ReadonlyArray<ModelEvalResult>;
  readonly baselines: ReadonlyMap<string, ModelBaseline>;
  readonly calibrators: ReadonlyMap<string, ModelCalibration>;
  readonly cutoffs: ReadonlyMap<string, Cutoff>;
  readonly blind: BlindLook;
  readonly instrument: InstrumentCheck;
}

export interface AnalysisOptions {
  readonly settings: Pick<StudyPlan, "validation" | "permutations" | "resamples">;
  /** The date that every evaluation row is said to come after, or null. */
  readonly rowsAfter: string | null;
  readonly seed: (label: string) => Random;
}

/** Everything that honest statistics say of the models of a run. */
export function analysis(inputs: AnalysisInputs, options: AnalysisOptions): RunAnalysis {
  const { results, cutoffs, blind, instrument } = inputs;
  const models = results.map((result): DatedModel => {
    const { model } = result;
    return { model, rows: judgedRows(result), cutoff: cutoffs.get(model)?.date ?? null };
  });
  return {
    settings: options.settings,
    instrument,
    blind: blind.found,
    models: models.map((model) => modelAnalysis(model, models, inputs, options)),
  };
}

function modelAnalysis(
  own: DatedModel,
  models: ReadonlyArray<DatedModel>,
  inputs: AnalysisInputs,
  { rowsAfter, settings, seed }: AnalysisOptions,
): ModelAnalysis {
  const { model, rows, cutoff } = own;
  const { blind } = inputs;
  const divide: Divide | null = cutoff === null ? null : { cutoff, rowsAfter };
  const calibration = inputs.calibrators.get(model) ?? NOT_CALIBRATED;
  const { separation, overlap, holdoutAuc } = corpusPart(calibration);
  const random = seed(`analysis/calibration/${model}`);
  const transfer = calibration.ok
    ? transferFinding([calibration.members, ...controlsOf(inputs, model)], rows, calibration.calibrator.fit)
    : calibration;
  const found = outcomes(own, { rowsAfter, models });
  const verdict = modelVerdict(separation, overlap, inputs);
  return {
    model,
    outcomes: found,
    verdict,
    separation,
    overlap,
    calibration: calibration.ok
      ? calibrationFinding(calibration.findings.outOfFold, { resamples: settings.resamples, random })
      : unknown(calibration),
    distributions: calibration.ok
      ? distributions(calibration.members, inputs.baselines.get(model))
      : unknown(calibration),
    holdoutAuc,
    transfer: transfer.ok ? transfer : unknown(transfer),
    pAfter: pAfter(rows, divide),
    effects: effects(rows, divide),
    decisions: decisions(rows),
    prevalence: prevalenceFindings({ rows, divide, outcomes: found, verdict, calibration }),
    warnings: analysisWarnings({ separation, overlap, transfer, blind }),
  };
}

const NOT_CALIBRATED = { ok: false, reason: "it was not calibrated" } as const;

function corpusPart(calibration: ModelCalibration | typeof NOT_CALIBRATED): {
  readonly separation: Known<SeparationFinding>;
  readonly overlap: Known<OverlapFinding>;
  readonly holdoutAuc: Known<number>;
} {
  if (!calibration.ok) {
    const none = unknown(calibration);
    return { separation: none, overlap: none, holdoutAuc: none };
  }
  const { separation, overlap, holdoutAuc } = calibration.findings;
  return {
    separation: { ok: true, value: separation },
    overlap,
    holdoutAuc:
      holdoutAuc === null
        ? { ok: false, reason: "a class has no held-out row" }
        : { ok: true, value: holdoutAuc },
  };
}

function controlsOf({ baselines }: AnalysisInputs, model: string) {
  const known = baselines.get(model);
  return known === undefined ? [] : [known.controls];
}

/** The reason alone. */
function unknown({ reason }: { readonly reason: string }): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
