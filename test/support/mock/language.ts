import { draws, normal } from "./_draws.ts";
import { position } from "./_positions.ts";

/** What a mock model is asked. */
export interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly topLogprobs: number;
}

const WORDS = (
  "the market breadth improved while volatility eased and credit spreads were little changed into close momentum " +
  "flows positioning remain supportive earnings guidance rates yields dollar liquidity demand supply sector rotation"
).split(" ");

/** The direction that an evaluation row with this prompt should carry: 54 % up, 43 % down, 3 % flat. */
export function truth(prompt: string): -1 | 0 | 1 {
  const draw = draws(`truth|${prompt}`)();
  return draw < 0.54 ? 1 : draw < 0.97 ? -1 : 0;
}

/**
 * The body of a chat completion, a pure function of what is asked. Prompts with `[is]` are answered with higher
 * probabilities than the others, as by a model that has read them.
 */
export function completionBody(asked: Asked, logprobs: boolean): string {
  const { model, prompt, maxTokens } = asked;
  const random = draws(`answer|${model}|${prompt}`);
  const tokens = answerTokens(model, prompt, random);
  const kept = tokens.slice(0, maxTokens);
  const finish = kept.length < tokens.length ? "length" : "stop";
  const usage = { prompt_tokens: Math.ceil(prompt.length / 4), completion_tokens: kept.length };
  const content = logprobs ? `{"content":[${entries(asked, kept, random)}]}` : "null";
  const message = JSON.stringify({ role: "assistant", content: kept.join("") });
  const choice = `{"index":0,"message":${message},"logprobs":${content},"finish_reason":"${finish}"}`;
  const head = `"id":"mock","object":"chat.completion","created":1700000000,"model":${JSON.stringify(model)}`;
  return `{${head},"choices":[${choice}],"usage":${JSON.stringify(usage)}}`;
}

function answerTokens(model: string, prompt: string, random: () => number): ReadonlyArray<string> {
  const right = truth(prompt);
  const accuracy = 0.6 + 0.16 * draws(`accuracy|${model}`)();
  const said = random() < accuracy ? right : right === 0 ? 1 : -right;
  const confidence = (0.5 + 0.45 * random()).toFixed(2);
  const words = Array.from({ length: 20 + Math.floor(random() * 60) }, (_, i) => {
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? "the";
    return i === 0 ? word : ` ${word}`;
  });
  return [...words, ".\n", "Direction", ":", " ", String(said), "\n", "Confidence", ":", " ", confidence];
}

function entries(asked: Asked, tokens: ReadonlyArray<string>, random: () => number): string {
  const { model, prompt, topLogprobs } = asked;
  const shift = prompt.includes("[is]") ? -0.4 - 0.3 * draws(`shift|${model}`)() : 0;
  const mean = 0.6 * Math.exp(shift + 0.34 * normal(draws(`mean|${model}|${prompt}`)));
  return tokens
    .map((token) => {
      const surprise = -Math.log(1 - random()) * mean;
      return `{"token":${JSON.stringify(token)},${position(surprise, topLogprobs, random)}}`;
    })
    .join(",");
}
