/** The gate sets. */
export { type ClassicGates, COMPOSITE_FORMULA, classic, compositeScore, GATES } from "./classic.ts";
