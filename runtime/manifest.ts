import type { Context, DateTime } from "effect";
import { DateTime as DateTimes } from "effect";
import type { GateSet, Provider, StudyPlan, WrittenFile } from "../plugins/contract/mod.ts";
import { FEATURES } from "../stages/math/mod.ts";
import type { AskCounts } from "./answers/mod.ts";
import type { RunSpec } from "./config/mod.ts";
import type { ReadInput } from "./inputs.ts";
import { VERSION } from "./version.ts";

/** All that a manifest tells of a run. */
export interface RunFacts {
  readonly spec: RunSpec;
  readonly study: StudyPlan;
  readonly provider: Context.Tag.Service<Provider>;
  readonly gates: Context.Tag.Service<GateSet>;
  readonly shortlist: ReadonlyArray<string>;
  readonly inputs: ReadonlyArray<ReadInput>;
  readonly artifacts: ReadonlyArray<WrittenFile>;
  readonly counts: AskCounts;
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
      recall_guard: VERSION,
      seed: spec.config.seed,
      config: decodedConfig(spec),
      inputs: facts.inputs,
      artifacts: facts.artifacts.map(({ name, sha256 }) => ({ name, sha256 })),
      plugins: {
        provider: named(spec.provider.item),
        gates: named(spec.gates.item),
        reports: spec.reports.map(({ item }) => named(item)),
      },
      provider: { identity: provider.identity, deterministic: provider.deterministic },
      shortlist: facts.shortlist,
      composite_score: { gates: gates.name, formula: gates.formula, thresholds: gates.thresholds },
      mcs: {
        feature_set: "classic",
        features: FEATURES,
        min_valid: study.calibration.minValid,
        min_auc: study.calibration.minAuc,
        validation: study.validation,
        class_weight: "balanced",
        penalty: "l2, intercept included (liblinear)",
        reference_model: study.referenceModel,
      },
      bootstrap: { resamples: study.resamples, confidence: 0.95 },
      requests: facts.counts,
      warnings: facts.warnings,
      started_at: DateTimes.formatIso(facts.started),
      finished_at: DateTimes.formatIso(facts.finished),
    },
    null,
    2,
  )}\n`;
}

/** The config as it was understood: defaults filled in, also those of plugins and stages. */
function decodedConfig({ config, provider, gates, reports, pipeline, stageOptions }: RunSpec) {
  const use = (name: string, options: unknown) => ({ use: name, with: options });
  return {
    ...config,
    provider: use(provider.item.name, provider.options),
    gates: use(gates.item.name, gates.options),
    reports: reports.map(({ item, options }) => use(item.name, options)),
    stages: pipeline.stages.map((stage, index) => use(stage.name, stageOptions[index])),
  };
}

function named({ name, version }: { readonly name: string; readonly version: string }) {
  return { name, version };
}
