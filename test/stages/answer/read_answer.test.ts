import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Reading, readAnswer } from "../../../stages/answer/read_answer.ts";
import { FIELD } from "./read_answer_field.ts";
import { NEIGHBOURS } from "./read_answer_neighbours.ts";

interface Outcome {
  readonly outcome: "ok" | "fail";
  readonly direction?: number;
  readonly confidence?: number;
}
interface Case {
  readonly id: string;
  readonly input: {
    readonly text?: string;
    readonly generator?: { prefix?: string; repeat: string; times: number; suffix?: string };
  };
  readonly expected: {
    readonly accept: readonly Outcome[];
    readonly never?: readonly (string | { direction?: number; confidence?: number })[];
  };
}
interface Golden {
  readonly name: string;
  readonly input: string;
  readonly sensible: { readonly direction: number | null; readonly confidence: number | null };
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const cases: readonly Case[] = read("../../cases/answers.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const golden: readonly Golden[] = JSON.parse(read("../../golden/parse.json")).slice(1);

function textOf({ text, generator }: Case["input"]): string {
  if (generator === undefined) return text ?? "";
  return (generator.prefix ?? "") + generator.repeat.repeat(generator.times) + (generator.suffix ?? "");
}

function isParsed({ direction, confidence }: Reading): boolean {
  return direction !== null && confidence !== null;
}

function isOutcome(reading: Reading, wanted: Outcome): boolean {
  if (wanted.outcome === "fail") return !isParsed(reading);
  return reading.direction === wanted.direction && reading.confidence === wanted.confidence;
}

// Answers in words, in another language, without a label, of several values or of none.
const NOT_ONE_LABELLED_NUMBER =
  /^(?:word_|words_|json_word|json_null|json_true|json_key|contradictory|think_block|options_listed|spanish|percent_prefix|percent_range|percent_150|confidence_negative|confidence_1\.5|direction_(?:2$|7|0\.5|-0\.9|1\.9|10)|direction_in_prose|label_in_prose|no_answer|empty|refusal|number_only|numbers_two|csv|overconfidence|long_reasoning|crash)/;
/** Of OpenAI, Anthropic, Gemini, vLLM, DeepSeek, GLM, Cohere and Ollama. */
const CUT_SHORT =
  "length max_tokens MAX_TOKENS model_length max_output_tokens content_filter SAFETY RECITATION abort error ERROR_LIMIT insufficient_system_resource sensitive network_error repetition cancelled".split(
    " ",
  );
const COMPLETE = "stop STOP eos eos_token stop_sequence end_turn COMPLETE tool_calls unknown".split(" ");
const BARE_PERCENTAGES = ["percent_without_sign", "json_percent_int"];

describe("readAnswer()", () => {
  it.each(cases.map((c) => [c.id, c] as const))(
    "gives an accepted outcome for %s",
    (_id, { input, expected }) => {
      const reading = readAnswer(textOf(input), "stop");
      expect(expected.accept.some((wanted) => isOutcome(reading, wanted))).toBe(true);
      for (const never of expected.never ?? []) {
        if (typeof never === "string") continue;
        if (never.direction !== undefined) expect(reading.direction).not.toBe(never.direction);
        if (never.confidence !== undefined) expect(reading.confidence).not.toBe(never.confidence);
      }
    },
  );

  it.each(golden.map((g) => [g.name, g] as const))("is never wrong on %s", (_name, { input, sensible }) => {
    const { direction, confidence } = readAnswer(input, "stop");
    expect([null, sensible.direction]).toContain(direction);
    expect([null, sensible.confidence]).toContain(confidence);
  });

  it("parses every golden text whose answer is one labelled number", () => {
    const missed = golden
      .filter(({ name }) => !NOT_ONE_LABELLED_NUMBER.test(name))
      .filter(({ input }) => !isParsed(readAnswer(input, "stop")))
      .map(({ name }) => name);
    expect(missed.sort()).toEqual([...BARE_PERCENTAGES].sort());
  });

  it("parses more than half of texts chosen to be hard", () => {
    const texts = [...cases.map(({ input }) => textOf(input)), ...golden.map(({ input }) => input)];
    const parsed = texts.filter((text) => isParsed(readAnswer(text, "stop"))).length;
    console.log(`parsed ${parsed} of ${texts.length}`);
    expect(parsed).toBeGreaterThan(texts.length / 2);
  });

  describe.each(Object.entries(NEIGHBOURS))("on %s", (_kind, rows) => {
    it.each(rows)("reads %j as %j", (text, [direction, confidence]) => {
      const reading = readAnswer(text, "stop");
      expect([reading.direction, reading.confidence]).toEqual([direction, confidence]);
      expect(reading.why === null).toBe(isParsed(reading));
    });
  });

  describe.each(Object.entries(FIELD))("on %s", (_kind, { fails, says }) => {
    it.each(fails)("reads no answer from %j", (text) => {
      expect(isParsed(readAnswer(text, "stop"))).toBe(false);
    });

    it.each(says)("reads %j", (text, direction, confidence) => {
      const reading = readAnswer(text, "stop");
      expect([reading.direction, reading.confidence]).toEqual([direction, confidence]);
    });
  });

  it.each([
    ["Direction: -1\nConfidence: 0.6", false],
    ["Direction: -1\nConfidence: 0.6\n", false],
    ["Direction: -1\nConfidence: 0.6**", false],
    ["Direction: -1\nConfidence: 0.6\nThe tape was", true],
    ["Confidence: 0.6\nDirection: -1", false],
    ['{"direction": -1, "confidence": 0.6}', false],
    ['{"direction": -1, "confidence": 0.6}\nBecause', true],
    ["Direction: -1\nConfidence: 0.6\nFinal: Direction:", false],
    ["Direction: -1\nConfidence: 0.6\nOn reflection, Direction: 1", false],
    ["<think>Direction: -1\nConfidence: 0.6\nHmm", false],
  ] as const)("parses %j after a cut: %j", (text, parsed) => {
    for (const reason of CUT_SHORT) {
      expect(isParsed(readAnswer(text, reason))).toBe(parsed);
    }
  });

  it.each(COMPLETE)("takes an answer that ended with %j for complete", (reason) => {
    expect(isParsed(readAnswer("Direction: 1\nConfidence: 0.6", reason))).toBe(true);
  });

  const direction = fc.constantFrom(-1, 0, 1);
  const hundredths = fc.integer({ min: 0, max: 100 }).map((n) => n / 100);

  it("reads back what the canonical form says", () => {
    fc.assert(
      fc.property(direction, hundredths, fc.constantFrom(null, "stop"), (d, c, reason) => {
        const text = `Direction: ${d}\nConfidence: ${c}`;
        expect(readAnswer(text, reason)).toEqual({ direction: d, confidence: c, why: null });
      }),
    );
  });

  it("never flips a sign for emphasis, invisible characters or brackets around the value", () => {
    const around = fc.constantFrom(
      ["**", "**"],
      ["_", "_"],
      ["\u200B", "\u200B"],
      ["\u2060", ""],
      ["`", "`"],
      ["[", "]"],
    );
    fc.assert(
      fc.property(direction, fc.array(around, { maxLength: 3 }), (d, wraps) => {
        const value = wraps.reduce((inner, [open, close]) => `${open}${inner}${close}`, String(d));
        expect(readAnswer(`Direction: ${value}\nConfidence: 0.6`, "stop").direction).toBe(d);
      }),
    );
  });

  it("never throws and stays in range, whatever the text", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "Direction",
        "Confidence",
        ":",
        " ",
        "\n",
        "-",
        "\u2014",
        "1",
        "0",
        ".",
        ",",
        "%",
        "/",
        "|",
        "{",
        "}",
      ),
      fc.constantFrom(
        '"',
        "<think>",
        "</think>",
        "<b>",
        "\\boxed{",
        "`",
        "*",
        "_",
        "\u00AD",
        "\uE000",
        "or",
        "if",
        "(",
        ")",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom("\uD800", "\uDC00", "\u202E"),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom(null, "stop", "length"),
        (pieces, reason) => {
          const reading = readAnswer(pieces.join(""), reason);
          expect([-1, 0, 1, null]).toContain(reading.direction);
          expect(Object.is(reading.direction, -0)).toBe(false);
          const confidence = reading.confidence ?? 0;
          expect(confidence >= 0 && confidence <= 1).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ..."{ } < [ ( * _ ` ~ | \\ & # > - 1 . , ' \" $ \n".split(" "),
    ...'<think> </think> <!-- {"a": {"direction":1, Direction Direction: Confidence:0. |Direction \u2014 -\u200B'.split(
      " ",
    ),
    " ",
    "\uD800",
    "Direction (",
    "| Direction | Confidence |\n",
    "Confidence for if ",
    "actually 1 ",
    '<details type="reasoning">',
    "<del>\n",
    "<|a|>",
    "</s> ",
    "\\n",
    "<unused94>",
    "<|channel>thought",
    "\n1",
    "no. ",
    "sorry, -1 ",
    "-1 = down ",
    "the above is ",
    "sample output format ",
    '{"direction": 1, "confidence": 0.6}',
  ])("reads a million characters of %j to an end", (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const answered = readAnswer(`Direction: 1\nConfidence: 0.6\n\n${text}`, "stop");
    expect([1, null]).toContain(answered.direction);
  });
});
