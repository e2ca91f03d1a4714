import type { SimulatedRow } from "./ranking.ts";

/** Monte-Carlo standard error of a share over so many runs. */
export function standardError({ value, runs }: SimulatedRow): number {
  return Math.sqrt((value * (1 - value)) / runs);
}

/** A row of the document's table: name, runs, value +- standard error, what is promised. */
export function rowLine(row: SimulatedRow): string {
  const { name, runs, value, promised } = row;
  const isShare = value >= 0 && value <= 1;
  const error = isShare ? ` ± ${standardError(row).toFixed(4)}` : "";
  const range = promised === null ? "" : `${promised[0]} to ${promised[1]}`;
  return `| ${name} | ${runs} | ${value.toFixed(4)}${error} | ${range} |`;
}

/** The rows that lie outside what is promised by more than two standard errors. */
export function broken(rows: ReadonlyArray<SimulatedRow>): ReadonlyArray<SimulatedRow> {
  return rows.filter((row) => {
    if (row.promised === null) return false;
    const [lo, hi] = row.promised;
    const room = 2 * standardError(row);
    return !(row.value >= lo - room && row.value <= hi + room);
  });
}
