/** The public contract of stages and plugins: `recall-guard/plugin`. */
export * from "./analysis.ts";
export * from "./artifacts.ts";
export * from "./calibrators.ts";
export * from "./errors.ts";
export * from "./model.ts";
export * from "./plugin.ts";
export * from "./schema.ts";
export * from "./services.ts";
export * from "./stage.ts";
