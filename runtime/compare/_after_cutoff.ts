import type { SharedRows } from "./_rows.ts";
import type { Written } from "./_written.ts";

/** The shared rows that no run's model can have read: those after its cutoff. */
export function afterCutoff(shared: SharedRows, cutoff: string): Written<SharedRows> {
  const isAfter = shared.dates.map(liesAfter(shared, cutoff));
  const kept = <A>(values: ReadonlyArray<A>) => values.filter((_, row) => isAfter[row]);
  const value = { ...shared, a: kept(shared.a), b: kept(shared.b), dates: kept(shared.dates) };
  return value.dates.length > 0
    ? { ok: true, value }
    : { ok: false, reason: noneAfter(shared.dates.length, undated(shared, cutoff), cutoff) };
}

/** How many of the shared rows are known to lie after a cutoff. */
export function countAfter(shared: SharedRows, cutoff: string): number {
  return shared.dates.filter(liesAfter(shared, cutoff)).length;
}

/** A row without a date lies after the cutoff where a header says so of all rows. */
function liesAfter({ rowsAfter }: SharedRows, cutoff: string | null): (date: string | null) => boolean {
  if (cutoff === null) return () => false;
  const isUndatedAfter = rowsAfter !== null && rowsAfter >= cutoff;
  return (date) => (date === null ? isUndatedAfter : date > cutoff);
}

/** How many of the shared rows have no date and are not known to lie after a cutoff. */
export function undated(shared: SharedRows, cutoff: string | null): number {
  const isAfter = liesAfter(shared, cutoff);
  return shared.dates.filter((date) => date === null && !isAfter(date)).length;
}

function noneAfter(rows: number, undated: number, cutoff: string): string {
  if (undated === 0) return `no shared row lies after its cutoff (${cutoff})`;
  return undated === rows
    ? `no shared row has a date, so that none is known to lie after its cutoff (${cutoff})`
    : `no shared row is known to lie after its cutoff (${cutoff}), ${undated} having no date`;
}
