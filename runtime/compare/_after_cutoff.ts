import type { SharedRows } from "./_rows.ts";
import type { Written } from "./_written.ts";

/** The shared rows that no run's model can have read: those dated after its cutoff. */
export function afterCutoff(shared: SharedRows, cutoff: string): Written<SharedRows> {
  const isAfter = shared.dates.map((date) => liesAfter(date, cutoff));
  const kept = <A>(values: ReadonlyArray<A>) => values.filter((_, row) => isAfter[row]);
  const value = { ...shared, a: kept(shared.a), b: kept(shared.b), dates: kept(shared.dates) };
  return value.dates.length > 0
    ? { ok: true, value }
    : { ok: false, reason: noneAfter(shared.dates.length, undated(shared), cutoff) };
}

/** How many of the shared rows are known to lie after a cutoff. */
export function countAfter({ dates }: SharedRows, cutoff: string): number {
  return dates.filter((date) => liesAfter(date, cutoff)).length;
}

function liesAfter(date: string | null, cutoff: string): boolean {
  return date !== null && date > cutoff;
}

/** How many of the shared rows have no date. */
export function undated({ dates }: SharedRows): number {
  return dates.filter((date) => date === null).length;
}

function noneAfter(rows: number, undated: number, cutoff: string): string {
  if (undated === 0) return `no shared row lies after its cutoff (${cutoff})`;
  return undated === rows
    ? `no shared row has a date, so that none is known to lie after its cutoff (${cutoff})`
    : `no shared row is known to lie after its cutoff (${cutoff}), ${undated} having no date`;
}
