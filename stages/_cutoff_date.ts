import { CalendarDate, Schema } from "../plugins/contract/mod.ts";

const isCalendarDate = Schema.is(CalendarDate);

/** A training cutoff as a registry writes it: a calendar date YYYY-MM-DD, or a month YYYY-MM. */
export const CutoffDate = Schema.String.pipe(
  Schema.filter(
    (text) =>
      isCalendarDate(isMonth(text) ? `${text}-01` : text) ||
      `expected a date YYYY-MM-DD or a month YYYY-MM, got ${JSON.stringify(text)}`,
  ),
).annotations({ identifier: "CutoffDate" });
export type CutoffDate = typeof CutoffDate.Type;

export function isMonth(date: string): boolean {
  return /^\d{4}-\d{2}$/.test(date);
}

/** The last day of the month of a cutoff: a model known to the month may have read all of it. */
export function lastDay(date: string): CalendarDate {
  const month = date.slice(0, 7);
  const last = ["31", "30", "29", "28"].find((day) => isCalendarDate(`${month}-${day}`));
  if (last === undefined) throw new RangeError(`Cannot find the last day of "${date}": it is no month`);
  return `${month}-${last}`;
}
