/**
 * The package's face: run and check a config from a program, and the pieces a run is made of, one by one. Providers,
 * and what a report needs beyond text, are loaded when a config names them.
 */
export * from "../plugins/contract/mod.ts";
export * from "../plugins/gates/mod.ts";
export * from "../plugins/report/mod.ts";
export { type Measurement, measure, type Reading, readAnswer } from "../stages/answer/mod.ts";
export {
  agreementEvidence,
  agreementSequence,
  type Bootstrap,
  type BootstrapOptions,
  bootstrap,
  bootstrapAuc,
  bootstrapMean,
  type ComponentSummary,
  canonicalDrawHash,
  certifiableN,
  controlBaseline,
  type Decision,
  type Draw,
  detectMultimodal,
  type Ensemble,
  type EnsembleSpec,
  empiricalInterval,
  ensembleInterval,
  ensembleSpec,
  estimateCost,
  features,
  fitCalibrator,
  gridAdherence,
  hedgedCs,
  lagDependence,
  memorisedProbability,
  orderQuantile,
  type Random,
  random,
  reduceDraws,
  robustLocation,
  snapToGrid,
  standardise,
  type TokenTrace,
  wilsonInterval,
} from "../stages/math/mod.ts";
export * from "../stages/mod.ts";
export { artifactPaths, printArtifactPaths } from "./artifact_paths.ts";
export { type CheckResult, check } from "./check.ts";
export { processesLayer } from "./cli/processes.ts";
export { program } from "./cli/program.ts";
export { type Comparison, compare, comparisonHtml, type ModelComparison } from "./compare/mod.ts";
export { type Override, readConfig } from "./config/mod.ts";
export { type Diagnosis, doctor } from "./doctor/mod.ts";
export { manifest, type RunFacts } from "./manifest.ts";
export { type ModelPlan, type Plan, type PlanOptions, plan } from "./plan.ts";
export type { RunStatus, Teller } from "./progress.ts";
export { type ReplayResult, replay } from "./replay/mod.ts";
export { type RunOptions, type RunResult, run } from "./run.ts";
export * from "./scorer/mod.ts";
export { servicesOf } from "./services.ts";
export { VERSION } from "./version.ts";
