/** Two finished runs side by side. */
export type { Maybe, ModelTest, SharedTest } from "./_model_test.ts";
export type { Change, ModelComparison } from "./_models.ts";
export { type Comparison, compare } from "./compare.ts";
export { comparisonHtml } from "./html.ts";
export { type Section, sections } from "./words.ts";
