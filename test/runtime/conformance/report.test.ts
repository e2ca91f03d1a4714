import { Effect, Stream } from "effect";
import { describe, expect, it } from "vitest";
import { definePlugin, type Report, type ReportWriter, Schema } from "../../../plugins/contract/mod.ts";
import { catalogue } from "../../../plugins/mod.ts";
import { reportChecks } from "../../../runtime/conformance/promise.ts";
import desk from "../../fixtures/plugins/report.ts";
import { expectSound, said } from "./_said.ts";

const writerOf = (make: () => ReportWriter) =>
  definePlugin({ kind: "report", name: "desk", version: "1.0.0", options: Schema.Struct({}), make });

/** A writer of one file. */
const filing = (name: string, text: (report: Report) => string) =>
  writerOf(() => ({
    files: (report) => Effect.sync(() => [{ name, content: Stream.make(text(report)) }]),
  }));

const sentence = (plugin: object, name: string, options: unknown = {}) =>
  said(reportChecks(plugin as never, { options }), name);

describe("a sound report writer", () => {
  it.each(Object.entries(catalogue.report))("%s passes", async (_, bring) => {
    const { default: plugin } = await bring();

    await expectSound(reportChecks(plugin));
  });

  it("with options passes", async () => {
    await expectSound(reportChecks(desk, { options: { channel: "macro" } }));
  });
});

describe("a broken report writer", () => {
  it.each([
    [{}, "its default export is not made by definePlugin"],
    [{ ...desk, kind: "gates" }, "it is a gate set, and a report writer is expected here"],
    [
      { ...desk, version: "" },
      'its default export is not made by definePlugin: expected a text as its "version"',
    ],
  ])("is none that a config can name: %o", async (plugin, why) => {
    expect(await sentence(plugin, "is a report writer that a config can name")).toBe(
      `Cannot use the report writer: ${why}`,
    );
  });

  it("does not take the sample's options", async () => {
    expect(await sentence(desk, "takes the sample's options", { channel: 1 })).toBe(
      'Report writer "desk" does not take the sample\'s options: channel: expected a text, got 1',
    );
  });

  it("takes an option that it does not know", async () => {
    const open = { ...desk, options: Schema.Record({ key: Schema.String, value: Schema.Unknown }) };

    expect(await sentence(open, "refuses an option that it does not know")).toBe(
      'Report writer "desk" takes an option that it does not know, so a misspelt one would go unnoticed; make its options a Schema.Struct of the keys it has',
    );
  });

  it("gives nothing", async () => {
    expect(
      await sentence(
        writerOf(() => ({})),
        "gives files or text for the terminal",
      ),
    ).toBe('Report writer "desk" cannot be made: make gave an object with neither "files" nor "screen"');
  });

  it.each([
    [
      "crashes where a number is missing",
      filing("a.txt", ({ results }) =>
        results.map(({ rawAccuracy }) => rawAccuracy!.point.toFixed(2)).join(),
      ),
      /^Report writer "desk" crashes on a report on models that could not be calibrated, with null where a number is missing: TypeError: .*null.*; what it cannot write, it says in a ReportError$/,
    ],
    [
      "fails for no reason",
      writerOf(() => ({ screen: () => Effect.fail("no luck") as never })),
      /^Report writer "desk" fails on a report on two models: no luck$/,
    ],
    [
      "writes what is no text",
      writerOf(() => ({
        files: () => Effect.succeed([{ name: "a.txt", content: Stream.make(1 as never) }]),
      })),
      /^Report writer "desk" crashes on a report on two models: TypeError: the content of a\.txt has to be texts;/,
    ],
  ])("%s", async (_, plugin, says) => {
    expect(await sentence(plugin, "writes every report that a run may give")).toMatch(says);
  });

  it.each([
    ["../up.txt", 'names a file "../up.txt": expected a file name, in one folder at most'],
    ["run.json", 'names a file "run.json": the run keeps a file of that name'],
    ["manifest.json", 'names a file "manifest.json": the run keeps a file of that name'],
  ])("names a file %s", async (name, why) => {
    const says = await sentence(
      filing(name, () => ""),
      "names its files so that they stay in the run directory",
    );

    expect(says).toBe(`Report writer "desk" ${why}; for a file a model, use fileName of recall-guard`);
  });

  it("names a file by a model", async () => {
    const plugin = writerOf(() => ({
      files: ({ results }) =>
        Effect.succeed(results.map(({ model }) => ({ name: `${model}.txt`, content: Stream.make("") }))),
    }));

    expect(await sentence(plugin, "names its files so that they stay in the run directory")).toBe(
      'Report writer "desk" names a file "../../up\\",x\\nforged line \\u001b[31mred.txt": expected a file name, in one folder at most; for a file a model, use fileName of recall-guard',
    );
  });

  it("names two files alike", async () => {
    const files = ["a.txt", "A.txt"].map((name) => ({ name, content: Stream.make("") }));
    const plugin = writerOf(() => ({ files: () => Effect.succeed(files) }));

    expect(await sentence(plugin, "names its files so that they stay in the run directory")).toBe(
      'Report writer "desk" names two files "A.txt"',
    );
  });

  it.each([
    ["the clock", () => new Date().toISOString().slice(0, 10)],
    ["the clock without new", () => Date().slice(0, 15)],
    ["now", () => String(Math.floor(Date.now() / 86_400_000))],
    ["dice", () => String(Math.random() < 0.5)],
  ])("writes what %s says", async (_, text) => {
    expect(await sentence(filing("a.txt", text), "writes the same on another day")).toBe(
      'Report writer "desk" writes a.txt another time on another day; make it of the report alone, without clock or dice',
    );
  });

  it("sorts the report in place", async () => {
    const plugin = filing("a.txt", ({ order }) => {
      (order as Array<number>).sort((a, b) => b - a);
      return "";
    });

    expect(await sentence(plugin, "leaves the report as it is")).toBe(
      'Report writer "desk" changes order[0] of the report, which other writers read; copy what it changes',
    );
  });

  it.each([
    [({ results }: Report) => `${results.map(({ mcsAuc }) => Number(mcsAuc?.point))}`, "NaN"],
    [({ results }: Report) => `a\n${results.map(({ mcsAuc }) => String(mcsAuc?.point))}`, "undefined"],
    [({ majority }: Report) => `${majority}`, "[object Object]"],
  ])("writes what is no number: %o", async (text, word) => {
    const line = word === "undefined" ? 2 : 1;

    expect(await sentence(filing("a.txt", text), "writes no NaN and no undefined")).toBe(
      `Report writer "desk" writes "${word}" on line ${line} of a.txt; where there is no number, write nothing, null or a dash, and the reason`,
    );
  });

  const raw = ({ results }: Report) => results.map(({ model }) => model).join("\n");

  it.each([
    [
      "a.txt",
      "lets a model's name steer the terminal; write control characters out, such as with JSON.stringify",
    ],
    ["a.csv", "lets a model's name become a formula; put ' before a cell that begins with = + - or @"],
    ["a.jsonl", "writes what is no JSON on line 1 of a.jsonl; use JSON.stringify"],
  ])("lets names through into %s", async (name, why) => {
    expect(await sentence(filing(name, raw), "is not led astray by a model's name")).toContain(
      `Report writer "desk" ${why}`,
    );
  });

  const visible = (report: Report) => raw(report).replaceAll("\u001b", "");

  it.each([
    [
      "a.md",
      "lets a model's name begin a line of its own; write line breaks out, such as with JSON.stringify (a.md)",
    ],
    ["a.html", "lets a model's name become markup; escape & and < (a.html)"],
  ])("lets names without an escape through into %s", async (name, why) => {
    expect(await sentence(filing(name, visible), "is not led astray by a model's name")).toBe(
      `Report writer "desk" ${why}`,
    );
  });

  it("lets names through to the terminal", async () => {
    const plugin = writerOf(() => ({ screen: (report) => Effect.sync(() => raw(report)) }));

    expect(await sentence(plugin, "is not led astray by a model's name")).toContain("(the screen)");
  });
});
