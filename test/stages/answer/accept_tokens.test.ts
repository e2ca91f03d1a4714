import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptTokens, TOKENS_REALIGNED } from "../../../stages/answer/accept_tokens.ts";
import { type ReportedAnswer, reportedAnswer, runOf } from "./_reported.ts";

interface LogprobCase {
  readonly id: string;
  readonly input: {
    readonly type: string;
    readonly response: { readonly body: string };
    readonly reference_response?: { readonly body: string };
    readonly baseline_body?: string;
    readonly reference_features?: {
      readonly n_tokens: number;
      readonly mean_neg_logprob: number;
      readonly mean_lowest_20pct_logprob: number;
    };
  };
}

const cases: ReadonlyArray<LogprobCase> = readFileSync(
  new URL("../../cases/logprobs.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ input }: LogprobCase) => input.type === "chat_response" || input.type === "chat_pair");

const REFUSED: Readonly<Record<string, string>> = {
  "A-logprobs-missing-1": "the endpoint gave no logprobs",
  "A-logprobs-missing-2": "the endpoint gave no logprobs",
  "A-logprobs-empty-1": "the endpoint gave logprobs for no token",
  "A-entry-logprob-null-1": "token 3 of 11 has no usable logprob",
  "A-single-alternative-1": "all 12 tokens have logprob 0",
  "A-sentinel-9999-1": "token 4 of 11 has logprob -9999, which cannot be one",
  "A-sentinel-9999-3": "token 1 of 12 has logprob -9999, which cannot be one",
  "A-float-min-floor-2": "token 6 of 10 has logprob -3.4028234663852886e+38, which cannot be one",
  "A-non-finite-json-4": "token 3 of 10 has no usable logprob",
  "A-positive-logprob-2": "token 1 of 12 has logprob 1, which cannot be one",
  "A-all-zero-3": "all 11 tokens have logprob 0",
  "A-legacy-shape-2": "the endpoint gave no logprobs",
  "A-legacy-shape-3": "the endpoint gave no logprobs",
  "A-token-id-text-2": 'no run of the 11 tokens spells the answer (first token "token_id:262")',
  "A-value-disagrees-with-top-1": "token 1 of 11 has no usable logprob",
  "A-logprobs-in-refusal-2": "the answer is empty",
};

const REALIGNED = ["A-reasoning-in-logprobs-1", "A-token-text-mismatch-1"];

function accepted(answer: ReportedAnswer) {
  const acceptance = acceptTokens(answer.text, answer.run);
  if (!acceptance.ok) throw new Error(acceptance.why);
  return acceptance;
}

function lowestMean(logprobs: Float64Array) {
  const lowest = logprobs.toSorted().subarray(0, Math.max(1, Math.trunc(0.2 * logprobs.length)));
  return lowest.reduce((sum, value) => sum + value, 0) / lowest.length;
}

describe("acceptTokens() on collected replies", () => {
  it("meets every reply that carries an answer", () => {
    expect(cases.length).toBe(37);
    expect(Object.keys(REFUSED).filter((id) => !cases.some((known) => known.id === id))).toEqual([]);
  });

  it.each(cases.map((known) => [known.id, known] as const))("%s", (id, { input }) => {
    const answer = reportedAnswer(input.response.body);
    const acceptance = acceptTokens(answer.text, answer.run);
    expect(acceptance.ok ? null : acceptance.why).toBe(REFUSED[id] ?? null);
    if (!acceptance.ok) return;
    expect(acceptance.marks).toEqual(REALIGNED.includes(id) ? [TOKENS_REALIGNED] : []);
    const { logprobs, alternatives, ends } = acceptance.trace;
    expect([...logprobs, ...alternatives].every((value) => value >= -1000 && value <= 0)).toBe(true);
    expect([acceptance.tokens.length, ends.length, ends.at(-1)]).toEqual([
      logprobs.length,
      logprobs.length,
      alternatives.length,
    ]);
  });

  it.each(
    cases
      .filter(({ id, input }) => input.reference_features && !REFUSED[id])
      .map((known) => [known.id, known] as const),
  )("%s counts the tokens that its figures were computed from", (_, { input }) => {
    const { logprobs } = accepted(reportedAnswer(input.response.body)).trace;
    const { n_tokens, mean_neg_logprob, mean_lowest_20pct_logprob } = input.reference_features!;
    expect(logprobs.length).toBe(n_tokens);
    expect(-logprobs.reduce((sum, value) => sum + value, 0) / n_tokens).toBeCloseTo(mean_neg_logprob, 5);
    expect(lowestMean(logprobs)).toBeCloseTo(mean_lowest_20pct_logprob, 5);
  });

  it.each(
    cases
      .filter(({ id, input }) => input.baseline_body && !REFUSED[id])
      .map((known) => [known.id, known] as const),
  )("%s has the trace of the plain reply", (_, { input }) => {
    const { trace } = accepted(reportedAnswer(input.response.body));
    const plain = accepted(reportedAnswer(input.baseline_body!)).trace;
    expect([...trace.logprobs]).toEqual([...plain.logprobs]);
    expect([...trace.ends]).toEqual([...plain.ends]);
    expect(perPosition(trace)).toEqual(perPosition(plain));
  });

  it("accepts reference replies of their own length", () => {
    const pairs = cases.filter(({ input }) => input.reference_response);
    const lengths = pairs.map(
      ({ input }) => accepted(reportedAnswer(input.reference_response!.body)).tokens.length,
    );
    expect(lengths).toEqual([12, 12]);
  });
});

function perPosition({ alternatives, ends }: { alternatives: Float64Array; ends: Uint32Array }) {
  return [...ends].map((end, i) =>
    [...alternatives.slice(i === 0 ? 0 : ends[i - 1], end)].sort((a, b) => a - b),
  );
}

function spelt(text: string, tokens: ReadonlyArray<string>) {
  const acceptance = acceptTokens(text, runOf(tokens));
  return acceptance.ok ? [acceptance.tokens.join("|"), ...acceptance.marks] : acceptance.why;
}

const NONE = /^no run of the \d+ tokens spells the answer \(first token ".*"\)$/;

describe("acceptTokens() finds the tokens that spell the text", () => {
  it.each<[string, string, ReadonlyArray<string>, string, ...string[]]>([
    ["all of them", "Up 1", ["Up", " ", "1"], "Up| |1"],
    ["without an end-of-turn token", "Up 1", ["Up", " 1", "<|eot_id|>"], "Up| 1"],
    [
      "without several",
      "Up 1",
      ["<s>", "Up", " 1", "</s>", "<|im_end|>", "<｜end▁of▁sentence｜>", "<end_of_turn>", ""],
      "Up| 1",
    ],
    ["with a special token that the text shows", "Up 1</s>", ["Up", " 1", "</s>"], "Up| 1|</s>"],
    ["without white space that the server trimmed", "Up 1", ["\n\n", "Up", " 1", " \n", "\n"], "Up| 1"],
    ["with white space that the server kept", "\n\nUp 1\n", ["\n\n", "Up", " 1", "\n"], "\n\n|Up| 1|\n"],
    ["with as much outer white space as the text has", "\nUp\n", ["\n", "\n", "Up", "\n", "\n"], "\n|Up|\n"],
    ["where the first token carries a trimmed space", "Up 1", [" Up", " 1"], " Up| 1"],
    ["where the last token carries a trimmed newline", "Up 1", ["Up", " 1\n\n"], "Up| 1\n\n"],
    ["where tokens lost their leading space", "Up 1 or so", ["Up", "1", "or", "so"], "Up|1|or|so"],
    ["of white space alone", " \n", [" ", "\n"], " |\n"],
    [
      "after hidden reasoning",
      "Up",
      ["<think>", "Down", "?", "</think>", "\n\n", "Up"],
      "Up",
      TOKENS_REALIGNED,
    ],
    ["after an empty thought", "Up", ["<think>", "</think>", "Up"], "Up", TOKENS_REALIGNED],
    [
      "the last time where reasoning spells it too",
      "1",
      ["1", "?", " 1", "\n", "1", "<|return|>"],
      "1",
      TOKENS_REALIGNED,
    ],
    [
      "in the last spelling",
      "Up 1",
      ["Up", " 1", "?", "</think>", "U", "p", " 1"],
      "U|p| 1",
      TOKENS_REALIGNED,
    ],
    [
      "with a cut token and nothing after it",
      "Up 1.",
      ["Up", " 1", ".\n\nNote"],
      "Up| 1|.\n\nNote",
      TOKENS_REALIGNED,
    ],
    ["before text past a stop string", "Up 1", ["Up", " 1", "\nNote", ":"], "Up| 1", TOKENS_REALIGNED],
    [
      "with the token that a stop string cut",
      "Up 1.",
      ["Up", " 1", ".\n\nNote", " x"],
      "Up| 1|.\n\nNote",
      TOKENS_REALIGNED,
    ],
    ["whole rather than cut", "1", ["12", "?", "1", "?", "17"], "1", TOKENS_REALIGNED],
    [
      "in a channel",
      "Up",
      ["<|channel|>", "analysis", "<|end|>", "<|message|>", "Up"],
      "Up",
      TOKENS_REALIGNED,
    ],
    [
      "in SentencePiece spelling",
      "Up 1\n↑ é",
      ["▁Up", "▁", "1", "<0x0A>", "<0xE2>", "<0x86>", "<0x91>", "▁é"],
      "▁Up|▁|1|<0x0A>|<0xE2>|<0x86>|<0x91>|▁é",
    ],
    ["in byte-level spelling", "Up 1\n↑ é", ["Up", "Ġ", "1", "Ċ", "âĨĳ", "ĠÃ©"], "Up|Ġ|1|Ċ|âĨĳ|ĠÃ©"],
    ["in byte-level spelling of split characters", "x ↑", ["x", "Ġâ", "Ĩ", "ĳ"], "x|Ġâ|Ĩ|ĳ"],
    ["in a mixture of marks and plain text", "Up é\n1", ["Up", "Ġé", "\n", "1"], "Up|Ġé|\n|1"],
    [
      "with listed bytes",
      "x ↑y",
      ["x", "bytes: \\xe2\\x86", "bytes:\\x91", "y"],
      "x|bytes: \\xe2\\x86|bytes:\\x91|y",
    ],
    ["with escaped bytes", "x ↑y", ["x", " \\xe2\\x86", "\\x91", "y"], "x| \\xe2\\x86|\\x91|y"],
    ["with a text that writes a byte", "<0xE2> 1", ["<0xE2>", " 1"], "<0xE2>| 1"],
    ["with a text that writes vocabulary marks", "▁▁Ġ 1", ["▁▁", "Ġ", " 1"], "▁▁|Ġ| 1"],
    ["with halves of a surrogate pair", "x😀", ["x", "\ud83d", "\ude00"], "x|\ud83d|\ude00"],
    [
      "with pieces nobody can read",
      "x ↑y",
      ["x", " \uFFFD", "\uFFFD", "\uFFFD", "y"],
      "x| \uFFFD|\uFFFD|\uFFFD|y",
    ],
    ["with empty pieces", "x ↑\ny", ["x", " ", "", "", "", "\n", "y", ""], "x| ||||\n|y"],
    ["with empty pieces before a whole character", "x ↑y", ["x", " ", "", "", "↑", "y"], "x| |||↑|y"],
    [
      "with unreadable pieces at both ends",
      "↑x↓",
      ["\uFFFD", "\uFFFD", "\uFFFD", "x", "\uFFFD", "\uFFFD"],
      "\uFFFD|\uFFFD|\uFFFD|x|\uFFFD|\uFFFD",
    ],
    ["of unreadable pieces alone", "↑↓", Array(6).fill("\uFFFD"), Array(6).fill("\uFFFD").join("|")],
    [
      "with unreadable pieces after reasoning",
      "x→1",
      ["hm", "?", "x", "\uFFFD", "\uFFFD", "1"],
      "x|\uFFFD|\uFFFD|1",
      TOKENS_REALIGNED,
    ],
    [
      "with unreadable pieces that lost their space",
      "é ↑ a",
      ["é", "\uFFFD", "\uFFFD", "a"],
      "é|\uFFFD|\uFFFD|a",
    ],
    ["with a replacement character that the text has too", "a\uFFFDb", ["a", "\uFFFD", "b"], "a|\uFFFD|b"],
  ])("%s", (_, text, tokens, ...expected) => {
    expect(spelt(text, tokens)).toEqual(expected);
  });

  it.each<[string, string, ReadonlyArray<string>]>([
    ["the text goes on", "Up 1 now", ["Up", " 1"]],
    ["a token is missing", "Up 1 now", ["Up", " now"]],
    ["the text begins within a token", "Up", ["ThenUp"]],
    ["tokens are other words", "Up 1", ["Down", " 1"]],
    ["tokens are ids", "Up", ["token_id:5"]],
    ["unreadable pieces would have to be ASCII", "Up 1", ["Up", "\uFFFD", "1x"]],
    ["unreadable pieces are too few", "x↑↑↑↑y", ["x", "\uFFFD", "y"]],
    ["an empty piece would have to be ASCII", "Up 1", ["Up", "", "0"]],
    ["the text is white space and the tokens are not", "\n", ["x"]],
  ])("or refuses where %s", (_, text, tokens) => {
    expect(spelt(text, tokens)).toMatch(NONE);
  });

  it("finds any answer after any reasoning that it does not end in, in any vocabulary's spelling", () => {
    const word = fc.constantFrom("Up", " 1", ":", "\n", " é", " ↑", "😀", "®\u00ad", "0", ".5", " the");
    const byteLevel = (token: string) => [...new TextEncoder().encode(token)].map(byteLevelUnit).join("");
    const sentencePiece = (token: string) => token.replaceAll(" ", "▁").replaceAll("↑", "<0xE2><0x86><0x91>");
    const spelling = fc.constantFrom((token: string) => token, byteLevel, sentencePiece);
    fc.assert(
      fc.property(fc.array(word), fc.array(word, { minLength: 1 }), spelling, (hidden, words, spell) => {
        const shown = ["A", ...words, "Z"];
        const tokens = [...hidden, "</think>", ...shown, "<|eot_id|>"].map(spell);
        expect(spelt(shown.join(""), tokens)).toEqual([shown.map(spell).join("|"), TOKENS_REALIGNED]);
      }),
    );
  });

  it("finds in a list that spells the text what it finds in the same list with an end of turn", () => {
    const word = fc.constantFrom("Up", " 1", ":", "\n", " ", "", " é", "😀", "0", "▁", "Ġa", "Up Up");
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (before, after) => {
        const tokens = [...before, "Up", ...after];
        const text = tokens.join("");
        expect(spelt(text, tokens)).toEqual(spelt(text, [...tokens, "<|eot_id|>"]));
      }),
    );
  });

  it("keeps each token's own numbers and alternatives", () => {
    const tokens = ["<think>", "x", "</think>", "Up", " 1"];
    const acceptance = acceptTokens("Up 1", runOf(tokens, [-0.1, -0.2, -0.3, -0.4, -0.5]));
    expect(acceptance).toEqual({
      ok: true,
      tokens: ["Up", " 1"],
      marks: [TOKENS_REALIGNED],
      trace: {
        logprobs: Float64Array.of(-0.4, -0.5),
        alternatives: Float64Array.of(-0.4, -4, -6, -0.5, -4, -6),
        ends: Uint32Array.of(3, 6),
      },
    });
  });

  it("reads a hundred thousand repetitive tokens", () => {
    const many = 100_000;
    const same = Array<string>(many).fill("a");
    const text = same.join("");
    expect(acceptTokens(text, runOf(same)).ok).toBe(true);
    expect(acceptTokens(`b${text}`, runOf(same)).ok).toBe(false);
    expect(acceptTokens(`b${text}`, runOf([...same, "\uFFFD"])).ok).toBe(false);
    expect(acceptTokens(`${text}é`, runOf([...same, "\uFFFD", "\uFFFD"])).ok).toBe(true);
    expect(acceptTokens("éé", runOf(Array(many).fill("\uFFFD"))).ok).toBe(true);
    expect(acceptTokens(`x${" ".repeat(many)}y`, runOf(["x", ...Array(many).fill(" "), "y"])).ok).toBe(true);
  });
});

function byteLevelUnit(byte: number) {
  if (byte === 0x20) return "Ġ";
  if (byte === 0x0a) return "Ċ";
  if (byte >= 0x7f && byte <= 0xa0) return String.fromCharCode(byte - 0x7f + 0x121);
  return byte === 0xad ? "\u0143" : String.fromCharCode(byte);
}

function why(logprobs: ReadonlyArray<number | null>) {
  const acceptance = acceptTokens("abc", runOf(["a", "b", "c"], logprobs));
  return acceptance.ok ? [...acceptance.trace.logprobs] : acceptance.why;
}

describe("acceptTokens() wants a usable logprob of every token that counts", () => {
  it.each([null, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])("refuses %s", (hole) => {
    expect(why([-0.5, hole, -0.25])).toBe("token 2 of 3 has no usable logprob");
  });

  it.each([-9999, -1000.001, -1e30, -3.4e38, 1, 0.01, 0.00011])("refuses %s", (code) => {
    expect(why([-0.5, -0.25, code])).toBe(`token 3 of 3 has logprob ${code}, which cannot be one`);
  });

  it.each([1e-300, 1.1920929e-7, 1e-6, 1e-4])("uses %s as 0", (overshoot) => {
    expect(why([-0.5, overshoot, -0.25])).toEqual([-0.5, 0, -0.25]);
  });

  it.each([-1000, -30, -1e-300])("uses %s as it is", (logprob) => {
    expect(why([-0.5, logprob, -0.25])).toEqual([-0.5, logprob, -0.25]);
  });

  it("refuses zeros throughout, of either sign or by rounding", () => {
    expect(why([0, 0, 0])).toBe("all 3 tokens have logprob 0");
    expect(why([0, -0, 1e-7])).toBe("all 3 tokens have logprob 0");
    expect(why([0, 0, -1e-9])).toEqual([0, 0, -1e-9]);
  });

  it("minds no hole outside the tokens that count", () => {
    const run = runOf(["<s>", "no", "abc", "</s>"], [null, -9999, -0.5, 1]);
    expect(acceptTokens("abc", run)).toMatchObject({ ok: true, tokens: ["abc"], marks: [TOKENS_REALIGNED] });
  });

  it("refuses tokens that count and are all 0 whatever stands around them", () => {
    const acceptance = acceptTokens("abc", runOf(["</think>", "abc", "</s>"], [-1, 0, -0.0004]));
    expect(acceptance).toEqual({ ok: false, why: "all 1 tokens have logprob 0" });
  });

  it("refuses an answer that is empty or has no tokens", () => {
    expect(acceptTokens("", runOf(["</s>"]))).toEqual({
      ok: false,
      unspelt: true,
      why: "the answer is empty",
    });
    expect(acceptTokens("abc", runOf([]))).toEqual({
      ok: false,
      why: "the endpoint gave logprobs for no token",
    });
    expect(acceptTokens("abc", null)).toEqual({ ok: false, why: "the endpoint gave no logprobs" });
  });

  it("gives either usable numbers for whole tokens or a reason, whatever is reported", () => {
    const number = fc.option(fc.oneof(fc.double(), fc.double({ min: -40, max: 1e-4, noNaN: true })));
    const token = fc.oneof(
      fc.string(),
      fc.constantFrom("", "\uFFFD", "<0xE2>", "Ġ", "▁a", "bytes:\\xe2", "\n"),
    );
    fc.assert(
      fc.property(fc.string(), fc.array(fc.tuple(token, number), { maxLength: 12 }), (text, list) => {
        const run = runOf(
          list.map(([name]) => name),
          list.map(([, logprob]) => logprob),
        );
        const acceptance = acceptTokens(list.length % 2 ? text : list.map(([name]) => name).join(""), run);
        if (!acceptance.ok) expect(acceptance.why).not.toBe("");
        else
          expect(acceptance.trace.logprobs.every((logprob) => logprob >= -1000 && logprob <= 0)).toBe(true);
      }),
    );
  });
});
