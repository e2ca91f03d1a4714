import { createHash } from "node:crypto";
import { Effect, Stream } from "effect";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import type { Answer, EvalRecord, Exchange, Report, RunAnalysis } from "../../../../plugins/contract/mod.ts";
import { catalogue } from "../../../../plugins/mod.ts";
import { html } from "../../../../plugins/report/html/mod.ts";
import { fileOf, PASSING, recordsOf, reportOf, UNCALIBRATED } from "../_golden.ts";
import { ANALYSED, UNKNOWN } from "../figures/_analysed.ts";

const HOSTILE = "<img src=x onerror=alert(1)>|=cmd()</script><script>alert(2)</script>";
const FEATURES = { loss: 0.5, min_k: -1.25, min_k_pp: 0.125, zlib_ratio: 0.01, ref_delta: null };
const READ: EvalRecord = {
  model: PASSING.model,
  promptHash: "0123456789abcdef",
  targetDirection: 1,
  date: "2024-01-02",
  tokens: 3,
  marks: ["no-reference"],
  pInterval: { lo: 0.125, hi: 0.375 },
  parseOk: true,
  predictedDirection: -1,
  rawConfidence: 0.75,
  penalizedConfidence: 0.5625,
  featuresRaw: FEATURES,
  featuresStandardised: FEATURES,
  pMemorized: 0.25,
};
const LOST: EvalRecord = {
  ...READ,
  tokens: null,
  marks: [],
  parseOk: false,
  featuresRaw: null,
  featuresStandardised: null,
  pMemorized: null,
  failReason: "timeout",
  excerpt: HOSTILE,
};

function answerOf(tokens: ReadonlyArray<string>, text = tokens.join("")): Answer {
  return {
    text,
    finishReason: "stop",
    run: {
      tokens,
      logprobs: Float64Array.from(tokens, (_, i) => -0.01 - (i % 5)),
      alternatives: new Float64Array(),
      ends: new Uint32Array(tokens.length),
    },
    usage: null,
    reported: { model: null, temperature: null, fingerprint: null },
  };
}

const ANALYSIS: RunAnalysis = {
  settings: { validation: "crossfit", permutations: 199, resamples: 1000 },
  instrument: { ok: false, reason: "the parrot came out clean", controls: [] },
  blind: { ok: false, reason: "not looked at" },
  models: [ANALYSED, UNKNOWN],
};

function pageOf(
  more: Partial<Omit<Report, "results" | "verdicts" | "order" | "gates">> = {},
  records = [READ, LOST],
  questions = true,
) {
  const results = [{ ...PASSING, records: recordsOf(records) }, UNCALIBRATED];
  const exchanges: Report["exchanges"] = () =>
    Stream.fromIterable(
      records.map(
        ({ tokens }): Exchange => ({
          prompt: `Which way? ${HOSTILE}`,
          answer: tokens === null ? null : answerOf(["Direction: ", "-1", HOSTILE]),
        }),
      ),
    );
  return fileOf(html.make({ questions }), reportOf(results, { analysis: ANALYSIS, exchanges, ...more }));
}

interface PageData {
  readonly questions: ReadonlyArray<string>;
  readonly models: ReadonlyArray<ReadonlyArray<Readonly<Record<string, unknown>>>>;
}

function dataOf(page: string): PageData {
  const { document } = parseHTML(page);
  return JSON.parse(document.querySelector("#records-data")?.textContent ?? "");
}

describe("html", () => {
  it("is in the catalogue, as default and by name", async () => {
    expect((await catalogue.report["html"]!()).default).toBe(html);
  });

  it("writes the same bytes twice, with no path, clock or address to fetch from", async () => {
    const page = await pageOf();
    expect(await pageOf()).toBe(page);
    expect(page).not.toMatch(/\b(?:src|href)="(?!#)/);
    expect(page).not.toMatch(/@import|url\((?!#)/);
  });

  it("runs and styles nothing but what its policy has the hash of", async () => {
    const page = await pageOf();
    const hashed = [...page.matchAll(/<(style|script)>(.*?)<\/\1>/gs)].map(
      ([, , text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
    );
    expect(hashed).toHaveLength(2);
    for (const hash of hashed) expect(page).toContain(hash);
    expect(page).not.toMatch(/ style=| on[a-z]+="/);
  });

  it("puts hostile names and texts in as text, wherever they come from", async () => {
    const page = await pageOf({
      known: [HOSTILE, null],
      analysis: { ...ANALYSIS, models: [{ ...ANALYSED, model: HOSTILE }, UNKNOWN] },
      provenance: {
        version: "1.2.3",
        seed: 1,
        config: { [HOSTILE]: HOSTILE },
        provider: { identity: HOSTILE, deterministic: true },
        plugins: [HOSTILE],
        inputs: [{ name: HOSTILE, bytes: 1, sha256: "00" }],
        warnings: [HOSTILE],
      },
    });
    expect(page).not.toContain("<img");
    expect(page.match(/<script/g)).toHaveLength(2);
    const { document } = parseHTML(page);
    expect([...document.querySelectorAll("img")]).toEqual([]);
    expect(document.querySelector("#warnings li")?.textContent).toBe(HOSTILE);
    expect(document.querySelector("#verdicts .truth")?.textContent).toContain(HOSTILE);
    const data = dataOf(page);
    expect(data.questions[0]).toBe(`Which way? ${HOSTILE}`);
    expect(data.models[0]?.[1]).toMatchObject({ a: HOSTILE });
  });

  it("opens a record to its tokens, log-probabilities and features, a failed one to what went wrong", async () => {
    const [read, lost] = dataOf(await pageOf()).models[0] ?? [];
    expect(read).toEqual({
      t: ["Direction: ", "-1", HOSTILE],
      l: [-1, -101, -201],
      f: [0.5, -1.25, 0.125, 0.01, null],
      s: [0.5, -1.25, 0.125, 0.01, null],
      p: [0.125, 0.375],
      c: "not asked",
      k: ["no-reference"],
    });
    expect(lost).toEqual({ a: HOSTILE, c: "the answer was not measured" });
  });

  it("holds the text of no question unless it is told to, but the hash of each", async () => {
    const page = await pageOf({}, [READ, LOST], false);
    expect(page).not.toContain("Which way?");
    expect(dataOf(page).questions).toEqual([
      "Row 1 of the eval set, prompt 0123456789abcdef",
      "Row 2 of the eval set, prompt 0123456789abcdef",
    ]);
  });

  it("says what is not there and why: an instrument that failed, a model without records, numbers without a value", async () => {
    const { document } = parseHTML(await pageOf());
    const text = (at: string) => document.querySelector(at)?.textContent ?? "";
    expect(text(".alarm")).toBe(
      "The instrument failed its check: the parrot came out clean. No number that rests on it may be used.",
    );
    expect(text("#records")).toContain("lab/unasked — no records: 12 of 50 control rows are valid.");
    expect(text("#warnings-table")).toContain("12 of 50 control rows are valid");
    expect(text("#numbers")).toContain("Cutoff: no training cutoff is known (lab/unasked)");
    expect(text("#ranking-table tfoot")).toMatch(/^\s*__majority_baseline__/);
  });

  it("holds what the run is made of, and how to make it again", async () => {
    const provenance = {
      version: "1.2.3",
      seed: 42,
      config: { models: { shortlist: ["a"] } },
      provider: { identity: "fake", deterministic: true },
      plugins: ["gates honest 1.0.0"],
      inputs: [{ name: "x.jsonl", bytes: 17, sha256: "ff00" }],
      warnings: ['"x.jsonl" has 2 rows'],
    };
    const { document } = parseHTML(await pageOf({ provenance }));
    const text = (at: string) => document.querySelector(at)?.textContent ?? "";
    expect(text("#provenance")).toContain("recall-guard 1.2.3 with seed 42");
    expect(text("#provenance .command")).toBe("recall-guard replay .");
    expect(text("#inputs-table tbody")).toContain("x.jsonl17ff00");
    expect(text("#config-table tbody")).toContain('models.shortlist[0]"a"');
    expect(text("#config-table tbody")).toContain("endpointfake");
    expect(text("#config-table tbody")).toContain("gates honest 1.0.0");
    expect(text("#warnings")).toContain('"x.jsonl" has 2 rows');
  });

  it("stays below 2 MB where answers are long, with the beginning of each, and says so", async () => {
    const tokens = Array.from({ length: 512 }, (_, i) => ` 決定${i}`);
    const records = Array.from({ length: 1320 }, () => READ);
    const exchanges = () =>
      Stream.fromIterable(records.map((): Exchange => ({ prompt: "Which way?", answer: answerOf(tokens) })));
    const page = await pageOf({ exchanges }, records);
    const [first] = dataOf(page).models[0] ?? [];

    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    expect(dataOf(page).models[0]).toHaveLength(1320);
    expect(first?.["t"]).toEqual(tokens.slice(0, 48));
    expect(first?.["m"]).toBe(512 - 48);
    expect(page).toContain("Answers are cut after 48 tokens, to keep the page below 2 MB.");
  });

  it("stays below 2 MB where every row has marks that are long", async () => {
    const marks = Array.from({ length: 60 }, (_, i) => `a-mark-that-is-long-${i}`);
    const records = Array.from({ length: 3000 }, (): EvalRecord => ({ ...READ, marks }));
    const page = await pageOf({}, records);

    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    expect(page).toContain("rows of each model are here");
  });

  it("stays below 2 MB where there are more rows than it holds, reading no more of them than it shows", async () => {
    let read = 0;
    const records = Array.from({ length: 100_000 }, () => READ);
    const exchanges = () =>
      Stream.mapEffect(Stream.range(1, records.length), (row) =>
        Effect.sync((): Exchange => {
          read++;
          return { prompt: `Question ${row}`, answer: answerOf(["Direction: ", "-1"]) };
        }),
      );
    const page = await pageOf({ exchanges }, records);
    const rows = dataOf(page).models[0]?.length ?? 0;

    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    expect(rows).toBeGreaterThan(1320);
    expect(read).toBeLessThan(2 * rows);
    expect(page).toMatch(/The first \d+ rows of each model are here; all of them stand in records\.jsonl\./);
  });
});
