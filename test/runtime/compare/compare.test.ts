import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Either, Layer } from "effect";
import { DOMParser } from "linkedom";
import { describe, expect, it } from "vitest";
import { type Comparison, compare, comparisonHtml, sections } from "../../../runtime/compare/mod.ts";
import { holm } from "../../../stages/math/mod.ts";
import { folder } from "../../support/cli.ts";
import { pairedExample } from "../../support/paired_example.ts";
import { type WrittenRow, writtenRun } from "../../support/written_run.ts";

const layers = Layer.merge(NodeFileSystem.layer, NodePath.layer);
const compared = (a: string, b: string) => Effect.runPromise(Effect.provide(compare(a, b), layers));
const refused = async (a: string, b: string) => {
  const ended = await Effect.runPromise(Effect.either(Effect.provide(compare(a, b), layers)));
  if (Either.isRight(ended)) throw new Error("expected a refusal");
  return [ended.left._tag, ended.left.message.replaceAll(a, "A").replaceAll(b, "B")];
};

const two = (value: number) => String(value).padStart(2, "0");

/** Rows of a model that is right where it is told to be, four a date. */
const rowsOf = (model: string, hits: ReadonlyArray<number>, day = (i: number) => Math.floor(i / 4)) =>
  hits.map((hit, i): WrittenRow => {
    const date = `2024-${two(1 + Math.floor(day(i) / 28))}-${two(1 + (day(i) % 28))}`;
    return { model, prompt: `${i}`, predicted: hit === 1 ? 1 : -1, date };
  });
const modelIn = (found: Comparison, model: string) => found.models.find((other) => other.model === model);
const HITS = [1, 1, 0, 1, 0, 1, 1, 0];
const OTHERS = [1, 0, 0, 1, 0, 0, 1, 1];

describe("compare()", () => {
  it("finds paired what is lost unpaired: .52 last month, .55 today, correlation .8, 1,000 shared rows", async () => {
    const { hits, others } = pairedExample(1);
    const a = writtenRun({ rows: rowsOf("lab/one", Array.from(others)) });
    const b = writtenRun({ rows: rowsOf("lab/one", Array.from(hits)) });
    const test = modelIn(await compared(a, b), "lab/one")?.test.value;

    expect(test).toMatchObject({ rows: 1000, clusters: 250, a: 0.52, b: 0.55, method: "clustered-t" });
    expect(test?.correlation.value).toBeCloseTo(0.8, 2);
    expect(test?.p).toBeLessThan(0.01);
    expect(test?.unpairedP.value).toBeGreaterThan(0.05);
    expect(test?.difference).toBeCloseTo(0.03, 12);
    expect(test?.interval.value?.lo).toBeGreaterThan(0);
  });

  it("pairs by prompt, in whatever order the runs asked, and counts an unread answer as wrong", async () => {
    const rows = rowsOf("m", HITS);
    const unread = rows.map((row, i): WrittenRow => (i === 0 ? { ...row, predicted: null } : row));
    const found = await compared(writtenRun({ rows }), writtenRun({ rows: unread.toReversed() }));

    expect(modelIn(found, "m")?.test.value).toMatchObject({
      ...{ rows: 8, clusters: 2, a: 0.625, b: 0.5, difference: -0.125 },
    });
  });

  it("corrects p by Holm over the models that were tested", async () => {
    const a = writtenRun({ rows: [...rowsOf("x", HITS), ...rowsOf("y", OTHERS), ...rowsOf("old", HITS)] });
    const always = HITS.map(() => 1);
    const b = writtenRun({ rows: [...rowsOf("x", OTHERS), ...rowsOf("y", always), ...rowsOf("new", HITS)] });
    const { models } = await compared(a, b);
    const tested = models.flatMap(({ test }) => test.value ?? []);

    expect(models.map(({ model, in: where }) => [model, where])).toEqual([
      ["x", "both"],
      ["y", "both"],
      ["old", "a"],
      ["new", "b"],
    ]);
    expect(tested).toHaveLength(2);
    expect(tested.map(({ pHolm }) => pHolm)).toEqual(holm(tested.map(({ p }) => p)));
  });

  it("pairs a prompt asked twice in its order, and leaves out rows whose target or date changed", async () => {
    const rows = rowsOf("m", HITS).map((row, i) => ({ ...row, prompt: i < 2 ? "same" : row.prompt }));
    const changed = rows.map((row, i): WrittenRow => {
      if (i === 1) return { ...row, predicted: -1 };
      if (i === 2) return { ...row, target: 0 };
      return i === 3 ? { ...row, date: null } : row;
    });
    const found = modelIn(await compared(writtenRun({ rows }), writtenRun({ rows: changed })), "m");

    expect(found?.rows).toEqual({ a: 8, b: 8, shared: 8, changed: 2, after: 6, undated: 0 });
    expect(found?.test.value).toMatchObject({ rows: 6, a: 4 / 6, b: 3 / 6 });
  });

  it.each<readonly [why: string, a: ReadonlyArray<WrittenRow>, b: ReadonlyArray<WrittenRow>]>([
    [
      "the runs share no prompt",
      rowsOf("m", HITS),
      rowsOf("m", HITS).map((row) => ({ ...row, prompt: `x${row.prompt}` })),
    ],
    [
      "8 shared rows on one date: at least two dates are needed",
      rowsOf("m", HITS, () => 0),
      rowsOf("m", OTHERS, () => 0),
    ],
    ["every shared prompt has another target or date", rowsOf("m", HITS), rowsOf("m", HITS, () => 30)],
    ["A asked it no question", [], rowsOf("m", HITS)],
    ["B asked it no question", rowsOf("m", HITS), []],
  ])("gives null and a reason: %s", async (reason, a, b) => {
    const shortlist = ["m"];
    const found = await compared(writtenRun({ rows: a, shortlist }), writtenRun({ rows: b, shortlist }));

    expect(modelIn(found, "m")?.test).toEqual({ value: null, reason });
  });

  it("tells a model that a run does not have from one that its smoke test left out", async () => {
    const config = { models: { candidates: ["kept", "dropped"] } };
    const names = ["kept", "dropped", "gone"];
    const a = writtenRun({ rows: names.flatMap((name) => rowsOf(name, HITS)) });
    const b = writtenRun({ rows: rowsOf("kept", HITS), manifest: { config } });
    const found = await compared(a, b);

    expect(modelIn(found, "dropped")?.test.reason).toBe("B left the model out after the smoke test");
    expect(modelIn(found, "gone")?.test.reason).toBe("the model is only in A");
  });

  it("says what is missing where a run wrote no records or no statistics", async () => {
    const a = writtenRun({ rows: rowsOf("m", HITS), judgements: { m: {} } });
    const b = writtenRun({ shortlist: ["m"] });
    const found = await compared(a, b);

    expect(modelIn(found, "m")?.test.reason).toBe(
      `"${b}" has no records.jsonl, which the report writer "records" writes`,
    );
    expect(found.notes).toEqual([
      `Verdicts, tiers and ranks are not compared: "${b}" has no analysis.json, which the report writer "statistics" writes`,
    ]);
  });

  it("says of a place that it was among other models", async () => {
    const y = rowsOf("y", HITS);
    const found = await compared(
      writtenRun({ rows: [...rowsOf("x", HITS), ...y], judgements: { x: { tier: 1 }, y: { tier: 2 } } }),
      writtenRun({ rows: y, judgements: { y: { tier: 1 } } }),
    );
    const lines = sections(found).flatMap(({ lines }) => lines);
    expect(lines).toContain("y: the tier was 2 and is 1, among other models");
    expect(lines).toContain("y: the rank was 2 and is 1, among other models");
  });

  it("finds changes of verdict, recall, tier, rank and survival", async () => {
    const rows = [...rowsOf("x", HITS), ...rowsOf("y", HITS)];
    const was = { x: { verdict: "detected", tier: 1 }, y: { tier: 2, survives: false } };
    const is = { y: { tier: 1 }, x: { verdict: "bounded", recall: "no", tier: 1 } };
    const found = await compared(
      writtenRun({ rows, judgements: was }),
      writtenRun({ rows, judgements: is, gates: "classic" }),
    );

    expect(modelIn(found, "x")).toMatchObject({
      verdict: { a: "detected", b: "bounded", changed: true },
      outcomeRecall: { a: "unknown", b: "no", changed: true },
      tier: { a: 1, b: 1, changed: false },
      rank: { a: 1, b: 2, changed: true },
    });
    expect(modelIn(found, "y")).toMatchObject({
      tier: { a: 2, b: 1, changed: true },
      rank: { a: null, b: 1, changed: false },
      survives: { a: false, b: true, changed: true },
    });
    expect(
      sections(found).find(({ title }) => title === "What changed, and what cannot be told")?.lines,
    ).toEqual([
      "x: no interval, the runs are equally right on every date",
      "x: the verdict was detected and is bounded",
      "x: outcome recall was unknown and is no",
      "x: the rank was 1 and is 2",
      "y: no interval, the runs are equally right on every date",
      "y: the tier was 2 and is 1",
      "y: now passes the gates",
      "Ranks and scores are by two gate sets, honest in A and classic in B",
    ]);
  });

  it("ranks the survivors only, whatever a gate set removed before them", async () => {
    const rows = [...rowsOf("x", HITS), ...rowsOf("y", HITS)];
    const run = writtenRun({ rows, judgements: { y: { survives: false }, x: {} } });
    const found = await compared(run, run);

    expect([modelIn(found, "x")?.rank.a, modelIn(found, "y")?.rank.a]).toEqual([1, null]);
  });

  it("names every value of the config, input, plugin and version that is another", async () => {
    const a = writtenRun({
      manifest: {
        config: { seed: 1, calibration: { min_auc: 0.6 }, reference_model: "r" },
        inputs: [{ name: "eval.jsonl", bytes: 1, sha256: "aa" }],
        plugins: { gates: { name: "honest", version: "1.0.0" } },
      },
    });
    const b = writtenRun({
      manifest: {
        config: { seed: 2, calibration: { min_auc: 0.7 } },
        inputs: [{ name: "eval.jsonl", bytes: 1, sha256: "bb" }],
        plugins: { gates: { name: "honest", version: "1.1.0" } },
        recall_guard: "0.2.0",
      },
    });
    const found = await compared(a, b);

    expect(found.config).toEqual([
      { path: "seed", was: "1", is: "2" },
      { path: "calibration.min_auc", was: "0.6", is: "0.7" },
      { path: "reference_model", was: '"r"', is: null },
    ]);
    expect(found.inputs).toEqual([{ path: "eval.jsonl", was: "aa", is: "bb" }]);
    expect(found.plugins).toEqual([{ path: "gates.version", was: '"1.0.0"', is: '"1.1.0"' }]);
    expect(found.versions).toEqual([{ path: "recall_guard", was: '"0.1.0"', is: '"0.2.0"' }]);
  });
});

const section = (found: Comparison, title: string) => {
  const { rows, lines } = sections(found).find((one) => one.title === title) ?? { rows: [], lines: [] };
  return [rows, lines];
};

describe("compare() after the cutoff", () => {
  const PAST = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 1 : 0));
  const date = (i: number, year: number) => `${year}-${two(1 + (i % 12))}-${two(1 + (i % 28))}`;
  const dated = (hits: ReadonlyArray<number>, year: number, from = 0) =>
    hits.map((hit, i): WrittenRow => {
      return { model: "m", prompt: `${from + i}`, predicted: hit === 1 ? 1 : -1, date: date(i, year) };
    });
  const both = (past: ReadonlyArray<number>, future: ReadonlyArray<number>) => [
    ...dated(past, 2022),
    ...dated(future, 2024, 1000),
  ];
  const FELL = PAST.map((hit, i) => (i % 10 === 0 ? 0 : hit));
  const ALL_KNOWN = PAST.map(() => 1);

  it("does not take what a model additionally read before its cutoff for skill", async () => {
    const found = await compared(
      writtenRun({ rows: both(PAST, PAST) }),
      writtenRun({ rows: both(ALL_KNOWN, FELL) }),
    );
    const model = modelIn(found, "m");

    expect(model?.cutoff).toBe("2023-12-31");
    expect(model?.rows).toEqual({ a: 400, b: 400, shared: 400, changed: 0, after: 200, undated: 0 });
    expect(model?.test.value).toMatchObject({ rows: 200, a: 0.5, b: 0.4 });
    expect(model?.test.value?.difference).toBeCloseTo(-0.1, 12);
    expect(model?.test.value?.interval.value?.hi).toBeLessThan(0);
    expect(model?.allRows.value).toMatchObject({ rows: 400, a: 0.5, b: 0.7 });
    expect(model?.allRows.value?.p).toBeLessThan(0.001);
    expect(model?.allRows.value).not.toHaveProperty("pHolm");
    expect(section(found, "Models")).toEqual([
      [
        expect.arrayContaining(["m", "after the cutoff", "200"]),
        expect.arrayContaining(["all, memory included", "400", "—"]),
      ],
      [
        "all, memory included: rows that the model may have read count too, so that a difference there is no sign of skill",
      ],
    ]);
  });

  it("goes by the later of the two cutoffs", async () => {
    const rows = both(PAST, PAST);
    const early = writtenRun({ rows, cutoffs: { m: "2021-06-30" } });
    const late = writtenRun({ rows, cutoffs: { m: "2023-06" } });

    for (const [a, b] of [[early, late] as const, [late, early] as const]) {
      expect(modelIn(await compared(a, b), "m")).toMatchObject({
        cutoff: "2023-06-30",
        rows: { after: 200 },
      });
    }
  });

  it("counts the day of the cutoff as read", async () => {
    const rows = rowsOf("m", HITS);
    const run = writtenRun({ rows, cutoffs: { m: "2024-01-01" } });

    expect(modelIn(await compared(run, run), "m")?.test.reason).toBe(
      "4 shared rows after its cutoff (2024-01-01) on one date: at least two dates are needed",
    );
  });

  it("shows once what is the same, where every shared row lies after the cutoff", async () => {
    const found = await compared(
      writtenRun({ rows: rowsOf("m", HITS) }),
      writtenRun({ rows: rowsOf("m", OTHERS) }),
    );

    expect(modelIn(found, "m")?.test.value?.rows).toBe(8);
    expect(modelIn(found, "m")?.allRows).toEqual({
      value: null,
      reason: "every shared row lies after the cutoff",
    });
    expect(section(found, "Models")[0]).toHaveLength(1);
    expect(section(found, "Models")[1]).toEqual([]);
  });

  const undated = rowsOf("m", HITS).map((row) => ({ ...row, date: null }));
  const UNREAD = "keeps no registry of cutoffs that its run has read";

  it.each<readonly [why: string, rows: ReadonlyArray<WrittenRow>, cutoffs: Readonly<Record<string, string>>]>(
    [
      ["no shared row lies after its cutoff (2024-06-30)", rowsOf("m", HITS), { m: "2024-06-30" }],
      ["no shared row has a date, so that none is known to lie after its cutoff (2023-12-31)", undated, {}],
      [
        "no shared row is known to lie after its cutoff (2024-06-30), 8 having no date",
        [...rowsOf("m", HITS), ...undated.map((row) => ({ ...row, prompt: `x${row.prompt}` }))],
        { m: "2024-06-30" },
      ],
    ],
  )("gives no number but a reason, all rows beside it: %s", async (reason, rows, cutoffs) => {
    const run = writtenRun({ rows, cutoffs });
    const found = await compared(run, run);

    expect(modelIn(found, "m")?.test).toEqual({ value: null, reason });
    expect(modelIn(found, "m")?.allRows.value?.rows).toBe(rows.length);
    expect(section(found, "Models")[0]).toEqual([
      ["m", "after the cutoff", ...Array.from({ length: 8 }, () => "—")],
      expect.arrayContaining(["all, memory included", `${rows.length}`]),
    ]);
    expect(section(found, "What changed, and what cannot be told")[1]).toContain(
      `m: not compared, ${reason}`,
    );
  });

  it("counts rows without a date as after the cutoff where a run's eval set says so of all its rows", async () => {
    const all = { rows: undated, cutoffs: { m: "2024-06-30" } };
    const found = await compared(writtenRun({ ...all, header: "2024-06-30" }), writtenRun(all));
    const early = writtenRun({ ...all, header: "2024-06-29" });

    expect(modelIn(found, "m")?.rows).toMatchObject({ after: 8, undated: 0 });
    expect(modelIn(found, "m")?.test.value?.rows).toBe(8);
    expect(modelIn(await compared(early, early), "m")?.test.reason).toBe(
      "no shared row has a date, so that none is known to lie after its cutoff (2024-06-30)",
    );
  });

  it("says which run does not tell the cutoff", async () => {
    const rows = rowsOf("m", HITS);
    const good = writtenRun({ rows });
    const none = writtenRun({ rows, cutoffs: null });
    const other = writtenRun({ rows, shortlist: ["m"], manifest: { config: { inputs: {} } } });
    const unknown = writtenRun({ rows, registered: ["n"] });
    const reasonOf = async (a: string, b: string) => modelIn(await compared(a, b), "m")?.test.reason;

    expect(await reasonOf(good, none)).toBe(`its cutoff is not known, "${none}" ${UNREAD}`);
    expect(await reasonOf(other, good)).toBe(`its cutoff is not known, "${other}" ${UNREAD}`);
    expect(await reasonOf(good, unknown)).toBe("its cutoff is not known, it is not in the registry of B");
  });

  it("tells how many rows without a date count for all rows only", async () => {
    const rows = [...rowsOf("m", HITS), ...undated.map((row) => ({ ...row, prompt: `x${row.prompt}` }))];
    const found = await compared(writtenRun({ rows }), writtenRun({ rows }));

    expect(modelIn(found, "m")?.rows.after).toBe(8);
    expect(section(found, "What changed, and what cannot be told")[1]).toContain(
      "m: 8 shared rows without a date do not count as after the cutoff",
    );
  });

  it("corrects p by Holm over the tests after the cutoff alone", async () => {
    const named = (model: string, rows: ReadonlyArray<WrittenRow>) => rows.map((row) => ({ ...row, model }));
    const rowsOfAll = (rows: ReadonlyArray<WrittenRow>) =>
      ["x", "y", "old"].flatMap((name) => named(name, rows));
    const cutoffs = { old: "2025-01-01" };
    const found = await compared(
      writtenRun({ rows: rowsOfAll(both(PAST, PAST)), cutoffs }),
      writtenRun({ rows: rowsOfAll(both(ALL_KNOWN, FELL)), cutoffs }),
    );
    const tests = found.models.flatMap(({ test }) => test.value ?? []);

    expect(tests).toHaveLength(2);
    expect(tests.map(({ pHolm }) => pHolm)).toEqual(holm(tests.map(({ p }) => p)));
  });

  it("refuses a registry that is not what the run read", async () => {
    const run = writtenRun({ rows: rowsOf("m", HITS) });
    writeFileSync(join(run, "inputs/cutoffs.yaml"), '{"models":{"m":"2020-01-01"}}');

    expect(await refused(run, run)).toEqual([
      "ReplayMismatch",
      'Cannot compare "A": "A/inputs/cutoffs.yaml" is not what the run read; it has other bytes, or none',
    ]);
  });
});

describe("compare() of lists", () => {
  const use = (name: string, options: object = {}) => ({ use: name, with: options });
  const made = (name: string, version = "1.0.0") => ({ name, version, use: name });
  const run = (reports: ReadonlyArray<object>, more: object = {}, plugins: ReadonlyArray<object> = []) =>
    writtenRun({ manifest: { config: { reports, ...more }, plugins: { reports: plugins } } });

  it("goes by the names of reports, stages and models, wherever they stand", async () => {
    const a = run(
      [use("terminal"), use("html", { questions: false }), use("./desk.ts", { channel: "macro" })],
      { models: { candidates: ["one", "two"] }, stages: [use("load"), use("rank"), use("report")] },
      [made("terminal"), made("html"), made("./desk.ts", "0.1.0")],
    );
    const b = run(
      [use("json"), use("./desk.ts", { channel: "rates" }), use("junit"), use("html", { questions: true })],
      { models: { candidates: ["two", "three"] }, stages: [use("load"), use("report"), use("rank")] },
      [made("json"), made("./desk.ts", "0.2.0"), made("junit"), made("html")],
    );
    const found = await compared(a, b);

    expect(found.config).toEqual([
      { path: "reports[html].with.questions", was: "false", is: "true" },
      { path: "reports[./desk.ts].with.channel", was: '"macro"', is: '"rates"' },
    ]);
    expect(found.lists).toEqual([
      { path: "reports", onlyA: ["terminal"], onlyB: ["json", "junit"], isReordered: true },
      { path: "models.candidates", onlyA: ["one"], onlyB: ["three"], isReordered: false },
      { path: "stages", onlyA: [], onlyB: [], isReordered: true },
    ]);
    expect(found.plugins).toEqual([{ path: "reports[./desk.ts].version", was: '"0.1.0"', is: '"0.2.0"' }]);
    expect(section(found, "Config")[1]).toEqual([
      "reports: terminal only in A",
      "reports: json, junit only in B",
      "reports: the others in another order",
      "models.candidates: one only in A",
      "models.candidates: three only in B",
      "stages: in another order",
    ]);
  });

  it("tells two of one name apart, and a list from none", async () => {
    const twice = [use("html"), use("html", { questions: true })];
    const a = run(twice, { models: { candidates: ["one"] }, tags: [] });
    const b = run([use("html")], { models: { shortlist: ["one"] }, tags: null });
    const found = await compared(a, b);

    expect(found.config).toEqual([{ path: "tags", was: "[]", is: "null" }]);
    expect(section(found, "Config")[1]).toEqual([
      "reports: html (2) only in A",
      "models.candidates: one only in A",
      "models.shortlist: one only in B",
    ]);
  });

  it("goes by the place where what a list holds has no name", async () => {
    const found = await compared(
      run([], { reads: [{ file: "a" }, { file: "b" }], sizes: [1, 2] }),
      run([], { reads: [{ file: "a" }], sizes: [1, 3] }),
    );

    expect(found.config).toEqual([
      { path: "reads[1].file", was: '"b"', is: null },
      { path: "sizes[1]", was: "2", is: "3" },
    ]);
    expect(found.lists).toEqual([]);
  });
});

describe("compare() of a run by another seed", () => {
  const run = (seed: number, identity: string, config: object = {}) =>
    writtenRun({
      manifest: { config: { seed, ...config }, provider: { identity, deterministic: true, known: {} } },
    });
  const FOLLOWS = "The provider is another with the seed: its options, plugin and inputs are the same";

  it("says that what answers follows from the seed", async () => {
    const found = await compared(run(1, "embedded x"), run(2, "embedded y"));

    expect(section(found, "Versions")).toEqual([[["provider", '"embedded x"', '"embedded y"']], [FOLLOWS]]);
  });

  it("does not where the seed is the same, or more of the provider is another", async () => {
    const same = await compared(run(1, "embedded x"), run(1, "embedded y"));
    const more = await compared(
      run(1, "embedded x", { provider: { use: "a" } }),
      run(2, "embedded y", { provider: { use: "b" } }),
    );

    expect([section(same, "Versions")[1], section(more, "Versions")[1]]).toEqual([[], []]);
  });
});

describe("compare() refuses in one sentence", () => {
  const good = writtenRun({ rows: rowsOf("m", HITS), judgements: { m: {} } });

  it("what is no run directory", async () => {
    const empty = folder();
    const absent = join(empty, "absent");

    expect(await refused(empty, good)).toEqual([
      "ConfigError",
      'Cannot compare "A": it holds no run (no manifest.json)',
    ]);
    expect(await refused(good, absent)).toEqual([
      "ConfigError",
      'Cannot compare "B": it holds no run (there is no such directory)',
    ]);
  });

  it("a run that is not finished", async () => {
    const unfinished = folder({ "run.json": "{}" });

    expect(await refused(good, unfinished)).toEqual([
      "ConfigError",
      'Cannot compare "B": the run in it is not finished; go on with it: recall-guard run --resume "B"',
    ]);
  });

  it("a file that was changed or taken away, and a manifest that is none", async () => {
    const changed = writtenRun({ rows: rowsOf("m", HITS) });
    appendFileSync(join(changed, "records.jsonl"), "\n");
    const gone = writtenRun({ rows: rowsOf("m", HITS), judgements: { m: {} } });
    rmSync(join(gone, "analysis.json"));
    const broken = writtenRun({});
    writeFileSync(join(broken, "manifest.json"), "{}");

    expect(await refused(changed, good)).toEqual([
      "ReplayMismatch",
      'Cannot compare "A": "A/records.jsonl" is not what the run wrote; it has other bytes, or none',
    ]);
    expect((await refused(gone, good))[1]).toContain('"A/analysis.json" is not what the run wrote');
    expect(await refused(broken, good)).toEqual([
      "ReplayMismatch",
      'Cannot compare "A": manifest.json is not as a run of this version writes it',
    ]);
  });

  it("a manifest that is a folder", async () => {
    const odd = folder();
    mkdirSync(join(odd, "manifest.json"));

    const [tag, message = ""] = await refused(odd, good);
    expect(tag).toBe("ConfigError");
    expect(message).toMatch(/^Cannot compare "A": it holds no finished run \(manifest\.json: /);
  });
});

describe("comparisonHtml()", () => {
  const HOSTILE = '<img src=x onerror=alert(1)>|=cmd()"\u001b[31m';

  it("is a page without scripts or loads, and every text is text", async () => {
    const judged = (verdict: string) => ({ [HOSTILE]: { verdict } });
    const a = writtenRun({
      rows: rowsOf(HOSTILE, HITS),
      judgements: judged("detected"),
      manifest: { config: { note: "</style><script>" } },
    });
    const b = writtenRun({ rows: rowsOf(HOSTILE, OTHERS), judgements: judged("bounded") });
    const page = comparisonHtml(await compared(a, b));
    const document = new DOMParser().parseFromString(page, "text/html");

    expect(document.querySelectorAll("img, script, link, iframe")).toHaveLength(0);
    expect(page).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(document.querySelector("tbody th")?.textContent).toBe(
      '<img src=x onerror=alert(1)>|=cmd()"\\u{1b}[31m',
    );
    expect(document.querySelector("meta[http-equiv]")?.getAttribute("content")).toContain(
      "default-src 'none'",
    );
    expect([...document.querySelectorAll("h2")].map((heading) => heading.textContent)).toEqual([
      ...[
        "Models",
        "Judgements",
        "What changed, and what cannot be told",
        "Config",
        "Inputs",
        "Plugins",
        "Versions",
      ],
    ]);
  });
});
