import type { Cutoff } from "../../plugins/contract/mod.ts";
import type { LookedAt } from "./looked_at.ts";

/** An input that a config names, as it stands beside the eval set. */
export interface Beside {
  /** Relative to the config. */
  readonly path: string;
  readonly exists: boolean;
}

/** What a first config is made of. */
export interface Found {
  /** Relative to the config. */
  readonly evalSet: string;
  readonly config: string;
  readonly looked: LookedAt;
  readonly isMemorized: Beside;
  readonly oosControl: Beside;
  readonly cutoffs: Beside & { readonly models: ReadonlyMap<string, Cutoff> | null };
}

/** A model that a server on this machine may have. */
const LOCAL_MODEL = "meta-llama/Llama-3.1-8B-Instruct";
/** As many as the smoke test lets on. */
const MOST_MODELS = 10;

/** A config for an eval set, with what is missing told where it is named. */
export function firstConfig(found: Found): string {
  const { evalSet, config, looked, isMemorized, oosControl, cutoffs } = found;
  const models = candidates(found);
  const input = (key: string, { path, exists }: Beside, lines: ReadonlyArray<string>) => [
    ...(exists ? [] : lines.map((line, i) => `  # ${i === 0 ? "MISSING: " : ""}${line}`)),
    `  ${key}: ${scalar(path)}`,
  ];
  return `${[
    `# A first config for ${printed(evalSet)}. See what it would do: recall-guard check ${printed(config)}`,
    `# ${rowsInWords(looked)}`,
    ...dateLines(looked).map((line) => `# ${line}`),
    "# Answers are read by their lines `Direction: 1` (or 0, -1) and `Confidence: 0.65`: prompts have to ask for both.",
    "version: 1",
    "seed: 1 # every random draw comes from it",
    "inputs: # relative to this file",
    `  eval_set: ${scalar(evalSet)}`,
    ...input("is_memorized", isMemorized, CORPUS_LINES.isMemorized),
    ...input("oos_control", oosControl, CORPUS_LINES.oosControl),
    ...input("cutoffs", cutoffs, CUTOFF_LINES),
    "models:",
    "  # Ids as the endpoint and the registry of cutoffs write them; the smoke test drops what cannot be measured.",
    ...(cutoffs.models === null ? ["  # This one stands for yours."] : leftOut(found)),
    "  candidates:",
    ...models.map((model) => `    - ${scalar(model)}`),
    "provider:",
    "  # Any server of the OpenAI chat API that returns log-probabilities; this one is on this machine, without a key.",
    '  # A hosted one: { base_url: "https://.../v1", api_key_env: NAME_OF_THE_VARIABLE }.',
    "  # `recall-guard doctor` finds out what it can do before a run spends anything.",
    "  use: openai",
    '  with: { base_url: "http://127.0.0.1:8000/v1", concurrency: 4 }',
    "gates: { use: honest } # ranks what is left when memory is discounted; classic ranks as the Python package does",
    "reports: [terminal, records, summary, top3, statistics]",
    "# budget: { requests: 10000 } # `recall-guard plan` counts what will be asked",
  ].join("\n")}\n`;
}

/** What a corpus is and how to get it. */
export const CORPUS_LINES = {
  isMemorized: [
    '{"prompt"} rows dated before every model\'s cutoff, put together as those of the eval set are,',
    "from years that the models have read: 50 at least, 200 or more to find little memory.",
  ],
  oosControl: [
    '{"prompt"} rows dated after every model\'s cutoff, put together in the same words from recent',
    "days: 50 at least. Corpora that look different measure style; check tells what gives them away.",
  ],
} as const;

/** What the registry of cutoffs is and how to get it. */
export const CUTOFF_LINES = [
  "`models: { id: YYYY-MM-DD }`, how far each model's training data go, by the word of its maker;",
  "configs/cutoffs.yaml of the recall-guard package has many, each with its source.",
] as const;

/** Registered models that the header allows. */
function allowed({ cutoffs, looked: { header } }: Found): ReadonlyArray<string> {
  const all = [...(cutoffs.models ?? new Map<string, Cutoff>())];
  return all.filter(([, { date }]) => header === null || date <= header).map(([model]) => model);
}

function candidates(found: Found): ReadonlyArray<string> {
  const models = allowed(found).slice(0, MOST_MODELS);
  return models.length === 0 ? [LOCAL_MODEL] : models;
}

function leftOut(found: Found): ReadonlyArray<string> {
  const { cutoffs, looked } = found;
  const fit = allowed(found).length;
  const late = (cutoffs.models?.size ?? 0) - fit;
  return [
    ...(late > 0 ? [`  # Left out: ${late} trained beyond the eval set's header, ${looked.header}.`] : []),
    ...(fit > MOST_MODELS ? [`  # The first ${MOST_MODELS} of ${fit}.`] : []),
  ];
}

/** `330 rows: 150 up, 30 flat, 150 down; dated 2024-09-03 to 2024-12-30`. */
export function rowsInWords({ rows, up, flat, down, dated, first, last, header }: LookedAt): string {
  const few = dated < rows ? `, ${rows - dated} without a date` : "";
  const dates = first === null ? "no dates" : `dated ${first} to ${last}${few}`;
  const head = header === null ? "" : `; header ${header}`;
  return `${rows} rows: ${up} up, ${flat} flat, ${down} down; ${dates}${head}`;
}

/** What to do where rows have no dates. */
export function dateLines({ rows, dated, header }: LookedAt): ReadonlyArray<string> {
  if (dated === rows) return [];
  const who = dated === 0 ? "No row has a date" : `${rows - dated} rows have no date`;
  const unverified = header === null && dated === 0 ? ", nor whether the cutoffs hold" : "";
  return [
    `${who}, so nothing tells which of them a model may have read${unverified}:`,
    'give each "metadata": {"date": "YYYY-MM-DD"}, the day on which its outcome was known.',
  ];
}

/** A text as YAML, quoted where it would be read as something else. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z_][\w./@-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

/** A name within a comment, on its line. */
function printed(name: string): string {
  return /^[\w./@-]+$/.test(name) ? name : JSON.stringify(name);
}
