import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../support/cli.ts";
import { FOLDER, type Found, shown, type Target } from "./_figures.ts";

/** Gathers what the benchmarks find, for one table at the end. */
export function setup(): void {
  process.env[FOLDER] = mkdtempSync(join(tmpdir(), "recall-guard-bench-"));
}

/** Prints every figure that has a target, and writes all of them as JSON. */
export function teardown(): void {
  const folder = process.env[FOLDER] ?? "";
  const found = readdirSync(folder)
    .toSorted()
    .map((name): Found => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const judged = found.flatMap(({ title, figures }) =>
    figures.flatMap(({ name, value, unit, target }) =>
      target === undefined ? [] : [{ what: `${title}: ${name.trim()}`, value, unit, target }],
    ),
  );
  const width = Math.max(0, ...judged.map(({ what }) => what.length));
  const lines = judged.map(({ what, value, unit, target }) => {
    const verdict = isMet(value, target) ? "met" : "MISSED";
    return `  ${what.padEnd(width)}  ${shown(value)} ${unit.padEnd(3)} ${inWords(target).padEnd(8)} ${verdict}`;
  });
  const runs = join(ROOT, "runs");
  mkdirSync(runs, { recursive: true });
  const file = join(runs, "bench.json");
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? null, cores: cpus().length };
  writeFileSync(file, `${JSON.stringify({ ...machine, found }, null, 2)}\n`);
  process.stdout.write(`\nTargets (all figures: ${file})\n${lines.join("\n")}\n`);
}

function isMet(value: number, target: Target): boolean {
  return "atMost" in target ? value <= target.atMost : value >= target.atLeast;
}

function inWords(target: Target): string {
  return "atMost" in target ? `<= ${target.atMost}` : `>= ${target.atLeast}`;
}
