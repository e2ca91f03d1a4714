/** How reports say names, numbers and verdicts: for the writers that have a folder of their own. */
export { besideLines, picked, ranksOf, verdictWords } from "./_beside.ts";
export { MAJORITY_ROW } from "./_majority.ts";
export { ABSENT, fixed, four, interval, percent, probability, pValue } from "./_numbers.ts";
export { parseShare } from "./_parse_share.ts";
export { probabilities } from "./_probabilities.ts";
export { shorten } from "./_shorten.ts";
export { visible } from "./_text.ts";
export { width, wrap } from "./_width.ts";
