/**
 * The conformance suite: what the contract promises of a plugin of each kind, as checks for a plugin's own tests. It is
 * an entry of its own, `recall-guard/plugin/testing`, since `recall-guard/plugin` is loaded in every run.
 */
export type { PluginSource, StageSource } from "./_brought.ts";
export { Breach, type Check, type Finding, findings } from "./check.ts";
export { type GatesSample, gatesChecks } from "./gates.ts";
export * as promises from "./promise.ts";
export { type ProviderSample, providerChecks } from "./provider.ts";
export { type ReportSample, reportChecks } from "./report.ts";
export { type Forms, type Sample, sample } from "./sample.ts";
export { type StageSample, stageChecks } from "./stage.ts";
