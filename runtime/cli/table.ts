import Table from "cli-table3";
import { printable } from "../printable.ts";

/** A table in plain text; nothing in it is coloured. */
export function table(head: Array<string>, rows: Array<Array<string>>): string {
  const drawn = new Table({ head, style: { head: [], border: [], compact: true } });
  drawn.push(...rows.map((row) => row.map((cell) => printable(cell).replaceAll("\n", " "))));
  return drawn.toString();
}
