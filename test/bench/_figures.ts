import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A measured number with its unit, and what it should be. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Empty for a ratio. */
  readonly unit: string;
  readonly target?: Target;
}

export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** What one benchmark found. */
export interface Found {
  readonly title: string;
  readonly figures: ReadonlyArray<Figure>;
}

/** Where the folder for figures stands in the environment. */
export const FOLDER = "RECALL_GUARD_BENCH";

/** Prints figures as a table and keeps them as JSON for the table of all targets. */
export function tell(title: string, figures: ReadonlyArray<Figure>): void {
  const folder = process.env[FOLDER] ?? mkdtempSync(join(tmpdir(), "recall-guard-bench-"));
  const found: Found = { title, figures };
  writeFileSync(join(folder, `${title}.json`), JSON.stringify(found));
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map(({ name, value, unit }) => `  ${name.padEnd(width)}  ${shown(value)} ${unit}`);
  process.stdout.write(`\n${title}\n${lines.join("\n")}\n`);
}

/** A number in a column. */
export function shown(value: number): string {
  return (Number.isInteger(value) ? String(value) : value.toPrecision(4)).padStart(9);
}

/** The best time of each piece of work over a few rounds, in milliseconds; the rounds share what disturbs them. */
export function bestMs(rounds: number, works: ReadonlyArray<() => unknown>): Promise<ReadonlyArray<number>> {
  return bestOf(rounds, works, () => performance.now());
}

/** The same in milliseconds of this process's CPU. */
export function bestCpuMs(
  rounds: number,
  works: ReadonlyArray<() => unknown>,
): Promise<ReadonlyArray<number>> {
  return bestOf(rounds, works, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  });
}

async function bestOf(
  rounds: number,
  works: ReadonlyArray<() => unknown>,
  now: () => number,
): Promise<ReadonlyArray<number>> {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [i, work] of works.entries()) {
      const from = now();
      await work();
      best[i] = Math.min(best[i] ?? Number.POSITIVE_INFINITY, now() - from);
    }
  }
  return best;
}
