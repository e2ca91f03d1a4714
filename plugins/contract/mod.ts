/** The public contract of stages and plugins: `recall-guard/plugin`. */
export * from "./analysis.ts";
export * from "./artifacts.ts";
export * from "./calibrators.ts";
export * from "./did_you_mean.ts";
export * from "./errors.ts";
export * from "./escape_markup.ts";
export * from "./flattened.ts";
export * from "./gate_set.ts";
export * from "./known.ts";
export * from "./memory_findings.ts";
export * from "./model.ts";
export * from "./outcome_findings.ts";
export * from "./plugin.ts";
export * from "./report.ts";
export * from "./schema.ts";
export * from "./services.ts";
export * from "./stage.ts";
