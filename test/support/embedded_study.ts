import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder, ROOT } from "./cli.ts";

/** The demo's corpora cut to a size that takes a moment, its first model, and the config that runs them. */
export interface EmbeddedStudy {
  readonly cwd: string;
  readonly model: string;
  readonly referenceModel: string;
  /** The provider as a config and a program name it; its files are in `cwd`. */
  readonly provider: { readonly use: "embedded"; readonly with: Readonly<Record<string, unknown>> };
  readonly seed: number;
  readonly isMemorized: ReadonlyArray<string>;
  readonly oosControl: ReadonlyArray<string>;
  readonly evaluation: ReadonlyArray<string>;
}

const DEMO = join(ROOT, "configs/data/demo");
const SIZES = { "is_memorized.jsonl": 60, "oos_control.jsonl": 60, "eval.jsonl": 100 };
const READ = ["library.jsonl", "exam.jsonl"];

/** Writes the study into a new folder as `run.yaml` and its inputs. */
export function embeddedStudy(): EmbeddedStudy {
  const cut = Object.entries(SIZES).map(([name, rows]) => [name, firstLines(name, rows)] as const);
  const whole = READ.map((name) => [name, readFileSync(join(DEMO, name), "utf8")] as const);
  const cutoffs = readFileSync(join(DEMO, "cutoffs.yaml"), "utf8");
  const cwd = folder({ ...Object.fromEntries([...cut, ...whole]), "cutoffs.yaml": cutoffs });
  const file = (name: string) => ({ file: join(cwd, name) });
  const provider = {
    use: "embedded",
    with: {
      models: {
        parrot: { reads: [file("library.jsonl"), { ...file("exam.jsonl"), copies: 2 }] },
        librarian: { reads: [file("library.jsonl")] },
      },
    },
  } as const;
  return {
    ...{ cwd, provider, model: "parrot", referenceModel: "librarian", seed: 1 },
    isMemorized: promptsOf(cut, "is_memorized.jsonl"),
    oosControl: promptsOf(cut, "oos_control.jsonl"),
    evaluation: promptsOf(cut, "eval.jsonl"),
  };
}

/** The config of a study, as YAML's subset JSON. */
export function configOf({ provider, model, referenceModel, seed }: EmbeddedStudy): string {
  return JSON.stringify({
    ...{ version: 1, seed, provider, reference_model: referenceModel },
    inputs: {
      eval_set: "eval.jsonl",
      is_memorized: "is_memorized.jsonl",
      oos_control: "oos_control.jsonl",
      cutoffs: "cutoffs.yaml",
    },
    models: { shortlist: [model] },
    gates: "classic",
    reports: ["records"],
    validation: "holdout",
  });
}

function firstLines(name: string, rows: number): string {
  return `${readFileSync(join(DEMO, name), "utf8").split("\n").slice(0, rows).join("\n")}\n`;
}

function promptsOf(files: ReadonlyArray<readonly [string, string]>, name: string): ReadonlyArray<string> {
  const [, text = ""] = files.find(([other]) => other === name) ?? [];
  const rows = text.split("\n").filter((line) => line !== "");
  return rows.flatMap((line) => {
    const { prompt }: { readonly prompt?: string } = JSON.parse(line);
    return prompt === undefined ? [] : [prompt];
  });
}
