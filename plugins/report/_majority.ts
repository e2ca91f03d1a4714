/** The model cell of the row that holds the majority baseline. */
export const MAJORITY_ROW = "__majority_baseline__";
