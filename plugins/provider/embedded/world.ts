import { type Random, random, shuffle } from "../../../stages/math/random.ts";
import { code, cues as cueWords, distinct, newsLine, pick, reason, symbol } from "./_phrases.ts";

/** How often an outcome agrees with what its cue points to. */
const AGREEMENT = 0.8;

/** How often an answer says "up" where nothing is known. */
const UP = 0.53;

const TICKERS = 30;

const CONFIDENCES = ["0.52", "0.55", "0.58", "0.60", "0.62", "0.65", "0.68", "0.72"];

const ASKED = "Call the next session.\nDirection: [1/-1/0]\nConfidence: [0.0-1.0]\nReason: [clause]";

/** One question of an invented market. Items differ by seeded draws only. */
export interface Item {
  readonly prompt: string;
  readonly outcome: 1 | -1;
  /** Three lines, as the prompt asks for them. */
  readonly answer: string;
}

export interface Halves {
  readonly members: ReadonlyArray<Item>;
  readonly others: ReadonlyArray<Item>;
}

export interface WorldSizes {
  /** Questions of the evaluation, members and others together. */
  readonly evaluation: number;
  /** Questions of the two corpora together. */
  readonly corpus: number;
  /** Questions and answers that teach the format. */
  readonly library: number;
  readonly news: number;
}

export interface World {
  readonly evaluation: Halves;
  readonly corpus: Halves;
  /** As many further items as there are members, with their true outcomes. */
  readonly decoys: ReadonlyArray<Item>;
  /** Items whose answers know nothing of the cue. */
  readonly library: ReadonlyArray<Item>;
  /** One worked example of every cue, answered as the cue points; no ticker, no session. */
  readonly rules: ReadonlyArray<Item>;
  readonly news: ReadonlyArray<string>;
}

interface Cue {
  readonly words: string;
  readonly points: 1 | -1;
}

interface Market {
  readonly tickers: ReadonlyArray<string>;
  /** Cues that no item has yet. */
  readonly cues: Cue[];
  /** Session codes that no item has yet. */
  readonly sessions: string[];
}

type Outcome = (cue: Cue, at: number) => 1 | -1;

/**
 * A market of invented tickers and opaque session codes. Each item has a cue of its own that points up or down
 * by a seeded coin, so only a reader of the cue's rule knows which way, and other items' answers do not help;
 * the outcome agrees with the cue in 80 % of the items. Members are a seeded half of exchangeable items: a
 * reader of the prompts alone cannot tell them from the others.
 */
export function world(seed: number, sizes: WorldSizes): World {
  const draws = (label: string) => random(seed, `world/${label}`);
  const members = Math.ceil(sizes.evaluation / 2) + Math.ceil(sizes.corpus / 2);
  const asked = sizes.evaluation + sizes.corpus + members + sizes.library;
  const cues = cuesOf(asked, draws("cues"));
  const market: Market = {
    cues: [...cues],
    tickers: distinct(TICKERS, symbol, draws("tickers")),
    sessions: distinct(asked, code, draws("sessions")),
  };
  const known = (size: number, by: Random) => items(market, size, agreeing(size, by), by);
  const rules = draws("rules");
  const library = draws("library");
  const news = draws("news");
  return {
    evaluation: halves(known(sizes.evaluation, draws("evaluation")), draws("evaluation/members")),
    corpus: halves(known(sizes.corpus, draws("corpus")), draws("corpus/members")),
    decoys: known(members, draws("decoys")),
    library: items(market, sizes.library, () => upOrDown(library() < UP), library),
    rules: cues.map((cue) => item(`Setup: ${cue.words}.`, cue.points, rules)),
    news: Array.from({ length: sizes.news }, () => newsLine(news)),
  };
}

function cuesOf(size: number, by: Random): ReadonlyArray<Cue> {
  const words = shuffle(cueWords(size), by);
  return words.map((cue, at) => ({ words: cue, points: upOrDown(at % 2 === 0) }));
}

function agreeing(size: number, by: Random): Outcome {
  const agrees = shuffle(
    Array.from({ length: size }, (_, at) => at < Math.round(size * AGREEMENT)),
    by,
  );
  return ({ points }, at) => upOrDown((points === 1) === agrees[at]);
}

function items(market: Market, size: number, outcome: Outcome, by: Random): Item[] {
  return Array.from({ length: size }, (_, at) => {
    const cue = market.cues.pop()!;
    const where = `Session ${market.sessions.pop()}. Ticker: ${pick(market.tickers, by)}.`;
    return item(`${where} Setup: ${cue.words}.`, outcome(cue, at), by);
  });
}

function item(question: string, outcome: 1 | -1, by: Random): Item {
  const answer = `Direction: ${outcome}\nConfidence: ${pick(CONFIDENCES, by)}\nReason: ${reason(by)}`;
  return { prompt: `${question}\n${ASKED}`, outcome, answer };
}

function halves(pool: Item[], by: Random): Halves {
  const shuffled = shuffle(pool, by);
  const middle = Math.ceil(shuffled.length / 2);
  return { members: shuffled.slice(0, middle), others: shuffled.slice(middle) };
}

function upOrDown(up: boolean): 1 | -1 {
  return up ? 1 : -1;
}
