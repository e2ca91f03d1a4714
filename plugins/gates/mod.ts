/** The gate sets. */
export { type ClassicGates, COMPOSITE_FORMULA, classic, compositeScore, GATES } from "./classic.ts";
export { HONEST_FORMULA, HONEST_GATES, type HonestGates, honest, honestVerdicts } from "./honest.ts";
