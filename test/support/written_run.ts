import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identity } from "../../runtime/directory/mod.ts";
import type { ReadInput } from "../../runtime/inputs.ts";
import { folder } from "./cli.ts";

/** One line of `records.jsonl`, as far as a comparison reads it. */
export interface WrittenRow {
  readonly model: string;
  readonly prompt: string;
  /** Null for an answer that could not be read. */
  readonly predicted: -1 | 0 | 1 | null;
  readonly target?: -1 | 0 | 1;
  readonly date?: string | null;
}

/** What a run says of a model. */
export interface WrittenJudgement {
  readonly verdict?: string;
  readonly recall?: string;
  readonly tier?: number | null;
  readonly survives?: boolean;
}

/** What a manifest may be told to hold; its config is laid over the usual one, its inputs come after the registry. */
interface Facts {
  readonly recall_guard: string;
  readonly config: object;
  readonly inputs: ReadonlyArray<ReadInput>;
  readonly plugins: object;
  readonly provider: { readonly identity: string; readonly deterministic: boolean; readonly known: object };
}

export interface WrittenRun {
  readonly rows?: ReadonlyArray<WrittenRow>;
  /** By model, best first. */
  readonly judgements?: Readonly<Record<string, WrittenJudgement>>;
  readonly shortlist?: ReadonlyArray<string>;
  readonly manifest?: Partial<Facts>;
  readonly gates?: string;
  readonly name?: string;
  /** Training cutoffs by model, the last day of 2023 for each that is not told; null for a run that read no registry. */
  readonly cutoffs?: Readonly<Record<string, string>> | null;
  /** The date in the header of its eval set; none where left out. */
  readonly header?: string;
  /** Models of the registry where they are not those of the shortlist. */
  readonly registered?: ReadonlyArray<string>;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A run directory as a finished run leaves it, as far as a comparison reads it. */
export function writtenRun(run: WrittenRun): string {
  const { rows, judgements, manifest = {}, name = "run" } = run;
  const shortlist = run.shortlist ?? [...new Set(rows?.map(({ model }) => model))];
  const directory = join(folder(), name);
  mkdirSync(directory);
  const files = {
    ...(rows === undefined ? {} : { "records.jsonl": rows.map(recordLine).join("") }),
    ...(judgements === undefined ? {} : { "analysis.json": analysis(judgements, run.gates ?? "honest") }),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
  const artifacts = Object.entries(files).map(([file, text]) => ({ name: file, sha256: sha256(text) }));
  const registry = run.cutoffs === null ? null : registryOf(run.registered ?? shortlist, run.cutoffs);
  const read = {
    ...(registry === null ? {} : { [REGISTRY]: registry }),
    ...(run.header === undefined ? {} : { [EVAL_SET]: `\ufeff\n{"_cutoff_date":"${run.header}"}\n` }),
  };
  const { config, inputs = [], ...others } = manifest;
  const facts = {
    manifest_version: 1,
    recall_guard: "0.1.0",
    seed: 1,
    config: {
      ...config,
      seed: 1,
      models: { candidates: shortlist },
      inputs: { cutoffs: REGISTRY, eval_set: EVAL_SET },
      ...config,
    },
    inputs: [...Object.entries(read).map(([name, text]) => inputOf(name, text)), ...inputs],
    artifacts,
    plugins: { gates: { name: "honest", version: "1.0.0" } },
    provider: { identity: "embedded", deterministic: true, known: {} },
    shortlist,
    requests: { peak_in_flight: 1, lowest_limit: null },
    journal: { lines: 0, bytes: 0, sha256: sha256("") },
    warnings: [],
    started_at: "2024-01-01T00:00:00.000Z",
    finished_at: "2024-01-01T00:01:00.000Z",
    ...others,
  };
  writeFileSync(join(directory, "manifest.json"), JSON.stringify(facts));
  if (registry !== null) keep(directory, read, facts);
  return directory;
}

const REGISTRY = "cutoffs.yaml";
const EVAL_SET = "eval.jsonl";

function registryOf(models: ReadonlyArray<string>, told: Readonly<Record<string, string>> = {}): string {
  const all = Object.fromEntries(models.map((model) => [model, "2023-12-31"]));
  return JSON.stringify({ models: { ...all, ...told } });
}

function inputOf(name: string, text: string): ReadInput {
  return { name, bytes: Buffer.byteLength(text), sha256: sha256(text) };
}

/** The record of the run, and copies of what it read. */
function keep(directory: string, read: Readonly<Record<string, string>>, facts: Facts): void {
  const { recall_guard, config, plugins, inputs, provider } = facts;
  const record = {
    run_version: 1,
    recall_guard,
    config_file: "run.yaml",
    overrides: [],
    identity: identity({ config, plugins, inputs, endpoint: provider.identity }),
    inputs: Object.entries(read).map(([name, text]) => {
      return { ...inputOf(name, text), path: join(directory, "..", name), copy: `inputs/${name}` };
    }),
    provider,
  };
  mkdirSync(join(directory, "inputs"));
  for (const [name, text] of Object.entries(read)) writeFileSync(join(directory, "inputs", name), text);
  writeFileSync(join(directory, "run.json"), JSON.stringify(record));
}

function recordLine({ model, prompt, predicted, target = 1, date = null }: WrittenRow): string {
  const record = {
    model,
    prompt_hash: sha256(prompt).slice(0, 16),
    parse_ok: predicted !== null,
    predicted_direction: predicted,
    target_direction: target,
    date,
  };
  return `${JSON.stringify(record)}\n`;
}

function analysis(judgements: Readonly<Record<string, WrittenJudgement>>, gates: string): string {
  const named = Object.entries(judgements);
  const models = named.map(([model, { verdict = "inconclusive", recall = "unknown" }]) => ({
    model,
    verdict: { verdict, sentence: "" },
    outcome_recall: { answer: recall, sentence: "" },
  }));
  const judged = named.map(([model, { tier = null, survives = true }]) => ({
    model,
    score: 0.5,
    survives,
    warnings: [],
    details: { tier },
  }));
  const order = named.map(([model]) => model);
  return JSON.stringify({ version: 1, models, gates: [{ name: gates, order, models: judged }] });
}
