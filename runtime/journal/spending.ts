import type { Charge, EntryHead } from "./entry.ts";

/** What attempts have cost so far. */
export interface Spent {
  /** Attempts that were sent. */
  readonly requests: number;
  readonly perModel: ReadonlyMap<string, Charge>;
  /** Of the answers alone. */
  readonly answers: ReadonlyMap<string, AnswerSums>;
}

/** Sums over a model's answers. */
export interface AnswerSums extends Charge {
  readonly count: number;
  /** Milliseconds that they took. */
  readonly ms: number;
}

/** A running sum over attempts. */
export interface Spending extends Spent {
  readonly add: (head: Omit<EntryHead, "key">) => void;
}

const NO_TOKENS: Charge = { input: 0, output: 0 };
const NO_ANSWER: AnswerSums = { ...NO_TOKENS, count: 0, ms: 0 };

export function spending(): Spending {
  const perModel = new Map<string, Charge>();
  const answers = new Map<string, AnswerSums>();
  let requests = 0;
  return {
    perModel,
    answers,
    get requests() {
      return requests;
    },
    add: ({ attempt, model, charged, answered, ms }) => {
      if (attempt > 0) requests++;
      perModel.set(model, plus(perModel.get(model) ?? NO_TOKENS, charged));
      if (!answered) return;
      const so = answers.get(model) ?? NO_ANSWER;
      answers.set(model, { ...plus(so, charged), count: so.count + 1, ms: so.ms + ms });
    },
  };
}

function plus(a: Charge, b: Charge): Charge {
  return { input: a.input + b.input, output: a.output + b.output };
}
