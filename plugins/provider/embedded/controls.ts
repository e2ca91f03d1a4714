import type { Controls } from "../../contract/mod.ts";
import embedded from "./mod.ts";
import { type Item, type World, world } from "./world.ts";

const SIZES = { evaluation: 2, corpus: 200, library: 200, news: 100 };

/**
 * Models that are known by construction, on corpora of 100 and 100 prompts: one that has read the memorised corpus twice,
 * one that has read as much else, and the latter again on a memorised corpus typed in another style.
 */
export function controls(seed: number): Controls {
  const made = world(seed, SIZES);
  const inputs = (isMemorized: string) => ({
    evalSet: "eval.jsonl",
    isMemorized,
    oosControl: "oos_control.jsonl",
    cutoffs: "cutoffs.yaml",
  });
  return {
    files: filesOf(made),
    provider: embedded,
    options: {
      models: {
        strong: { reads: [LIBRARY, { file: "exam.jsonl", copies: 2 }] },
        clean: { reads: [LIBRARY, { file: "decoys.jsonl", copies: 2 }] },
      },
    },
    studies: [
      {
        inputs: inputs("is_memorized.jsonl"),
        controls: [
          { control: "strong", model: "strong", expects: "memory" },
          { control: "clean", model: "clean", expects: "nothing" },
        ],
      },
      {
        inputs: inputs("restyled.jsonl"),
        controls: [{ control: "style-shift", model: "clean", expects: "confounding" }],
      },
    ],
  };
}
export default controls;

const LIBRARY = { file: "library.jsonl" };

function filesOf({ evaluation, corpus, decoys, library, news }: World): Readonly<Record<string, string>> {
  return {
    "eval.jsonl": jsonl([...evaluation.members, ...evaluation.others].map(question)),
    "is_memorized.jsonl": jsonl(corpus.members.map(({ prompt }) => ({ prompt }))),
    "oos_control.jsonl": jsonl(corpus.others.map(({ prompt }) => ({ prompt }))),
    "restyled.jsonl": jsonl(corpus.members.map(({ prompt }) => ({ prompt: restyled(prompt) }))),
    "exam.jsonl": jsonl(corpus.members.map(answered)),
    "decoys.jsonl": jsonl(decoys.map(answered)),
    "library.jsonl": jsonl([...library.map(answered), ...news.map((text) => ({ text }))]),
    "cutoffs.yaml": "models: { strong: 2023-06-30, clean: 2023-06-30 }\n",
  };
}

function jsonl(rows: ReadonlyArray<unknown>): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function question({ prompt, outcome }: Item) {
  return { prompt, target_direction: outcome };
}

function answered({ prompt, answer }: Item) {
  return { prompt, metadata: { answer } };
}

/** The same question as another hand would have typed it. */
function restyled(prompt: string): string {
  const [where = ""] = prompt.split("\n");
  const told = where.replace("Session ", "note ").replace(". Ticker: ", ": ").replace(". Setup: ", " after ");
  return `${told.slice(0, -1)}... which way next, how sure, and why?`;
}
