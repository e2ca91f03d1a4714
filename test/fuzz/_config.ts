import { Cause, Effect, Exit, Option } from "effect";
import fc from "fast-check";
import { expect } from "vitest";
import { ConfigError } from "../../plugins/contract/mod.ts";
import { readConfig } from "../../runtime/config/mod.ts";
import { mutants } from "./_mutants.ts";

const SEEDS = [
  `version: 1
seed: 0
inputs: { eval_set: eval.jsonl, is_memorized: seen.jsonl, oos_control: unseen.jsonl, cutoffs: cutoffs.yaml }
models: { candidates: [meta/llama-3.1-8b, openai/gpt-oss-20b] }
reference_model: none
provider: { use: openai, with: { base_url: https://integrate.example/v1, api_key_env: LAB_KEY, concurrency: 8 } }
gates: { use: classic }
reports: [terminal, records, summary, top3]
resamples: 1000
request: { max_tokens: 512, temperature: 0, top_logprobs: 20, timeout_s: 45 }
retry: { max: 2, backoff_s: 2, max_wait_s: 120 }
calibration: { min_valid: 50, min_auc: 0.6 }
prices: { openai/gpt-oss-20b: { input: 0.05, output: 0.2 } }
budget: { requests: 10000 }
`,
  `version: 1
inputs:
  eval_set: &data eval.jsonl
  is_memorized: seen.jsonl
  oos_control: *data
  cutoffs: cutoffs.yaml
models:
  shortlist:
    - "a"
    - 'b'
provider:
  use: embedded
  with:
    models:
      a: { reads: [{ file: eval.jsonl, through: 2023-12-31, fraction: 0.5, copies: 2 }] }
      b: { reads: [{ file: seen.jsonl }], max_context: 3, truth: nothing }
gates: classic
stages: [load, cutoff_guard, { use: smoke, with: { max_size: 10 } }, baseline, calibrate, evaluate, rank, report]
`,
];
const WORDS = [
  "stages: [load]\n",
  "wibble: 1\n",
  "honest",
  "./x.ts",
  "npm:nothing-of-that-name",
  "use: ",
  "with: {}",
];

const decoder = new TextDecoder();

/** A config that was changed is read, or refused with a sentence for each mistake. */
export const configProperty = fc.asyncProperty(mutants(SEEDS, WORDS), async ({ bytes }) => {
  const exit = await Effect.runPromiseExit(readConfig(decoder.decode(bytes), "run.yaml"));
  if (Exit.isSuccess(exit)) {
    expect(exit.value.config.version).toBe(1);
    return;
  }
  const error = Option.getOrNull(Cause.failureOption(exit.cause));
  expect(error, Cause.pretty(exit.cause)).toBeInstanceOf(ConfigError);
  const issues = error instanceof ConfigError ? error.issues : [];
  expect(issues.length).toBeGreaterThan(0);
  for (const { at, says } of issues) {
    expect(at).toMatch(/^run\.yaml(?::\d+:\d+)?$/);
    expect(says).not.toBe("");
    expect(says.trim()).toBe(says);
    expect(says).not.toMatch(/undefined|\[object/);
  }
});
