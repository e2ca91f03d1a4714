import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NodeContext } from "@effect/platform-node";
import { Cause, Effect, Exit, Layer, Option } from "effect";
import fc from "fast-check";
import { expect } from "vitest";
import { EXIT_CODE } from "../../plugins/contract/mod.ts";
import { processesLayer } from "../../runtime/cli/processes.ts";
import { run } from "../../runtime/run.ts";
import { mutants } from "./_mutants.ts";

const prompt = (kind: string, i: number) => `${kind} session ${i}: yields at ${i % 5}.${i % 7}. Up or down?`;
const rows = (kind: string, size: number) =>
  Array.from({ length: size }, (_, i) =>
    JSON.stringify({
      prompt: prompt(kind, i),
      target_direction: (i % 3) - 1,
      metadata: {
        date: `2024-0${1 + (i % 9)}-11`,
        answer: `Direction: ${(i % 3) - 1}\nConfidence: 0.${1 + (i % 9)}`,
      },
    }),
  ).join("\n");

const FILES: Readonly<Record<string, string>> = {
  "run.yaml": `version: 1
seed: 3
inputs: { eval_set: eval.jsonl, is_memorized: seen.jsonl, oos_control: unseen.jsonl, cutoffs: cutoffs.yaml }
models: { candidates: [reader, other] }
provider: { use: embedded, with: { models: { reader: { reads: [{ file: seen.jsonl }, { file: eval.jsonl }] }, other: { reads: [{ file: seen.jsonl, fraction: 0.5 }] } } } }
gates: { use: classic }
resamples: 20
calibration: { min_valid: 2 }
request: { max_tokens: 40 }
`,
  "eval.jsonl": `{"_cutoff_date":"2024-06-30"}\n${rows("eval", 9)}\n`,
  "seen.jsonl": `${rows("seen", 8)}\n`,
  "unseen.jsonl": `${rows("unseen", 8)}\n`,
  "cutoffs.yaml": "models: { reader: 2023-12-31, other: 2024-06 }\n",
};

const changed = fc
  .constantFrom(...Object.keys(FILES))
  .chain((name) => fc.record({ name: fc.constant(name), mutant: mutants([FILES[name] ?? ""]) }));

const silent = { line: () => Effect.void, lastly: () => Effect.void, notes: false };
const platform = Layer.merge(NodeContext.layer, processesLayer);

/** A run with one changed file has all its artifacts, whole, or ends with a documented error and has no manifest. */
export const runsProperty = fc.asyncProperty(changed, async ({ name, mutant: { bytes } }) => {
  const folder = mkdtempSync(join(tmpdir(), "recall-guard-fuzz-"));
  try {
    for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
    writeFileSync(join(folder, name), bytes);
    const out = join(folder, "out");
    const running = run({ config: join(folder, "run.yaml"), out, teller: silent });
    const exit = await Effect.runPromiseExit(Effect.provide(running, platform));
    if (Exit.isSuccess(exit)) expectWhole(out);
    else expectDocumented(exit.cause, out);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

interface Manifest {
  readonly artifacts: ReadonlyArray<{ readonly name: string; readonly sha256: string }>;
  readonly shortlist: ReadonlyArray<string>;
}

function expectWhole(out: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  expect(manifest.artifacts.length).toBeGreaterThan(0);
  for (const { name, sha256 } of manifest.artifacts) {
    const bytes = readFileSync(join(out, name));
    expect(createHash("sha256").update(bytes).digest("hex"), name).toBe(sha256);
    expect(bytes.toString("utf8"), name).not.toMatch(/\b(?:NaN|Infinity|undefined)\b|\[object/);
  }
  expect(readdirSync(out).filter((file) => /tmp|partial/.test(file))).toEqual([]);
}

function expectDocumented(
  cause: Cause.Cause<{ readonly _tag: string; readonly message: string }>,
  out: string,
) {
  const error = Option.getOrNull(Cause.failureOption(cause));
  expect(Object.keys(EXIT_CODE), Cause.pretty(cause)).toContain(error?._tag);
  expect(error?.message).toMatch(/\S/);
  const left = existsSync(out) ? readdirSync(out) : [];
  expect(left.filter((file) => /^manifest\.json$|tmp|partial/.test(file))).toEqual([]);
}
