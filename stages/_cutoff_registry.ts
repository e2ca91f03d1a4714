import { type Cutoff, Schema } from "../plugins/contract/mod.ts";
import { CutoffDate, isMonth, lastDay } from "./_cutoff_date.ts";

const Sourced = Schema.Struct({
  date: CutoffDate,
  /** Where the vendor says so. */
  source: Schema.optionalWith(Schema.String, { exact: true }),
  precision: Schema.optionalWith(Schema.Literal("day", "month"), { exact: true }),
}).pipe(
  Schema.filter(
    ({ date, precision }) =>
      !(isMonth(date) && precision === "day") ||
      `expected a date YYYY-MM-DD with precision "day", got "${date}"`,
  ),
);

const Entry = Schema.Union(CutoffDate, Sourced);

/** The file that tells how far each model's training data go. */
export const CutoffRegistry = Schema.Struct({ models: Schema.Record({ key: Schema.String, value: Entry }) });

/** An entry as a day: what is known to the month holds through its last day. */
export function toCutoff(entry: typeof Entry.Type): Cutoff {
  const { date, source = null, precision = null } = typeof entry === "string" ? { date: entry } : entry;
  return isMonth(date) || precision === "month"
    ? { date: lastDay(date), source, precision: "month" }
    : { date, source, precision };
}
