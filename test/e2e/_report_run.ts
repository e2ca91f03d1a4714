import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoFiles } from "../../configs/data/demo_files.ts";
import { folder, ROOT, recallGuard } from "../support/cli.ts";

/** A model whose name is an attack on a page, a table, a spreadsheet and a terminal. */
export const HOSTILE = "<img src=x onerror=alert(1)>|=cmd()";

/** A run of the demo's models under other names, on part of the demo's questions. */
export interface ReportRun {
  readonly directory: string;
  readonly text: (name: string) => string;
}

/** What a run is made of. */
export interface ReportStudy {
  /** By the name it goes by, the demo model that it is. */
  readonly models: Readonly<Record<string, DemoModel>>;
  /** Questions before the cutoff, and as many after it. */
  readonly half: number;
  readonly corpus: number;
}

type DemoModel = "parrot" | "skimmer" | "student" | "coin";

/** Four models and few questions: a matter of seconds. */
export const SMALL: ReportStudy = {
  models: {
    "meta-llama/llama-3.1-70b-instruct-awq-int4": "skimmer",
    [HOSTILE]: "parrot",
    "meta-llama/llama-3.1-8b-instruct-awq-int4": "coin",
    "モデル/学生-7b": "student",
  },
  half: 40,
  corpus: 60,
};

/** What the page has to hold: four models on 330 questions. */
export const LARGE: ReportStudy = {
  models: { parrot: "parrot", skimmer: "skimmer", student: "student", coin: "coin" },
  half: 165,
  corpus: 120,
};

const READS: Readonly<Record<DemoModel, ReadonlyArray<object>>> = {
  parrot: [{ file: "library.jsonl" }, { file: "exam.jsonl", copies: 2 }],
  skimmer: [
    { file: "library.jsonl" },
    { file: "exam.jsonl", copies: 2, fraction: 0.25 },
    { file: "decoys.jsonl", copies: 2, fraction: 0.75 },
  ],
  student: [
    { file: "library.jsonl" },
    { file: "decoys.jsonl", copies: 2 },
    { file: "rules.jsonl", copies: 3 },
  ],
  coin: [{ file: "library.jsonl" }, { file: "decoys.jsonl", copies: 2 }],
};

/** Runs a study into a new folder, with every writer that gives files. */
export async function reportRun(study: ReportStudy): Promise<ReportRun> {
  const cwd = folder({ ...inputsOf(study), "run.yaml": configOf(study) });
  const directory = join(cwd, "out");
  const { code, stderr } = await recallGuard(["run", join(cwd, "run.yaml"), "--out", directory]);
  if (code !== 0) throw new Error(`The run ended with ${code}: ${stderr}`);
  return { directory, text: (name) => readFileSync(join(directory, name), "utf8") };
}

function inputsOf({ models, half, corpus }: ReportStudy): Readonly<Record<string, string>> {
  const demo = demoFiles(1);
  const more = demoFiles(2);
  const first = (text: string | undefined, rows: number) => (text ?? "").split("\n").slice(0, rows);
  const last = (text: string | undefined, rows: number) => (text ?? "").trimEnd().split("\n").slice(-rows);
  const own = Math.min(half, 150);
  const evaluation = [
    ...first(demo["eval.jsonl"], own),
    ...first(more["eval.jsonl"], half - own),
    ...last(demo["eval.jsonl"], own),
    ...(half > own ? last(more["eval.jsonl"], half - own) : []),
  ];
  const cutoffs = Object.fromEntries(
    [...Object.keys(models), "librarian"].map((model) => [model, "2023-06-30"]),
  );
  return {
    ...demo,
    "eval.jsonl": `${evaluation.join("\n")}\n`,
    "is_memorized.jsonl": `${first(demo["is_memorized.jsonl"], corpus).join("\n")}\n`,
    "oos_control.jsonl": `${first(demo["oos_control.jsonl"], corpus).join("\n")}\n`,
    "cutoffs.yaml": JSON.stringify({ models: cutoffs }),
  };
}

/** As YAML's subset JSON. */
function configOf({ models }: ReportStudy): string {
  const reads = Object.entries(models).map(([name, model]) => [
    name,
    { truth: `is the demo's ${model}`, reads: READS[model] },
  ]);
  return JSON.stringify({
    version: 1,
    seed: 1,
    inputs: {
      eval_set: "eval.jsonl",
      is_memorized: "is_memorized.jsonl",
      oos_control: "oos_control.jsonl",
      cutoffs: "cutoffs.yaml",
    },
    models: { shortlist: Object.keys(models) },
    reference_model: "librarian",
    provider: {
      use: "embedded",
      with: { models: { ...Object.fromEntries(reads), librarian: { reads: [{ file: "library.jsonl" }] } } },
    },
    gates: "honest",
    reports: [
      "records",
      "summary",
      "top3",
      "statistics",
      { use: "html", with: { questions: true } },
      "figures",
    ],
    permutations: 49,
    resamples: 200,
    controls: false,
  });
}

/** The folder of the screenshots in the repository. */
export const SHOTS = join(ROOT, "test/e2e/report_page");
