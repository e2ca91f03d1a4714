import { log, power } from "../../../stages/math/elementary.ts";
import type { Random } from "../../../stages/math/random.ts";
import { BOUNDARY } from "./_context_order.ts";
import type { Ngram } from "./_ngram.ts";
import { topOf } from "./_top.ts";

/** How the document boundary reads among the alternatives; no text tokenizes to it. */
const BOUNDARY_TEXT = "<|end|>";

/** What stands between a question and its answer in everything a model reads. */
export const ANSWER_MARK = "\nAnswer:\n";

export interface ReplyOptions {
  readonly maxTokens: number;
  /** 0 for the likeliest token, the lower id where two are equal. */
  readonly temperature: number;
  readonly topLogprobs: number;
  /** Drawn from only above temperature 0. */
  readonly random: Random;
}

export interface Alternative {
  readonly token: string;
  /** Natural logarithm, at temperature 1, at most 0. */
  readonly logprob: number;
}

export interface ReplyToken extends Alternative {
  /** The likeliest tokens at this position, likeliest first. */
  readonly alternatives: ReadonlyArray<Alternative>;
}

export interface Reply {
  /** The tokens' texts, joined. */
  readonly text: string;
  readonly finishReason: "stop" | "length";
  readonly promptTokens: number;
  readonly tokens: ReadonlyArray<ReplyToken>;
}

/** Continues a prompt until the model ends the document or the tokens run out. */
export function reply(model: Ngram, prompt: string, options: ReplyOptions): Reply {
  const history = model.encode(prompt + ANSWER_MARK);
  const promptTokens = history.length;
  const buffer = new Float64Array(model.vocabulary.length);
  const tokens: ReplyToken[] = [];
  let finishReason: Reply["finishReason"] = "length";
  while (tokens.length < options.maxTokens) {
    const chances = model.distribution(history, buffer);
    const best = topOf(chances, Math.max(1, options.topLogprobs));
    const id = options.temperature === 0 ? best[0]! : draw(chances, options);
    if (id === BOUNDARY) {
      finishReason = "stop";
      break;
    }
    const alternatives = best.slice(0, options.topLogprobs).map((one) => alternative(model, chances, one));
    tokens.push({ ...alternative(model, chances, id), alternatives });
    history.push(id);
  }
  return { text: tokens.map(({ token }) => token).join(""), finishReason, promptTokens, tokens };
}

function alternative(model: Ngram, chances: Float64Array, id: number): Alternative {
  const token = id === BOUNDARY ? BOUNDARY_TEXT : model.vocabulary[id]!;
  return { token, logprob: Math.min(0, log(chances[id]!)) };
}

function draw(chances: Float64Array, { temperature, random }: ReplyOptions): number {
  const top = chances.reduce((most, one) => Math.max(most, one), 0);
  const weights = chances.map((chance) => power(chance / top, 1 / temperature));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (let id = 0; id < weights.length; id++) {
    left -= weights[id]!;
    if (left < 0) return id;
  }
  return weights.findLastIndex((weight) => weight > 0);
}
