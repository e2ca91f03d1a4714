export type { JsonSchema } from "./_schema_of.ts";
export { decodeAt } from "./issues.ts";
export { configSchema, reportSchema } from "./json_schema.ts";
export { type Listed, listing } from "./listing.ts";
export { type RunSpec, readConfig } from "./read.ts";
export type { Chosen } from "./registry.ts";
export { Config } from "./schema.ts";
export { type Override, readSource, type Source } from "./source.ts";
