import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const DAY_MS = 86_400_000;

/** The weekdays from one date through another, YYYY-MM-DD. */
export function days(from: string, through: string): ReadonlyArray<string> {
  const found: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(through); at += DAY_MS) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) found.push(day.toISOString().slice(0, 10));
  }
  return found;
}

export function jsonl(rows: ReadonlyArray<unknown>): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Writes what `make` gives for the command line's `--seed`, into its `--out`. */
export function writeFiles(
  make: (seed: number) => Readonly<Record<string, string>>,
  fallback: { readonly seed: number; readonly out: string },
): void {
  const { values } = parseArgs({ options: { seed: { type: "string" }, out: { type: "string" } } });
  const out = values.out ?? fallback.out;
  mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(make(Number(values.seed ?? fallback.seed))))
    writeFileSync(join(out, name), text);
}
