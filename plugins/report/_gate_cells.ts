import type { Judged } from "../contract/mod.ts";
import { fixed } from "./_numbers.ts";
import { csvText } from "./_text.ts";

/** Columns of `statistics.csv` for one model by every gate set, each under the gate set's name. */
export function gateCells(judged: ReadonlyArray<Judged>, index: number): Readonly<Record<string, string>> {
  const cells: Record<string, string> = {};
  for (const { gates, verdicts } of judged) {
    const verdict = verdicts[index];
    const column = (name: string) => csvText(`${gates.name}_${name}`);
    cells[column("score")] = verdict === undefined ? "" : fixed(verdict.score, 6);
    cells[column("survives")] = verdict === undefined ? "" : String(verdict.survives);
    cells[column("warnings")] = csvText(verdict?.warnings.join(";") ?? "");
    for (const name of detailNames(verdicts)) {
      cells[column(name)] = numberCell(verdict?.details?.[name] ?? null);
    }
  }
  return cells;
}

/** What a gate set measured of any model, in its order. */
function detailNames(verdicts: Judged["verdicts"]): ReadonlyArray<string> {
  return [...new Set(verdicts.flatMap(({ details = {} }) => Object.keys(details)))];
}

function numberCell(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return "";
  return Number.isInteger(value) ? String(value) : fixed(value, 6);
}
