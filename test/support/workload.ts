import { folder } from "./cli.ts";
import { KEY } from "./keys.ts";
import { truth } from "./mock/mod.ts";

export interface Workload {
  readonly models: ReadonlyArray<string>;
  readonly reference?: string;
  readonly rows: number;
  /** Rows of each corpus. */
  readonly corpus: number;
  readonly concurrency?: number;
  /** Those that are quickly made when left out. */
  readonly reports?: ReadonlyArray<string>;
  /** Further lines of the config. */
  readonly settings?: ReadonlyArray<string>;
}

const PLAIN = ["terminal", "records", "summary", "top3", "statistics"];

/** All that write files. */
export const EVERY_WRITER = [...PLAIN, "html", "figures", "json", "junit", "github"];

/** Four models, 330 + 100 + 100 rows and a reference model: 2,650 distinct requests. */
export const WHOLE: Workload = {
  models: ["lab/a", "lab/b", "lab/c", "lab/d"],
  reference: "lab/ref",
  rows: 330,
  corpus: 100,
};

/** Two models, 12 + 10 + 10 rows and a reference model: 96 distinct requests. */
export const SMALL: Workload = { models: ["lab/a", "lab/b"], reference: "lab/ref", rows: 12, corpus: 10 };

const jsonl = (rows: ReadonlyArray<unknown>) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const prompts = (kind: string, size: number) =>
  Array.from({ length: size }, (_, i) => `[${kind}] Session ${i}. Up or down at the close?`);

/** The number of distinct requests that a workload makes where every model does well. */
export function distinctRequests({ models, reference, rows, corpus }: Workload): number {
  return (models.length + (reference === undefined ? 0 : 1)) * (rows + 2 * corpus);
}

/** A folder with a config `run.yaml` for an endpoint, and its inputs. */
export function workload(url: string, load: Workload): string {
  const { models, reference, rows, corpus, concurrency = 8, settings = [], reports = PLAIN } = load;
  const evaluation = prompts("oos", rows).map((prompt) => `${prompt} Evaluation.`);
  const registered = [...models, ...(reference === undefined ? [] : [reference])];
  return folder({
    ".env": `LAB_KEY=${KEY}\n`,
    "eval.jsonl": jsonl([
      { _cutoff_date: "2024-12-31" },
      ...evaluation.map((prompt) => ({ prompt, target_direction: truth(prompt) })),
    ]),
    "is.jsonl": jsonl(prompts("is", corpus).map((prompt) => ({ prompt, label: 1 }))),
    "oos.jsonl": jsonl(prompts("oos", corpus).map((prompt) => ({ prompt, label: 0 }))),
    "cutoffs.yaml": `models:\n${registered.map((model) => `  ${model}: 2023-12-31\n`).join("")}`,
    "run.yaml": [
      "version: 1",
      "inputs: { eval_set: eval.jsonl, is_memorized: is.jsonl, oos_control: oos.jsonl, cutoffs: cutoffs.yaml }",
      `models: { candidates: [${models.join(", ")}] }`,
      ...(reference === undefined ? [] : [`reference_model: ${reference}`]),
      `provider: { use: openai, with: { base_url: "${url}", api_key_env: LAB_KEY, concurrency: ${concurrency} } }`,
      "gates: { use: classic }",
      "resamples: 100",
      "calibration: { min_valid: 4 }",
      "controls: false",
      `reports: [${reports.join(", ")}]`,
      ...settings,
      "",
    ].join("\n"),
  });
}
