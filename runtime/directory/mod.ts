/** What a run directory holds besides its artifacts: the record of the run, its config, its inputs, its journal. */
export { type Beginning, claimDirectory, JOURNAL } from "./claim.ts";
export { KEPT_NAME, nameFlaw } from "./file_name.ts";
export { type FinishedRun, readManifest } from "./finished_run.ts";
export { type Difference, differences, essential, identity, inWords } from "./identity.ts";
export { holds } from "./kept_inputs.ts";
export { type KeptInput, type RunRecord, readRecord } from "./record.ts";
export { MANIFEST, namedTarget, unfinishedRun } from "./target.ts";
export type { WrittenFiles } from "./written.ts";
