import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folder, recallGuard } from "../support/cli.ts";

const ROWS = 1_000_000;
const MOST_MB = 300;

const CONFIG = `version: 1
inputs: { eval_set: eval.jsonl, is_memorized: seen.jsonl, oos_control: unseen.jsonl, cutoffs: cutoffs.yaml }
models: { shortlist: [early, late] }
provider: { use: openai, with: { base_url: http://127.0.0.1:9/v1 } }
gates: { use: classic }
`;

/** Every hundred thousandth row repeats the one before it. */
function row(i: number): string {
  const number = i % 100_000 === 99_999 ? i - 1 : i;
  return `{"prompt":"Session ${number}: the index closed at ${1000 + (number % 977)} after ${number % 7} days of gains and the ten-year yield stands at ${(number % 500) / 100} percent. Up or down tomorrow?","target_direction":${(number % 3) - 1},"metadata":{"date":"20${10 + (number % 10)}-0${1 + (number % 9)}-15","ticker":"SPX"}}\n`;
}

function writeRows(path: string): void {
  const file = openSync(path, "w");
  for (let from = 0; from < ROWS; from += 10_000) {
    writeSync(file, Array.from({ length: 10_000 }, (_, i) => row(from + i)).join(""));
  }
  closeSync(file);
}

const PEAK = 'process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS+"\\n"))';

it("check loads a million rows, and finds those that repeat, in under 300 MB", async () => {
  const cwd = folder({
    "run.yaml": CONFIG,
    "seen.jsonl": '{"prompt":"seen?"}\n',
    "unseen.jsonl": '{"prompt":"unseen?"}\n',
    "cutoffs.yaml": "models: { early: 2009-12-31, late: 2014-12-31 }\n",
  });
  try {
    writeRows(join(cwd, "eval.jsonl"));
    const started = performance.now();
    const { code, stdout, stderr } = await recallGuard(["check", "run.yaml", "--json"], {
      cwd,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PEAK)}` },
    });
    const seconds = (performance.now() - started) / 1000;
    const peakMb = Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1024;
    console.log(
      `${ROWS} rows: ${peakMb.toFixed(0)} MB, ${seconds.toFixed(1)} s, ${Math.round(ROWS / seconds)} rows a second`,
    );

    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    expect(found.rows.eval_set).toBe(ROWS);
    expect(found.warnings).toContain('"eval.jsonl": 10 rows repeat an earlier prompt');
    expect(found.cutoffs.map(({ before }: { before: number }) => before)).toEqual([0, 500_000]);
    expect(peakMb).toBeLessThan(MOST_MB);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
