import { describe, expect, test } from "vitest";
import { demoFiles } from "../../../../configs/data/demo_files.ts";
import { documents } from "../../../../plugins/provider/embedded/_documents.ts";
import { type Ngram, ngram } from "../../../../plugins/provider/embedded/_ngram.ts";
import { reply } from "../../../../plugins/provider/embedded/_reply.ts";
import { topOf } from "../../../../plugins/provider/embedded/_top.ts";
import { random } from "../../../../stages/math/random.ts";

const FILES = demoFiles(3);
const rows = (name: string) =>
  FILES[name]!.trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const read = (name: string, copies: number) =>
  documents(rows(name), { copies }, random(3, name)) as ReadonlyArray<string>;
const parrot = ngram([...read("library.jsonl", 1), ...read("exam.jsonl", 2)]);
const prompts: ReadonlyArray<string> = rows("eval.jsonl").map(({ prompt }) => prompt);

const greedy = { maxTokens: 512, temperature: 0, topLogprobs: 20, random: random(0, "unused") };

/** A model that notes how far each of its distributions is from summing to 1. */
function audited(model: Ngram) {
  const errors: number[] = [];
  const distribution: Ngram["distribution"] = (history, into) => {
    const chances = model.distribution(history, into);
    errors.push(Math.abs(chances.reduce((sum, one) => sum + one, 0) - 1));
    return chances;
  };
  return { model: { ...model, distribution }, errors };
}

describe("reply()", () => {
  test("reply() draws from distributions that sum to 1 at every step of 100 replies", () => {
    const { model, errors } = audited(parrot);
    const replies = prompts.slice(100, 200).map((prompt) => reply(model, prompt, greedy));
    expect(errors).toHaveLength(replies.reduce((sum, { tokens }) => sum + tokens.length + 1, 0));
    expect(Math.max(...errors)).toBeLessThan(1e-12);
  });

  test("reply() gives tokens that spell the text, each with twenty true alternatives, likeliest first", () => {
    for (const prompt of prompts.slice(140, 160)) {
      const { text, tokens, finishReason } = reply(parrot, prompt, greedy);
      expect(text).toMatch(/^Direction: -?1\nConfidence: 0\.\d\d\nReason: [A-Z][a-z ]+\.$/);
      expect(finishReason).toBe("stop");
      expect(tokens.map(({ token }) => token).join("")).toBe(text);
      for (const { token, logprob, alternatives } of tokens) {
        expect(alternatives[0]).toEqual({ token, logprob });
        expect(new Set(alternatives.map((one) => one.token)).size).toBe(20);
        expect(alternatives.map((one) => one.logprob)).toEqual(
          alternatives.map((one) => one.logprob).sort((a, b) => b - a),
        );
        expect(alternatives[0]!.logprob - alternatives[19]!.logprob).toBeGreaterThan(0.5);
        expect(logprob).toBeLessThanOrEqual(0);
      }
    }
  });

  test("reply() recites what it has read twice and knows nothing of the rest", () => {
    const answers = new Map(rows("exam.jsonl").map(({ prompt, metadata }) => [prompt, metadata.answer]));
    const recited = prompts.filter((prompt) => reply(parrot, prompt, greedy).text === answers.get(prompt));
    expect(recited).toEqual(prompts.slice(0, 150));
  });

  test("reply() is the same whatever label and date the rows it read bear", () => {
    const [is, oos] = [rows("is_memorized.jsonl"), rows("oos_control.jsonl")];
    const swapped = [...is, ...oos].map((row) => ({
      ...row,
      label: 1 - row.label,
      metadata: { date: "1999-01-01" },
    }));
    const documentsOf = (named: typeof swapped) =>
      named.map((row) => ({
        prompt: row.prompt,
        target_direction: 1 as const,
        label: row.label,
        metadata: row.metadata,
      }));
    const build = (named: typeof swapped) =>
      ngram(documents(documentsOf(named), {}, random(0, "all")) as ReadonlyArray<string>);
    const [one, other] = [build([...is, ...oos]), build(swapped)];
    for (const prompt of prompts.slice(0, 20))
      expect(reply(one, prompt, greedy)).toEqual(reply(other, prompt, greedy));
  });

  test("reply() stops at the token limit and says so", () => {
    const cut = reply(parrot, prompts[0]!, { ...greedy, maxTokens: 4 });
    expect(cut.tokens).toHaveLength(4);
    expect(cut.finishReason).toBe("length");
  });

  test("reply() above temperature 0 draws by the seed, with logprobs of temperature 1", () => {
    const draw = (label: string) =>
      reply(parrot, prompts[200]!, { ...greedy, temperature: 1, random: random(0, label) });
    expect(draw("a")).toEqual(draw("a"));
    expect(new Set(["a", "b", "c", "d", "e", "f"].map((label) => draw(label).text)).size).toBeGreaterThan(1);
    expect(draw("a").tokens[0]!.alternatives).toEqual(
      reply(parrot, prompts[200]!, greedy).tokens[0]!.alternatives,
    );
  });

  test("reply() near temperature 0 says what temperature 0 says", () => {
    const cold = reply(parrot, prompts[0]!, { ...greedy, temperature: 0.01, random: random(0, "cold") });
    expect(cold.text).toBe(reply(parrot, prompts[0]!, greedy).text);
  });

  test("reply() gives no alternatives where none are asked for", () => {
    expect(reply(parrot, prompts[0]!, { ...greedy, topLogprobs: 0 }).tokens[0]!.alternatives).toEqual([]);
  });
});

describe("topOf()", () => {
  test("topOf() puts the lower index first where two are equal", () => {
    expect(topOf(Float64Array.of(0.1, 0.4, 0.4, 0.1), 3)).toEqual([1, 2, 0]);
  });

  test("topOf() gives all there are when there are fewer", () => {
    expect(topOf(Float64Array.of(0.2, 0.8), 20)).toEqual([1, 0]);
  });
});
