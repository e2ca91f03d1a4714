const rows = Array.from({ length: 120 }, (_, i) => ({
  prompt: `Session ${"x".repeat(i % 7)}${i}. Up or down?\nDirection: [1/-1/0]\nConfidence: [0.0-1.0]`,
  target_direction: i % 2 === 0 ? 1 : -1,
  metadata: { date: "2024-02-01" },
}));
const corpus = (word: string) =>
  Array.from({ length: 60 }, (_, i) => ({ prompt: `${word} ${"y".repeat(i % 5)}${i}?` }));
const jsonl = (items: ReadonlyArray<object>) => `${items.map((item) => JSON.stringify(item)).join("\n")}\n`;

/** Inputs for two models, `one` and `two`, that take a moment. */
export const INPUTS = {
  "eval.jsonl": jsonl(rows),
  "memorised.jsonl": jsonl(corpus("Old")),
  "control.jsonl": jsonl(corpus("New one")),
  "cutoffs.yaml": "models: { one: 2024-01-31, two: 2024-01-31 }\n",
};

/** What a config names; its default where left out. */
export interface Uses {
  readonly provider?: string;
  readonly gates?: string;
  readonly reports?: string;
  readonly stages?: string;
}

/** A config over {@link INPUTS}; reports stand on line 6, stages on line 8. */
export function configOf({ provider, gates, reports, stages }: Uses): string {
  return `version: 1
inputs: { eval_set: eval.jsonl, is_memorized: memorised.jsonl, oos_control: control.jsonl, cutoffs: cutoffs.yaml }
models: { candidates: [one, two] }
provider: ${provider ?? "{ use: embedded, with: { models: {} } }"}
gates: ${gates ?? "classic"}
reports: ${reports ?? "[summary]"}
retry: { backoff_s: 0 }
${stages === undefined ? "" : `stages: ${stages}\n`}`;
}
