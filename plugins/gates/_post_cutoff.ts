import type { Direction, Judgement, ModelEvalResult, Records } from "../contract/mod.ts";
import { columnOf, rowsWhere } from "./_rows.ts";

/** The evaluation rows that come after the cutoff of one model or more. */
export interface PostCutoff {
  /** For each model 1 right, 0 wrong or unread, NaN where the row is not after its cutoff, shape (models, rows). */
  readonly hits: ReadonlyArray<Float64Array>;
  /** 1 where always saying `baseline.direction` is right, shape (rows). */
  readonly baselineHits: Float64Array;
  /** Numbers of days: rows of one date share theirs, and a row without a date has one of its own. Shape (rows). */
  readonly days: Uint32Array;
  readonly baseline: PriorMajority;
  /** Whether some of the rows have no date. */
  readonly hasUndated: boolean;
}

/** The direction to beat, chosen on rows that are not judged. */
export interface PriorMajority {
  readonly direction: Direction;
  /** Rows up to the earliest cutoff, from which it comes; where there are none it is 1. */
  readonly rows: number;
}

/** What a gate set needs to know of the rows, whoever answered them, shape (rows) each. */
interface Rows {
  readonly dates: ReadonlyArray<string | null>;
  readonly targets: Int8Array;
}

/** Sorts the rows of the eval set by each model's cutoff. */
export function postCutoff({ results, cutoffs, rowsAfter }: Judgement): PostCutoff {
  const longest = results.reduce<ModelEvalResult | null>(
    (most, result) => (result.records.size > (most?.records.size ?? 0) ? result : most),
    null,
  );
  const rows = rowsOf(longest?.records);
  const size = rows.dates.length;
  const asked = results.filter(({ records }) => records.size > 0);
  const baseline = priorMajority(
    rows,
    asked.flatMap(({ model }) => cutoffs.get(model) ?? []),
  );
  const all = results.map((result) => {
    const cutoff = cutoffs.get(result.model);
    return hitsAfter(result, size, (row) => isAfter(row.date, cutoff, rowsAfter));
  });
  const kept = rowsWhere(size, (row) => all.some((hits) => !Number.isNaN(hits[row])));
  return {
    hits: all.map((hits) => columnOf(kept, (row) => hits[row] ?? Number.NaN)),
    baselineHits: columnOf(kept, (row) => Number(rows.targets[row] === baseline.direction)),
    days: daysOf(kept, rows.dates),
    baseline,
    hasUndated: kept.some((row) => rows.dates[row] == null),
  };
}

function daysOf(kept: Uint32Array, dates: Rows["dates"]): Uint32Array {
  const days = new Map<string | number, number>();
  return kept.map((row) => {
    const day = dates[row] ?? row;
    const number = days.get(day) ?? days.size;
    days.set(day, number);
    return number;
  });
}

function rowsOf(records: Records | undefined): Rows {
  const dates: Array<string | null> = [];
  const targets = new Int8Array(records?.size ?? 0);
  for (const { date, targetDirection } of records ?? []) {
    targets[dates.length] = targetDirection;
    dates.push(date);
  }
  return { dates, targets };
}

/** A row without a date is after the cutoff where the eval set's header says so of all rows. */
function isAfter(date: string | null, cutoff: string | undefined, rowsAfter: string | null): boolean {
  if (cutoff === undefined) return false;
  return date !== null ? date > cutoff : rowsAfter !== null && cutoff <= rowsAfter;
}

function hitsAfter(
  { records }: ModelEvalResult,
  rows: number,
  isJudged: (row: { readonly date: string | null }) => boolean,
): Float64Array {
  const hits = new Float64Array(rows).fill(Number.NaN);
  let row = 0;
  for (const record of records) {
    if (isJudged(record)) {
      hits[row] = Number(record.parseOk && record.predictedDirection === record.targetDirection);
    }
    row++;
  }
  return hits;
}

/** The most frequent direction among the rows up to the earliest cutoff, ties going to the one met first. */
function priorMajority({ dates, targets }: Rows, cutoffs: ReadonlyArray<string>): PriorMajority {
  const earliest = cutoffs.reduce<string | null>(
    (first, date) => (first === null || date < first ? date : first),
    null,
  );
  const counts = new Map<number, number>();
  let before = 0;
  for (const [row, date] of dates.entries()) {
    if (date === null || earliest === null || date > earliest) continue;
    const target = targets[row]!;
    counts.set(target, (counts.get(target) ?? 0) + 1);
    before++;
  }
  const most = [...counts].reduce<readonly [number, number]>(
    (best, next) => (next[1] > best[1] ? next : best),
    [1, 0],
  );
  return { direction: toDirection(most[0]), rows: before };
}

function toDirection(value: number): Direction {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}
