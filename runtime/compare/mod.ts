/** Two finished runs side by side. */
export type { Change, ModelComparison, ModelTest } from "./_models.ts";
export { type Comparison, compare } from "./compare.ts";
export { comparisonHtml } from "./html.ts";
export { type Section, sections } from "./words.ts";
