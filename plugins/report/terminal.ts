import Table from "cli-table3";
import { Effect } from "effect";
import { definePlugin, type Report, Schema, type Screen } from "../contract/mod.ts";
import { besideLines, verdictWords } from "./_beside.ts";
import { type FittedTable, fitTable } from "./_fit.ts";
import { ABSENT } from "./_numbers.ts";
import { COLUMN, type ResultTable, resultTable } from "./_rows.ts";
import { visible } from "./_text.ts";
import { verdictLines } from "./_verdict_lines.ts";
import { widest, wrap } from "./_width.ts";

/** The result table on the terminal; a list, model by model, where a table would be too wide. */
export const terminal = definePlugin({
  kind: "report",
  name: "terminal",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({ screen: (report, screen) => Effect.sync(() => renderTerminal(report, screen)) }),
});
export default terminal;

/** The result table as text for a screen. */
export function renderTerminal(report: Report, { columns, color }: Screen): string {
  const table = resultTable(report);
  const fitted = fitTable(table, columns);
  const paint = color ? painted : plain;
  const results =
    fitted === null
      ? list(table, columns, paint)
      : grid(fitted.cells, paint) + beneath(table, fitted.below, { columns, paint });
  const below = [...verdictLines(report), ...found(report), ...besideLines(report)].flatMap((line) =>
    wrap(line, Math.max(columns, 2)),
  );
  return results + below.map((line) => `${line}\n`).join("");
}

/** What the gate set measured of each model, and where that puts it: its first line and its last. */
function found(report: Report): ReadonlyArray<string> {
  const lines = verdictWords(report).map(({ model, says = [] }) => {
    const [first = "", ...more] = says;
    return visible(`${model}: ${[first, ...more.slice(-1)].join(". ")}`);
  });
  return lines.length === 0 ? [] : [`What ${visible(report.gates.name)} found:`, ...lines];
}

function grid(cells: FittedTable, paint: Paint): string {
  const isWrapped = cells.slice(1).some((row) => row.some((lines) => lines.length > 1));
  const [head = [], ...rows] = cells.map((row, y) =>
    row.map((lines, x) => lines.map((line) => paint(line, y, x)).join("\n")),
  );
  // Empty styles keep the driver from writing colours of its own.
  const table = new Table({ head, style: { head: [], border: [], compact: !isWrapped } });
  table.push(...rows.map((row) => [...row]));
  return `${table.toString()}\n`;
}

/** The columns that found no place in the table, a line a model. */
function beneath(
  { headings, rows }: ResultTable,
  places: ReadonlyArray<number>,
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): string {
  const lines = places.flatMap((x) => {
    const told = rows.flatMap((row, y) => {
      const cell = row[x] ?? "";
      const line = `${row[COLUMN.model] ?? ""}: ${cell}`;
      return cell === "" ? [] : wrap(line, columns).map((part) => paint(part, y + 1, x));
    });
    return told.length === 0 ? [] : [`${headings[x]}:`, ...told];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function list({ headings, rows }: ResultTable, columns: number, paint: Paint): string {
  const indent = 2 + widest(headings) + 1;
  const room = Math.max(columns - indent, 2);
  const lines = rows.flatMap((row, y) => [
    ...wrap(row[COLUMN.model] ?? "", Math.max(columns, 2)).map((line) => paint(line, 0, COLUMN.model)),
    ...row.flatMap((cell, x) => {
      if (x === COLUMN.model || cell === "") return [];
      const label = `  ${headings[x]}`.padEnd(indent);
      return wrap(cell, room).map(
        (line, i) => (i === 0 ? label : " ".repeat(indent)) + paint(line, y + 1, x),
      );
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

/** Text of a line in row `y` (0 is the headings) and column `x` as the terminal gets it. */
type Paint = (text: string, y: number, x: number) => string;

function plain(text: string): string {
  return text;
}

function painted(text: string, y: number, x: number): string {
  if (text === "" || text === ABSENT) return text;
  if (y === 0) return `\u001b[1m${text}\u001b[22m`;
  if (x === COLUMN.score) return `\u001b[32m${text}\u001b[39m`;
  return x === COLUMN.warnings ? `\u001b[33m${text}\u001b[39m` : text;
}
