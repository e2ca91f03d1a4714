import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A measured number with its unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** Prints figures as a table and keeps them as JSON in a new folder. */
export function tell(title: string, figures: ReadonlyArray<Figure>): void {
  const file = join(mkdtempSync(join(tmpdir(), "recall-guard-bench-")), `${title}.json`);
  writeFileSync(file, `${JSON.stringify({ title, node: process.version, figures }, null, 2)}\n`);
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map(
    ({ name, value, unit }) => `  ${name.padEnd(width)}  ${value.toPrecision(4).padStart(9)} ${unit}`,
  );
  process.stdout.write(`\n${title} (${file})\n${lines.join("\n")}\n`);
}

/** The best time of each piece of work over a few rounds, in milliseconds; the rounds share what disturbs them. */
export async function bestMs(
  rounds: number,
  works: ReadonlyArray<() => unknown>,
): Promise<ReadonlyArray<number>> {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [i, work] of works.entries()) {
      const from = performance.now();
      await work();
      best[i] = Math.min(best[i] ?? Number.POSITIVE_INFINITY, performance.now() - from);
    }
  }
  return best;
}
