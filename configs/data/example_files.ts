import { type Random, random, shuffle } from "../../stages/math/random.ts";
import { days, jsonl } from "./_files.ts";

/** The seed of the files in the repository. */
export const EXAMPLE_SEED = 1;

const SIZES = { evaluation: 150, corpus: 80 };

/** Later than every cutoff of the models that the shipped configs ask. */
const CUTOFF = "2024-08-31";
/** Earlier than every one of them. */
const KNOWN_THROUGH = "2023-06-30";

/** Sessions of history that a question draws on. */
const HISTORY = 20;
/** Moves within this share of the close are flat. */
const FLAT = 0.002;

const ASKED =
  "Where does it close next session?\nDirection: [1/-1/0]\nConfidence: [0.0-1.0]\nReason: [one clause]";

/** Kinds of market with the size of a usual day's move; their prices are invented. */
const MARKETS = [
  { name: "A broad equity index", move: 0.009, start: 2140 },
  { name: "A small-cap equity index", move: 0.012, start: 884 },
  { name: "A base-metals index", move: 0.011, start: 312 },
  { name: "A natural-gas contract", move: 0.026, start: 3.41 },
  { name: "A ten-year government bond future", move: 0.004, start: 131.2 },
  { name: "An exporter's currency against the dollar", move: 0.005, start: 0.742 },
] as const;

interface Question {
  readonly prompt: string;
  readonly target_direction: -1 | 0 | 1;
  /** The date is the day asked about. */
  readonly metadata: { readonly date: string };
}

/** Questions on markets that never were, to try an endpoint with: a pure function of the seed, file name to text. */
export function exampleFiles(seed: number): Readonly<Record<string, string>> {
  const dates = days("2018-01-01", "2025-12-31");
  const all = MARKETS.flatMap((market) => questions(market, dates, random(seed, `example/${market.name}`)));
  const known = drawn(all, ({ metadata }) => metadata.date <= KNOWN_THROUGH, random(seed, "example/known"));
  const late = drawn(all, ({ metadata }) => metadata.date > CUTOFF, random(seed, "example/late"));
  const evaluation = byDate(late.slice(0, SIZES.evaluation));
  const control = byDate(late.slice(SIZES.evaluation, SIZES.evaluation + SIZES.corpus));
  return {
    "eval.jsonl": jsonl([{ _cutoff_date: CUTOFF }, ...evaluation]),
    "is_memorized.jsonl": jsonl(byDate(known.slice(0, SIZES.corpus)).map(corpusRow(1))),
    "oos_control.jsonl": jsonl(control.map(corpusRow(0))),
  };
}

function questions(
  { name, move, start }: (typeof MARKETS)[number],
  dates: ReadonlyArray<string>,
  by: Random,
): ReadonlyArray<Question> {
  let level: number = start;
  const closes = dates.map(() => {
    level *= 1 + 2 * move * (by() + by() + by() - 1.5);
    return level;
  });
  return dates.slice(HISTORY + 1).map((date, at) => {
    const shown = closes.slice(at, at + HISTORY + 1);
    const last = shown[HISTORY]!;
    const moved = closes[at + HISTORY + 1]! / last - 1;
    return {
      prompt: `${name}: ${state(shown)}. A close within 0.2% is flat (0).\n${ASKED}`,
      target_direction: moved > FLAT ? 1 : moved < -FLAT ? -1 : 0,
      metadata: { date },
    };
  });
}

/** Changes only: a date or a level would tell the two corpora apart. */
function state(shown: ReadonlyArray<number>): string {
  const [last, before, week, month] = [HISTORY, HISTORY - 1, HISTORY - 5, 0].map((at) => shown[at]!);
  return [
    `${percent(last! / before!)} on the last day`,
    `${percent(last! / week!)} over five sessions`,
    `${percent(last! / month!)} over twenty`,
    `${percent(last! / Math.max(...shown))} from the high`,
    `${percent(last! / Math.min(...shown))} from the low of these`,
  ].join(", ");
}

function percent(ratio: number): string {
  const moved = (100 * (ratio - 1)).toFixed(1);
  return `${moved.startsWith("-") ? moved : `+${moved}`}%`;
}

function drawn(
  all: ReadonlyArray<Question>,
  belongs: (question: Question) => boolean,
  by: Random,
): ReadonlyArray<Question> {
  const pool = all.filter(belongs);
  const order = shuffle(
    Uint32Array.from(pool, (_, i) => i),
    by,
  );
  return [...order].map((i) => pool[i]!);
}

function byDate(rows: ReadonlyArray<Question>): ReadonlyArray<Question> {
  return rows.toSorted(({ metadata: a }, { metadata: b }) =>
    a.date < b.date ? -1 : Number(a.date > b.date),
  );
}

function corpusRow(label: 0 | 1) {
  return ({ prompt, metadata }: Question) => ({ prompt, label, metadata });
}
