import { type Random, random, shuffle } from "../../stages/math/random.ts";
import { days, jsonl } from "./_files.ts";

/** A trading day's closing level. */
export interface Close {
  readonly date: string;
  readonly level: number;
}

/** Sessions that a prompt shows. */
const SHOWN = 5;

/** Rows drawn for a corpus, and for each of the three periods of the evaluation. */
const CORPUS = 300;
const EVALUATION = 150;

/** The last days that the two trained models know of. */
const EARLY = "2009-12-31";
const LATE = "2015-12-31";

const ASKED =
  "How does the index close the next session?\nDirection: [1/-1/0]\nConfidence: [0.0-1.0]\nMove: [basis points]";

/** How a version of the data words a question: from the day asked about and the closes before it, oldest first. */
type Wording = (date: string, shown: ReadonlyArray<number>) => string;

const WORDINGS: Readonly<Record<string, Wording>> = {
  dated: (date, shown) =>
    `Date: ${date}. S&P 500 at the last closes: ${shown.map((level) => level.toFixed(2)).join(", ")}.`,
  dedated: (_, shown) =>
    `A broad index moved in the last sessions: ${shown
      .slice(1)
      .map((level, at) => percent(level, shown[at]!))
      .join(", ")}.`,
};

interface Row {
  readonly prompt: string;
  readonly target_direction: -1 | 0 | 1;
  /** The date is the day asked about: who read through that day knows the answer. */
  readonly metadata: { readonly date: string; readonly answer: string };
}

/**
 * The corpora of the S&P 500 studies, file name to text. The rows of all files of a version are drawn from one
 * history, none twice; the library is an invented index, so that it teaches the format and no outcome.
 */
export function sp500Files(closes: ReadonlyArray<Close>, seed: number): Readonly<Record<string, string>> {
  const library = inventedCloses(random(seed, "sp500/library"));
  return Object.fromEntries(
    Object.entries(WORDINGS).flatMap(([version, wording]) =>
      Object.entries(versionFiles(rows(closes, wording), seed))
        .concat([["library", jsonl(rows(library, wording))]])
        .map(([name, text]) => [`${version}_${name}.jsonl`, text] as const),
    ),
  );
}

/** The dates and closing levels of a CSV with a heading line that names them. */
export function readCloses(csv: string): ReadonlyArray<Close> {
  const [heading = "", ...lines] = csv.trim().split(/\r?\n/);
  const names = heading.split(",");
  const [date, level] = [names.indexOf("date"), names.indexOf("close")];
  return lines.map((line) => {
    const cells = line.split(",");
    return { date: cells[date]!, level: Number(cells[level]) };
  });
}

function versionFiles(history: ReadonlyArray<Row>, seed: number): Record<string, string> {
  const within =
    (from: string, through: string) =>
    ({ metadata: { date } }: Row) =>
      date > from && date <= through;
  const draw = (period: string, from: string, through: string) =>
    shuffle(history.filter(within(from, through)), random(seed, `sp500/${period}`));
  const [early, between, late] = [
    draw("early", "", EARLY),
    draw("between", EARLY, LATE),
    draw("late", LATE, "9999"),
  ];
  const evaluation = [early, between, late].flatMap((period) => period.slice(0, EVALUATION));
  return {
    eval: jsonl(inOrder(evaluation)),
    is_memorized: jsonl(inOrder(early.slice(EVALUATION, EVALUATION + CORPUS)).map(calibration(1))),
    oos_control: jsonl(inOrder(late.slice(EVALUATION, EVALUATION + CORPUS)).map(calibration(0))),
    history: jsonl(history),
  };
}

function inOrder(drawn: ReadonlyArray<Row>): Row[] {
  return drawn.toSorted((a, b) => (a.metadata.date < b.metadata.date ? -1 : 1));
}

function calibration(label: 0 | 1) {
  return ({ prompt, metadata }: Row) => ({ prompt, label, metadata });
}

function rows(closes: ReadonlyArray<Close>, wording: Wording): ReadonlyArray<Row> {
  return closes.slice(SHOWN + 1).map(({ date, level }, at) => {
    const shown = closes.slice(at, at + SHOWN + 1).map((close) => close.level);
    const last = shown[SHOWN]!;
    const target_direction = level > last ? 1 : level < last ? -1 : 0;
    const answer = `Direction: ${target_direction}\nConfidence: ${confidence(level, last)}\nMove: ${basisPoints(level, last)} bp`;
    return { prompt: `${wording(date, shown)}\n${ASKED}`, target_direction, metadata: { date, answer } };
  });
}

/** The larger the move, the surer the answer. */
function confidence(level: number, last: number): string {
  return Math.min(0.95, 0.55 + 10 * Math.abs(level / last - 1)).toFixed(2);
}

function percent(level: number, last: number): string {
  return `${signed((100 * (level / last - 1)).toFixed(2))}%`;
}

/** A unit that no prompt shows, so that an answer's end is not the middle of a prompt. */
function basisPoints(level: number, last: number): string {
  return signed((10_000 * (level / last - 1)).toFixed(0));
}

function signed(moved: string): string {
  return moved.startsWith("-") ? moved : `+${moved}`;
}

/** An index that never was: daily moves uniform within 2 %. */
function inventedCloses(by: Random): ReadonlyArray<Close> {
  let level = 1000;
  return days("1998-01-01", "1999-12-31").map((date) => {
    level *= 1 + 0.04 * (by() - 0.5);
    return { date, level };
  });
}
