import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder, ROOT } from "./cli.ts";

const DEMO = join(ROOT, "configs/data/demo");

/** How a small run over the embedded provider is to be. */
export interface SmallStudy {
  /** Ids of models that have read the library, and nothing else. */
  readonly models: ReadonlyArray<string>;
  /** As YAML. */
  readonly reports: string;
  readonly seed?: number;
  readonly gates?: string;
  /** More files beside the config. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A folder with `run.yaml` and its inputs; the run takes a few seconds. */
export function smallStudy({ models, reports, seed = 1, gates = "honest", files = {} }: SmallStudy): string {
  const reads = { reads: [{ file: "library.jsonl" }] };
  const config = {
    version: 1,
    seed,
    inputs: {
      eval_set: "eval.jsonl",
      is_memorized: "is.jsonl",
      oos_control: "oos.jsonl",
      cutoffs: "cutoffs.yaml",
    },
    models: { candidates: models },
    provider: {
      use: "embedded",
      with: { models: Object.fromEntries(models.map((model) => [model, reads])) },
    },
    gates,
    controls: false,
    resamples: 50,
    permutations: 19,
  };
  const fields = Object.entries(config).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  const cutoffs = Object.fromEntries(models.map((model) => [model, "2023-06-30"]));
  return folder({
    "run.yaml": `${fields.join("")}reports: ${reports}\n`,
    "cutoffs.yaml": JSON.stringify({ models: cutoffs }),
    "eval.jsonl": firstLines("eval.jsonl", 100),
    "is.jsonl": firstLines("is_memorized.jsonl", 60),
    "oos.jsonl": firstLines("oos_control.jsonl", 60),
    "library.jsonl": readFileSync(join(DEMO, "library.jsonl"), "utf8"),
    ...files,
  });
}

function firstLines(name: string, rows: number): string {
  return `${readFileSync(join(DEMO, name), "utf8").split("\n").slice(0, rows).join("\n")}\n`;
}
