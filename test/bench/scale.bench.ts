import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { folder, recallGuard } from "../support/cli.ts";
import { type Figure, tell } from "./_figures.ts";
import { toldUsage } from "./_usage.ts";

const SIZES = [1e4, 1e5, 1e6];
const CORPUS = 100;
const BLOCK = 10_000;
const SHORT = fileURLToPath(new URL("_short_answers.mjs", import.meta.url));

const CONFIG = `version: 1
inputs: { eval_set: eval.jsonl, is_memorized: seen.jsonl, oos_control: unseen.jsonl, cutoffs: cutoffs.yaml }
models: { shortlist: [short] }
provider: { use: ${JSON.stringify(SHORT)} }
gates: { use: classic }
controls: false
reports: [terminal, records, summary, top3, statistics]
`;

const corpus = (word: string) =>
  Array.from({ length: CORPUS }, (_, i) => `{"prompt":"${word} ${i}: up or down?"}\n`).join("");
const row = (i: number) =>
  `{"prompt":"Session ${i}: up or down?","target_direction":${(i % 2) * 2 - 1},"metadata":{"date":"20${10 + (i % 10)}-0${1 + (i % 9)}-${10 + (i % 19)}"}}\n`;

function studyOf(size: number): string {
  const base = folder({
    "run.yaml": CONFIG,
    "seen.jsonl": corpus("Ticker"),
    "unseen.jsonl": corpus("Index"),
    "cutoffs.yaml": "models: { short: 2014-12-31 }\n",
  });
  const file = openSync(join(base, "eval.jsonl"), "w");
  for (let from = 0; from < size; from += BLOCK) {
    writeSync(file, Array.from({ length: BLOCK }, (_, i) => row(from + i)).join(""));
  }
  closeSync(file);
  return base;
}

interface Ran {
  readonly size: number;
  readonly msPerRecord: number;
  readonly peakMb: number;
}

/** A whole run, its start and its analysis included. */
async function ran(size: number): Promise<Ran> {
  const cwd = studyOf(size);
  const { env, read } = toldUsage();
  const from = performance.now();
  const { code, stderr } = await recallGuard(["run", "run.yaml", "--out", "out", "--quiet"], { cwd, env });
  const msPerRecord = (performance.now() - from) / size;
  expect(code, stderr).toBe(0);
  rmSync(cwd, { recursive: true });
  return { size, msPerRecord, peakMb: read().peakMb };
}

it("what a record costs, of ten thousand to a million", async () => {
  const runs: Array<Ran> = [];
  for (const size of SIZES) runs.push(await ran(size));
  const least = runs[0]?.msPerRecord ?? 0;
  const figures = runs.flatMap(({ size, msPerRecord, peakMb }, i): ReadonlyArray<Figure> => {
    const isLast = i === runs.length - 1;
    return [
      { name: `${size} records: each`, value: msPerRecord, unit: "ms" },
      {
        name: `${size} records: each, of one of ${SIZES[0]}`,
        value: msPerRecord / least,
        unit: "",
        ...(i === 0 ? {} : { target: { atMost: 1.1 } }),
      },
      {
        name: `${size} records: resident memory at most`,
        value: peakMb,
        unit: "MB",
        ...(isLast ? { target: { atMost: 500 } } : {}),
      },
    ];
  });
  tell("scale", figures);
});
