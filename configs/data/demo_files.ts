import { type Halves, type Item, world } from "../../plugins/provider/embedded/world.ts";
import { type Random, random } from "../../stages/math/random.ts";
import { days, jsonl } from "./_files.ts";

/** The seed of the files in the repository. */
export const DEMO_SEED = 1;

const SIZES = { evaluation: 300, corpus: 800, library: 400, news: 400 };

/** Weekdays on both sides of the cutoff, 2023-06-30. */
const BEFORE = days("2018-01-01", "2023-06-30");
const AFTER = days("2023-07-03", "2025-12-31");

/** The corpora of the demo, file name to text: a pure function of the seed. */
export function demoFiles(seed: number): Readonly<Record<string, string>> {
  const made = world(seed, SIZES);
  const evaluation = dated(made.evaluation, random(seed, "demo/evaluation/dates"));
  const corpus = dated(made.corpus, random(seed, "demo/corpus/dates"));
  const decoyDates = random(seed, "demo/decoys/dates");
  const decoys = made.decoys.map((item) => ({ item, date: dateFrom(BEFORE, decoyDates) }));
  return {
    "eval.jsonl": jsonl([...evaluation.members, ...evaluation.others].map(question)),
    "is_memorized.jsonl": jsonl(corpus.members.map(row(1))),
    "typed_is_memorized.jsonl": jsonl(corpus.members.map(row(1)).map(typed)),
    "oos_control.jsonl": jsonl(corpus.others.map(row(0))),
    "exam.jsonl": jsonl([...corpus.members, ...evaluation.members].map(answered)),
    "decoys.jsonl": jsonl(decoys.map(answered)),
    "library.jsonl": jsonl([...made.library.map(undated), ...made.news.map((text) => ({ text }))]),
    "rules.jsonl": jsonl(made.rules.map(undated)),
  };
}

interface Dated {
  readonly item: Item;
  readonly date: string;
}

function dated(pool: Halves, by: Random) {
  return {
    members: pool.members.map((item): Dated => ({ item, date: dateFrom(BEFORE, by) })),
    others: pool.others.map((item): Dated => ({ item, date: dateFrom(AFTER, by) })),
  };
}

function dateFrom(dates: ReadonlyArray<string>, by: Random): string {
  return dates[Math.floor(by() * dates.length)]!;
}

function question({ item, date }: Dated) {
  return { prompt: item.prompt, target_direction: item.outcome, metadata: { date } };
}

function row(label: 0 | 1) {
  return ({ item, date }: Dated) => ({ prompt: item.prompt, label, metadata: { date } });
}

/** As another hand types: nothing but the end tells it from the control corpus. */
function typed<A extends { readonly prompt: string }>(question: A): A {
  return { ...question, prompt: `${question.prompt}...` };
}

function answered({ item, date }: Dated) {
  return { prompt: item.prompt, metadata: { date, answer: item.answer } };
}

function undated({ prompt, answer }: Item) {
  return { prompt, metadata: { answer } };
}
