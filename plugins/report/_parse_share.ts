import type { ModelEvalResult } from "../contract/mod.ts";

/** The share of rows that could be read; null where none was asked. */
export function parseShare({ records, rawAccuracy, parseSuccessRate }: ModelEvalResult): number | null {
  return records.size === 0 && rawAccuracy === null ? null : parseSuccessRate;
}
