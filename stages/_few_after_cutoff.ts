import type { CutoffClearance, EvaluationSet } from "../plugins/contract/mod.ts";

/** So few rows show nothing, however well a model does on them. */
const FEW = 10;

/** A sentence on models that have hardly a row after their training cutoff, by the eval set's path; null without any. */
export function fewAfterCutoff(
  { models }: CutoffClearance,
  { size, cutoffDate }: EvaluationSet,
): ((path: string) => string) | null {
  const isAfterHeader = cutoffDate !== null;
  const counts = models.map(({ model, cutoff, after, undated }) => {
    return { model, cutoff, rows: isAfterHeader ? after + undated : after };
  });
  const few = counts.filter(({ rows }) => rows < FEW && rows < size);
  if (few.length === 0) return null;
  const told = few.map(({ model, cutoff, rows }) => `${rows} for "${model}" (${cutoff})`).join(", ");
  const undated = isAfterHeader ? 0 : (models[0]?.undated ?? 0);
  const lost = undated === 0 ? "" : `; rows without a date count for none, ${undated} here`;
  return (path) =>
    `Of the ${size} rows of "${path}" hardly any lies after the training cutoff, where alone skill can show: ${told}; add rows with a later "metadata.date"${lost}`;
}
