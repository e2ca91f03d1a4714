/** The package's face: run and check a config from a program. */
export { type CheckResult, check } from "./check.ts";
export { type Override, readConfig } from "./config/mod.ts";
export { type RunOptions, type RunResult, run } from "./run.ts";
export { VERSION } from "./version.ts";
