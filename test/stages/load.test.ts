import { it } from "@effect/vitest";
import { Effect, Layer, Stream } from "effect";
import fc from "fast-check";
import { describe, expect } from "vitest";
import type { PromptSet } from "../../plugins/contract/mod.ts";
import { load } from "../../stages/mod.ts";
import { type FakeFile, fakeInputs, fakeProgress, STUDY, seed } from "./_fakes.ts";

const row = (prompt: string, more: object = {}) => JSON.stringify({ prompt, target_direction: 1, ...more });
const FILES = {
  "eval.jsonl": `${row("up?")}\n${row("down?", { target_direction: -1, metadata: { date: "2024-02-29" } })}\n`,
  "seen.jsonl": `${JSON.stringify({ prompt: "seen?", label: 1 })}\n`,
  "unseen.jsonl": `${JSON.stringify({ prompt: "unseen?", metadata: null })}\n`,
  "cutoffs.yaml": "models: { a: 2023-12-31, b: { date: 2024-01, source: the vendor } }\n",
};

const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>) =>
  Uint8Array.from(
    parts.flatMap((part) => [...(typeof part === "string" ? new TextEncoder().encode(part) : part)]),
  );

const loaded = (files: Record<string, FakeFile> = {}, piece?: number) => {
  const progress = fakeProgress();
  const layer = Layer.mergeAll(fakeInputs({ ...FILES, ...files }, piece), progress.layer, seed);
  return Effect.map(Effect.provide(load.run({ study: STUDY }, { blind: false }), layer), (given) => ({
    ...given,
    warnings: progress.warnings,
  }));
};
const corpus = (prompts: string) =>
  prompts
    .split(" ")
    .map((prompt) => `${JSON.stringify({ prompt })}\n`)
    .join("");
const refused = (files: Record<string, FakeFile>) =>
  Effect.map(Effect.flip(loaded(files)), ({ message }) => message);
const promptsOf = (set: PromptSet) => Effect.map(Stream.runCollect(set.prompts), (prompts) => [...prompts]);
const NO_FORM =
  'prompts ask for a direction and a confidence in these words, by which alone an answer is read; let each end with the lines "Direction: [1/-1/0]" and "Confidence: [0.0-1.0]"';

describe("load", () => {
  it.effect("reads the eval set, the corpora and the registry", () =>
    Effect.gen(function* () {
      const { evalSet, corpora, cutoffs } = yield* loaded();

      expect(evalSet.size).toBe(2);
      expect([...evalSet.targets]).toEqual([1, -1]);
      expect([evalSet.date(0), evalSet.date(1), evalSet.cutoffDate]).toEqual([null, "2024-02-29", null]);
      expect(evalSet.promptHash(0)).toMatch(/^[0-9a-f]{16}$/);
      expect(yield* promptsOf(evalSet)).toEqual(["up?", "down?"]);
      expect(yield* promptsOf(corpora.isMemorized)).toEqual(["seen?"]);
      expect(yield* promptsOf(corpora.oosControl)).toEqual(["unseen?"]);
      expect(cutoffs.get("a")).toEqual({ date: "2023-12-31", source: null, precision: null });
      expect(cutoffs.get("b")).toMatchObject({ date: "2024-01-31", source: "the vendor" });
    }),
  );

  it.effect("names a prompt by the first 16 hex digits of its sha256", () =>
    Effect.gen(function* () {
      const { evalSet } = yield* loaded({ "eval.jsonl": `${row("abc")}\n` });

      expect(evalSet.promptHash(0)).toBe("ba7816bf8f01cfea");
    }),
  );

  it.effect.each([
    ["a byte-order mark", `\uFEFF${row("a")}\n${row("b")}\n`],
    ["CRLF", `${row("a")}\r\n${row("b")}\r\n`],
    ["blank lines", `\n  \n${row("a")}\n\t\r\n\n${row("b")}\n\n`],
    ["no line feed at the end", `${row("a")}\n${row("b")}`],
    ["a byte-order mark alone on a line", `\uFEFF\n${row("a")}\n${row("b")}\n`],
    ["space around a row", `  ${row("a")}  \n\t${row("b")}\n`],
  ] as ReadonlyArray<readonly [string, string]>)("reads past %s", ([, text]) =>
    Effect.gen(function* () {
      const { evalSet } = yield* loaded({ "eval.jsonl": text });

      expect(yield* promptsOf(evalSet)).toEqual(["a", "b"]);
    }),
  );

  it.effect("takes line separators inside a text for text", () =>
    Effect.gen(function* () {
      const { evalSet } = yield* loaded({
        "eval.jsonl": `{"prompt":"a\u2028b\u2029c\u0085d","target_direction":0}\n`,
      });

      expect(yield* promptsOf(evalSet)).toEqual(["a\u2028b\u2029c\u0085d"]);
    }),
  );

  it.effect("takes the header from the first line that holds something", () =>
    Effect.gen(function* () {
      const { evalSet } = yield* loaded({
        "eval.jsonl": `\uFEFF\n{"_cutoff_date":"2024-06-30"}\n${row("a")}\n`,
      });

      expect(evalSet.cutoffDate).toBe("2024-06-30");
      expect(yield* promptsOf(evalSet)).toEqual(["a"]);
    }),
  );

  it.effect.each([
    [
      "a header after a row",
      `${row("a")}\n{"_cutoff_date":"2024-06-30"}\n`,
      "eval.jsonl:2:17: a second header; _cutoff_date belongs on the first line",
    ],
    [
      "a header twice",
      `{"_cutoff_date":"2024-06-30"}\n{"_cutoff_date":"2024-06-30"}\n${row("a")}\n`,
      "eval.jsonl:2:17: a second header; _cutoff_date belongs on the first line",
    ],
    [
      "a header that is no date",
      `{"_cutoff_date":"2023-02-29"}\n${row("a")}\n`,
      'eval.jsonl:1:17: _cutoff_date: expected a date YYYY-MM-DD, got "2023-02-29"',
    ],
    ["a line that is not JSON", `${row("a")}\nup?\n`, /^eval\.jsonl:2:1: not JSON: /],
    ["half a row", `${row("a")}\n{"prompt":\n`, /^eval\.jsonl:2:11: not JSON: /],
    [
      "bytes that are not UTF-8",
      bytes(`${row("a")}\n\n{"prompt":"`, [0xff], `","target_direction":1}\n`),
      "eval.jsonl:3:12: the line is not UTF-8",
    ],
    [
      "another target",
      `${row("a", { target_direction: 2 })}\n`,
      "eval.jsonl:1:34: target_direction: expected -1, 0 or 1, got 2",
    ],
    [
      "a target in words",
      `${row("a", { target_direction: "1" })}\n`,
      'eval.jsonl:1:34: target_direction: expected -1, 0 or 1, got "1"',
    ],
    ["no target", `{"prompt":"a"}\n`, "eval.jsonl:1:1: target_direction: is missing"],
    ["no prompt", `{"target_direction":1}\n`, "eval.jsonl:1:1: prompt: is missing"],
    [
      "a misspelt prompt",
      `{"promt":"a","target_direction":1}\n`,
      'eval.jsonl:1:1: prompt: is missing, but the row has "promt"; did you mean "prompt"?',
    ],
    [
      "a misspelt target",
      `{"prompt":"a","target_directon":1}\n`,
      'eval.jsonl:1:1: target_direction: is missing, but the row has "target_directon"; did you mean "target_direction"?',
    ],
    [
      "a misspelt header",
      `{"_cutof_date":"2024-06-30"}\n${row("a")}\n`,
      'eval.jsonl:1:1: prompt: is missing, but the row has "_cutof_date"; did you mean "_cutoff_date"?',
    ],
    [
      "an empty prompt",
      `${row(" \\n")}\n${row("")}\n`,
      "eval.jsonl:2:11: prompt: expected a prompt, got an empty text",
    ],
    [
      "a number for a prompt",
      `{"prompt":5,"target_direction":1}\n`,
      "eval.jsonl:1:11: prompt: expected a text, got 5",
    ],
    [
      "a day that does not exist",
      `${row("a", { metadata: { date: "2024-02-30" } })}\n`,
      'eval.jsonl:1:55: metadata.date: expected a date YYYY-MM-DD, got "2024-02-30"',
    ],
    [
      "metadata that is a text",
      `${row("a", { metadata: "x" })}\n`,
      'eval.jsonl:1:47: metadata: expected an object, got "x"',
    ],
    [
      "an instant for a day",
      `${row("a", { metadata: { date: "2024-02-03T00:00:00Z" } })}\n`,
      'eval.jsonl:1:55: metadata.date: expected a date YYYY-MM-DD, got "2024-02-03T00:00:00Z"',
    ],
    [
      "a list for a row",
      "[1]\n",
      'eval.jsonl:1:1: expected an object with the keys "prompt" and "target_direction", got [1]',
    ],
    [
      "null for a row",
      "null\n",
      'eval.jsonl:1:1: expected an object with the keys "prompt" and "target_direction", got null',
    ],
    ["no rows", "\n\n", 'Cannot use "eval.jsonl": it holds no rows'],
    ["a header only", `{"_cutoff_date":"2024-06-30"}\n`, 'Cannot use "eval.jsonl": it holds no rows'],
  ] as ReadonlyArray<readonly [string, FakeFile, string | RegExp]>)(
    "refuses %s with its place",
    ([, file, says]) =>
      Effect.gen(function* () {
        const message = yield* refused({ "eval.jsonl": file });

        expect(message).toMatch(says);
        if (typeof says === "string") expect(message).toBe(says);
      }),
  );

  it.effect("names every mistake of a file, each with its place", () =>
    Effect.gen(function* () {
      const lines = [
        row("a"),
        row("b", { target_direction: 2 }),
        '{"prompt":',
        row("c"),
        '{"target_direction":1}',
      ];

      expect((yield* refused({ "eval.jsonl": `${lines.join("\n")}\n` })).split("\n")).toEqual([
        "eval.jsonl:2:34: target_direction: expected -1, 0 or 1, got 2",
        "eval.jsonl:3:11: not JSON: it ends in the middle of a value",
        "eval.jsonl:5:1: prompt: is missing",
      ]);
    }),
  );

  it.effect.each([
    [10, 10, "eval.jsonl:11:34: target_direction: expected -1, 0 or 1, got 5"],
    [11, 11, "eval.jsonl: more of its lines are wrong"],
    [5000, 11, "eval.jsonl: more of its lines are wrong"],
  ] as ReadonlyArray<readonly [number, number, string]>)("tells of %i mistakes ten", ([wrong, told, last]) =>
    Effect.gen(function* () {
      const lines = Array.from({ length: wrong }, (_, i) => row(String(i), { target_direction: 5 }));
      const said = (yield* refused({ "eval.jsonl": `${[row("a"), ...lines].join("\n")}\n` })).split("\n");

      expect(said).toHaveLength(told);
      expect(said.at(-1)).toBe(last);
    }),
  );

  it.effect("tells a file whose first line is no JSON by that line alone", () =>
    Effect.gen(function* () {
      const said = yield* refused({ "eval.jsonl": "prompt,target_direction\na,1\nb,1\n" });

      expect(said).toBe('eval.jsonl:1:1: not JSON: expected a value, got "prompt"');
    }),
  );

  it.effect("names the mistakes of all files in one go, each once", () =>
    Effect.gen(function* () {
      const files = {
        "eval.jsonl": `${row("a", { target_direction: 3 })}\n`,
        "seen.jsonl": '{"prompt":1}\n{"prompt":"a"}\n{"prompt":2}\n',
        "cutoffs.yaml": "models: { a: soon }\n",
      };
      const told = [
        "eval.jsonl:1:34: target_direction: expected -1, 0 or 1, got 3",
        "seen.jsonl:1:11: prompt: expected a text, got 1",
        "seen.jsonl:3:11: prompt: expected a text, got 2",
        expect.stringMatching(/^cutoffs\.yaml:1:14: models\.a: expected a date/),
      ];
      expect((yield* refused(files)).split("\n")).toEqual(told);

      const inputs = { ...STUDY.inputs, oosControl: "seen.jsonl" };
      const layer = Layer.mergeAll(fakeInputs({ ...FILES, ...files }), fakeProgress().layer, seed);
      const run = load.run({ study: { ...STUDY, inputs } }, { blind: false });
      expect((yield* Effect.flip(Effect.provide(run, layer))).message.split("\n")).toEqual(told);
    }),
  );

  const warned = (evalSet: string) =>
    Effect.map(loaded({ "eval.jsonl": evalSet }), ({ warnings }) =>
      warnings.filter((warning) => warning.includes("which is not read")),
    );
  const dated = { metadata: { date: "2024-01-01" } };

  it.effect.each([
    [
      "metdata",
      `${row("a", dated)}\n${row("b", { metdata: dated.metadata })}\n${row("c", { metdata: {} })}\n`,
      ['eval.jsonl:2:46: 2 rows have "metdata", which is not read; did you mean "metadata"?'],
    ],
    [
      "metadata.dat",
      `${row("a", { metadata: { ticker: "X", dat: "2024-01-01" } })}\n`,
      ['eval.jsonl:1:67: 1 row has "metadata.dat", which is not read; did you mean "metadata.date"?'],
    ],
    [
      "a date beside the prompt",
      `${row("a", { date: "2024-01-01" })}\n${row("b", { Date: "2024-01-01", metadata: {} })}\n`,
      [
        'eval.jsonl:1:43: 1 row has "date", which is not read; dates are read from "metadata.date"',
        'eval.jsonl:2:43: 1 row has "Date", which is not read; dates are read from "metadata.date"',
      ],
    ],
    [
      "nothing beside the key that is read",
      `${row("a", { date: "x", dat: 1, metdata: {}, ...dated })}\n`,
      [],
    ],
    ["no metdata beside metadata", `${row("a", { metdata: {}, metadata: null })}\n`, []],
    [
      "no key of its owner's",
      `${row("a", { id: 7, meta: {}, data: {}, metadata: { rate: 0.05, data: "X", name: "2024" } })}\n`,
      [],
    ],
  ] as ReadonlyArray<readonly [string, string, ReadonlyArray<string>]>)(
    "warns once of %s",
    ([, evalSet, warnings]) =>
      Effect.gen(function* () {
        expect(yield* warned(evalSet)).toEqual(warnings);
      }),
  );

  it.effect("warns of a corpus whose keys are misspelt", () =>
    Effect.gen(function* () {
      const { warnings } = yield* loaded({ "seen.jsonl": '{"prompt":"a","date":"2020-01-01"}\n' });

      expect(warnings).toContain(
        'seen.jsonl:1:22: 1 row has "date", which is not read; dates are read from "metadata.date"',
      );
    }),
  );

  it.effect("keeps other keys of a row to their owner", () =>
    Effect.gen(function* () {
      const { evalSet } = yield* loaded({
        "eval.jsonl": `${row("a", { id: 7, metadata: { ticker: "X", __proto__: 1 } })}\n`,
      });

      expect(evalSet.date(0)).toBeNull();
    }),
  );

  it.effect("names a file that is missing", () =>
    Effect.gen(function* () {
      const study = { ...STUDY, inputs: { ...STUDY.inputs, isMemorized: "gone.jsonl" } };
      const layer = Layer.mergeAll(fakeInputs(FILES), fakeProgress().layer, seed);
      const error = yield* Effect.flip(Effect.provide(load.run({ study }, { blind: false }), layer));

      expect(error.message).toBe('Cannot read "gone.jsonl": there is no such file');
    }),
  );

  it.effect("names every mistake in the registry with its place", () =>
    Effect.gen(function* () {
      const registry = "models:\n  a: 2024-02-30\n  b: { dat: 2024-01-01 }\n  c: 5\n";

      expect((yield* refused({ "cutoffs.yaml": registry })).split("\n")).toEqual([
        expect.stringMatching(/^cutoffs\.yaml:2:6: models\.a: expected a date .*got "2024-02-30"$/),
        'cutoffs.yaml:3:8: models.b: unknown key "dat"; did you mean "date"?',
        expect.stringMatching(/^cutoffs\.yaml:4:6: models\.c: expected .*, got 5$/),
      ]);
    }),
  );

  it.effect("warns of few rows, of one direction's share and of prompts that repeat", () =>
    Effect.gen(function* () {
      const { warnings } = yield* loaded({
        "eval.jsonl": `${row("a")}\n${row("a")}\n${row("b")}\n`,
        "seen.jsonl": '{"prompt":"x"}\n{"prompt":"x"}\n{"prompt":"x"}\n',
      });

      expect(warnings).toEqual([
        '"eval.jsonl" has 3 rows; fewer than 100 leave wide intervals',
        '"eval.jsonl": one direction holds 100.0 % of the rows',
        '"eval.jsonl": 1 row repeats an earlier prompt',
        `"eval.jsonl": 0 of 3 ${NO_FORM}`,
        '"seen.jsonl": 2 rows repeat an earlier prompt',
      ]);
    }),
  );

  it.effect.each([
    ["DIRECTION and confidence", "Up?\nDirection: 1|0|-1", true],
    ["Give the direction", "How confident are you?", true],
    ['{"direction": 1, "confidence": 0.5}', "Directional call?\nCONFIDENCE: [0-1]", false],
    ["Direction: [1/-1/0]\nConfidence: [0.0-1.0]", "Up?", false],
  ] as const)("warns where most prompts do not ask for what is read: %j, %j", ([one, two, isWarned]) =>
    Effect.gen(function* () {
      const third = isWarned ? `${row("c")}\n` : "";
      const { warnings } = yield* loaded({ "eval.jsonl": `${row(one)}\n${row(two)}\n${third}` });

      expect(warnings.some((says) => says.includes("prompts ask for a direction"))).toBe(isWarned);
    }),
  );

  it.effect.each([
    ["seen?", "seen?", "unseen.jsonl", "seen.jsonl"],
    ["a b", "b b", "unseen.jsonl", "seen.jsonl"],
    ["a", "a b c", "seen.jsonl", "unseen.jsonl"],
  ] as const)("refuses corpora of which one holds the other: %s, %s", ([members, controls, held, by]) =>
    Effect.gen(function* () {
      expect(yield* refused({ "seen.jsonl": corpus(members), "unseen.jsonl": corpus(controls) })).toBe(
        `Cannot compare the corpora: every prompt of "${held}" stands in "${by}" too, so that no memory could show; name a memorised corpus from before the models' cutoffs and a control corpus from after`,
      );
    }),
  );

  it.effect("warns of prompts that stand in both corpora", () =>
    Effect.gen(function* () {
      const { warnings } = yield* loaded({ "seen.jsonl": corpus("a b c"), "unseen.jsonl": corpus("b d") });

      expect(warnings).toContain(
        '"unseen.jsonl": 1 row stands in "seen.jsonl" too, so that nothing tells the two apart there',
      );
    }),
  );

  it("reads the same prompts however the bytes are cut", async () => {
    const text = fc.string({ unit: "binary", minLength: 1 }).filter((prompt) => prompt.trim() !== "");
    const ends = fc.constantFrom("\n", "\r\n", "\n\n", " \r\n\n");
    const sets = fc.array(fc.tuple(text, ends, fc.constantFrom(-1, 0, 1)), { minLength: 1, maxLength: 8 });

    await fc.assert(
      fc.asyncProperty(sets, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (rows, piece, marked) => {
        const lines = rows.map(
          ([prompt, end, target_direction]) => `${row(prompt, { target_direction })}${end}`,
        );
        const file = `${marked ? "\uFEFF" : ""}${lines.join("")}`;

        const { evalSet } = await Effect.runPromise(loaded({ "eval.jsonl": file }, piece));

        expect(await Effect.runPromise(promptsOf(evalSet))).toEqual(rows.map(([prompt]) => prompt));
        expect([...evalSet.targets]).toEqual(rows.map(([, , target]) => target));
      }),
      { numRuns: 40 },
    );
  });

  it.effect("reads its prompts again over the borders of its blocks", () =>
    Effect.gen(function* () {
      const lengths = [10, 100_000, 200_000, 300_000, 5, 262_144, 1, 262_100, 7];
      const prompts = lengths.map((length, i) => `${i}é`.padEnd(length, "é"));
      const { evalSet } = yield* loaded({ "eval.jsonl": prompts.map((prompt) => row(prompt)).join("\n") });

      expect(yield* promptsOf(evalSet)).toEqual(prompts);
      expect(yield* promptsOf(evalSet)).toEqual(prompts);
    }),
  );

  it.effect.each([
    ["another prompt of the same length", (text: string) => text.replace("down?", "dawn?")],
    ["a row less", (text: string) => text.slice(0, text.indexOf("\n") + 1)],
    ["a row in front", (text: string) => `${row("new")}\n${text}`],
  ] as ReadonlyArray<readonly [string, (text: string) => string]>)(
    "stops where the file has changed meanwhile: %s",
    ([, change]) =>
      Effect.gen(function* () {
        const files: Record<string, string> = { ...FILES };
        const layer = Layer.mergeAll(fakeInputs(files), fakeProgress().layer, seed);
        const { evalSet } = yield* Effect.provide(load.run({ study: STUDY }, { blind: false }), layer);
        files["eval.jsonl"] = change(FILES["eval.jsonl"]);
        const error = yield* Effect.flip(Stream.runDrain(evalSet.prompts));

        expect(error.message).toBe('Cannot go on with "eval.jsonl": it changed while the run was reading it');
      }),
  );
});
