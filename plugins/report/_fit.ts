import { COLUMN, type ResultTable } from "./_rows.ts";
import { shorten } from "./_shorten.ts";
import { widest, wrap } from "./_width.ts";

/** Cells in lines, the headings first. */
export type FittedTable = ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>>;

/** Columns that may shrink, and how far. */
const LEAST: ReadonlyMap<number, number> = new Map([
  [COLUMN.model, 21],
  [COLUMN.warnings, 16],
  [COLUMN.truth, 16],
]);

/** Where wrapping is still easy to read, 25 being the longest warning with its comma; tried before ids are cut. */
const EASY: ReadonlyMap<number, number> = new Map([
  [COLUMN.warnings, 25],
  [COLUMN.truth, 25],
]);

/** A table that fits, and the columns that are told below it instead. */
export interface Fitted {
  readonly cells: FittedTable;
  readonly below: ReadonlyArray<number>;
}

/**
 * The table in so many terminal columns: as it is, or with long cells wrapped and ids shortened, or with the intervals
 * under their points as well, or with the long columns told below, or with the intervals in two lines at last; null where
 * none of this is enough.
 */
export function fitTable(table: ResultTable, columns: number): Fitted | null {
  const { headings, rows } = table;
  const cells = [headings, ...rows];
  const stacked = cells.map((row) => row.map((cell, x) => (LEAST.has(x) ? [cell] : underPoint(cell))));
  const long = [COLUMN.truth, COLUMN.warnings].filter((x) => x < headings.length);
  const layouts: ReadonlyArray<Fitted> = [
    { cells: cells.map((row) => row.map((cell) => [cell])), below: [] },
    { cells: stacked, below: [] },
    ...long.map((_, i) => ({ cells: stacked, below: long.slice(0, i + 1) })),
    { cells: stacked.map((row) => row.map((lines, x) => halved(lines, x))), below: long },
  ];
  for (const layout of layouts) {
    const kept = layout.cells.map((row) => row.filter((_, x) => !layout.below.includes(x)));
    const squeezed = squeeze(kept, columns);
    if (squeezed !== null) return { cells: squeezed, below: layout.below.toSorted((a, b) => a - b) };
  }
  return null;
}

/** `0.7 [0.6–0.8]` in two lines. */
function underPoint(cell: string): ReadonlyArray<string> {
  return cell.split(/ (?=[[(])/);
}

/** An interval in a line for each end, its heading in a line for each word. */
function halved(lines: ReadonlyArray<string>, x: number): ReadonlyArray<string> {
  const isInterval = x > COLUMN.model && x < COLUMN.parse;
  return isInterval ? lines.flatMap((line) => line.split(/(?<=–)| /)) : lines;
}

function squeeze(cells: FittedTable, columns: number): FittedTable | null {
  const natural = (cells[0] ?? []).map((_, x) => Math.max(...cells.map((row) => widest(row[x] ?? []))));
  const least = atLeast(natural, LEAST);
  // A bar before every cell and one at the end, a blank on both sides of a cell.
  const room = columns - 3 * natural.length - 1;
  if (sum(least) > room) return null;
  const sizes = shrink(shrink(natural, atLeast(natural, EASY), room), least, room);
  const ids = cells.slice(1).map((row) => row[COLUMN.model]?.[0] ?? "");
  return cells.map((row) => row.map((lines, x) => fitCell(lines, x, sizes[x] ?? 0, ids)));
}

function fitCell(
  lines: ReadonlyArray<string>,
  x: number,
  size: number,
  ids: ReadonlyArray<string>,
): ReadonlyArray<string> {
  if (widest(lines) <= size) return lines;
  const text = lines.join(" ");
  return x === COLUMN.model ? shorten(text, size, ids) : wrap(text, size);
}

function atLeast(natural: ReadonlyArray<number>, floors: ReadonlyMap<number, number>): ReadonlyArray<number> {
  return natural.map((size, x) => Math.min(size, floors.get(x) ?? size));
}

/** Sizes that add up to `room`, or to the sum of `least` where that is more; the widest column gives way first. */
function shrink(
  natural: ReadonlyArray<number>,
  least: ReadonlyArray<number>,
  room: number,
): ReadonlyArray<number> {
  const sizes = [...natural];
  const spare = (x: number) => ((sizes[x] ?? 0) > (least[x] ?? 0) ? (sizes[x] ?? 0) : 0);
  for (let excess = sum(sizes) - Math.max(room, sum(least)); excess > 0; excess--) {
    const x = sizes.reduce((best, _, here) => (spare(here) > spare(best) ? here : best), 0);
    sizes[x] = (sizes[x] ?? 0) - 1;
  }
  return sizes;
}

function sum(values: ReadonlyArray<number>): number {
  return values.reduce((total, value) => total + value, 0);
}
