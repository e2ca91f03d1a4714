export { decodeAt, didYouMean } from "./issues.ts";
export { type Chosen, type RunSpec, readConfig } from "./read.ts";
export { Config } from "./schema.ts";
export { type Override, readSource, type Source } from "./source.ts";
