import type { Context, DateTime } from "effect";
import { DateTime as DateTimes } from "effect";
import type { GateSet, Provider, StudyPlan, WrittenFile } from "../plugins/contract/mod.ts";
import { FEATURES } from "../stages/math/mod.ts";
import type { AskCounts, FlightSummary } from "./answers/mod.ts";
import type { Chosen, RunSpec } from "./config/mod.ts";
import type { ReadInput } from "./inputs.ts";
import type { JournalSummary } from "./journal/mod.ts";
import { VERSION } from "./version.ts";

/** All that a manifest tells of a run. */
export interface RunFacts {
  /** The version of recall-guard; the running one without it. */
  readonly version?: string;
  readonly spec: RunSpec;
  readonly study: StudyPlan;
  readonly provider: Pick<Context.Tag.Service<Provider>, "identity" | "deterministic" | "known">;
  readonly gates: Context.Tag.Service<GateSet>;
  readonly shortlist: ReadonlyArray<string>;
  readonly inputs: ReadonlyArray<ReadInput>;
  readonly artifacts: ReadonlyArray<WrittenFile>;
  readonly counts: AskCounts;
  readonly flight: FlightSummary;
  readonly journal: JournalSummary;
  readonly warnings: ReadonlyArray<string>;
  readonly started: DateTime.Utc;
  readonly finished: DateTime.Utc;
}

/** The manifest of a finished run; the times in it are the only clock in the run's files. */
export function manifest(facts: RunFacts): string {
  const { spec, study, provider, gates } = facts;
  return `${JSON.stringify(
    {
      manifest_version: 1,
      recall_guard: facts.version ?? VERSION,
      seed: spec.config.seed,
      config: decodedConfig(spec),
      inputs: facts.inputs,
      artifacts: facts.artifacts.map(({ name, sha256 }) => ({ name, sha256 })),
      plugins: pluginsOf(spec),
      provider: {
        identity: provider.identity,
        deterministic: provider.deterministic,
        known: provider.known,
      },
      shortlist: facts.shortlist,
      composite_score: { gates: gates.name, formula: gates.formula, thresholds: gates.thresholds },
      mcs: {
        feature_set: "classic",
        features: FEATURES,
        min_valid: study.calibration.minValid,
        min_auc: study.calibration.minAuc,
        validation: study.validation,
        permutations: study.permutations,
        class_weight: "balanced",
        penalty: PENALTY[study.validation],
        reference_model: study.referenceModel,
      },
      bootstrap: { resamples: study.resamples, confidence: 0.95 },
      requests: {
        ...facts.counts,
        peak_in_flight: facts.flight.peakInFlight,
        lowest_limit: facts.flight.lowestLimit,
      },
      journal: facts.journal,
      warnings: facts.warnings,
      started_at: DateTimes.formatIso(facts.started),
      finished_at: DateTimes.formatIso(facts.finished),
    },
    null,
    2,
  )}\n`;
}

/** What the ridge penalty of the deployed fit holds. */
const PENALTY: Readonly<Record<StudyPlan["validation"], string>> = {
  crossfit: "l2, intercept free",
  holdout: "l2, intercept included (liblinear)",
};

/** The config as it was understood: defaults filled in, also those of plugins and stages. */
export function decodedConfig({ config, provider, gates, reports, ...stages }: RunSpec) {
  return {
    ...config,
    provider: used(provider),
    gates: used(gates),
    reports: reports.map(used),
    stages: stages.stageOrigins.map((origin, index) => used({ origin, options: stages.stageOptions[index] })),
  };
}

/** What the config names, with versions and origins. */
export function pluginsOf(spec: RunSpec) {
  return {
    provider: plugin(spec.provider),
    gates: plugin(spec.gates),
    reports: spec.reports.map(plugin),
    stages: spec.pipeline.stages.map(({ name }, index) => ({ name, ...spec.stageOrigins[index] })),
  };
}

function used({ origin, options }: Omit<Chosen<unknown>, "item">) {
  return { use: origin.use, with: options };
}

function plugin({ item, origin }: Chosen<{ readonly name: string; readonly version: string }>) {
  return { name: item.name, version: item.version, ...origin };
}
