import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Ajv } from "ajv";
import { DOMParser } from "linkedom";
import { beforeAll, describe, expect, it } from "vitest";
import { type Ended, ROOT, recallGuard } from "../support/cli.ts";
import { smallStudy } from "../support/small_study.ts";
import { readXml } from "../support/xml.ts";

const HOSTILE = "<img src=x onerror=alert(1)>|=cmd()";
const FORMULA = "=cmd()|'/c calc'!A1";
const MODELS = [HOSTILE, FORMULA, "plain"];
const ALL = "[terminal, records, summary, top3, statistics, json, junit, github]";

const parsed = (text: string) => JSON.parse(text);
const lines = (text: string) => text.trimEnd().split("\n");

/** First cells of a CSV file's rows, unquoted. */
const firstCells = (text: string) =>
  lines(text).map((line) =>
    /^(?:"((?:[^"]|"")*)"|([^,]*))/.exec(line)?.slice(1).join("").replaceAll('""', '"'),
  );

describe("a run whose models have hostile names", () => {
  const cwd = smallStudy({ models: MODELS, reports: ALL });
  const text = (name: string) => readFileSync(join(cwd, "out", name), "utf8");
  let ended: Ended;
  beforeAll(async () => {
    ended = await recallGuard(["run", "run.yaml", "--out", "out"], { cwd });
  });

  it("ends well", () => {
    expect([ended.code, ended.stderr.match(/fault|Cannot/)]).toEqual([0, null]);
  });

  it("shows each on its own line of the terminal", () => {
    const rows = lines(ended.stdout).filter((line) => line.startsWith("│"));

    for (const model of MODELS) expect(rows.filter((row) => row.includes(model))).toHaveLength(1);
    expect(ended.stdout.replaceAll("\n", "")).not.toMatch(/(?!\t)\p{Cc}/u);
  });

  it("keeps each whole in what machines read", () => {
    const models = new Set(lines(text("records.jsonl")).map((line) => parsed(line).model));

    expect([...models]).toEqual(MODELS);
    expect(parsed(text("analysis.json")).models.map(({ model }: { model: string }) => model)).toEqual(MODELS);
    expect(parsed(text("report.json")).models.map(({ model }: { model: string }) => model)).toEqual(MODELS);
  });

  it.each(["summary.csv", "statistics.csv"])("is no formula in %s", (name) => {
    expect(firstCells(text(name)).slice(1, 4)).toEqual([HOSTILE, `'${FORMULA}`, "plain"]);
  });

  it.each(["top3.md", "step_summary.md"])("is no markup in %s", (name) => {
    expect(text(name)).toContain("&lt;img src=x onerror=alert(1)&gt;\\|=cmd()");
    expect(text(name)).not.toContain("<img");
    const cells = lines(text(name)).filter((line) => line.startsWith("| "));
    for (const row of cells) expect(row.replaceAll("\\|", "").split("|")).toHaveLength(10);
  });

  it("is a name in junit.xml", () => {
    const root = readXml(text("junit.xml"));
    const document = new DOMParser().parseFromString(text("junit.xml"), "text/xml");

    expect(root.children.map(({ attributes }) => attributes["name"])).toEqual(MODELS);
    expect(document.querySelectorAll("img")).toHaveLength(0);
    expect(document.querySelectorAll("testsuite")).toHaveLength(MODELS.length);
  });

  it("is a title of GitHub's annotations", () => {
    const commands = lines(ended.stdout).filter((line) => line.startsWith("::"));

    expect(commands.length).toBeGreaterThanOrEqual(MODELS.length);
    for (const command of commands)
      expect(command).toMatch(/^::(error|warning|notice) title=[^:,]+%3A [\w-]+::./);
    for (const model of MODELS)
      expect(commands.some((line) => line.includes(` title=${model}%3A`))).toBe(true);
  });

  it("is in no file name", () => {
    expect(readdirSync(join(cwd, "out")).filter((name) => !/^[\w.]+$/.test(name))).toEqual([]);
  });

  it("writes a report.json that holds by the published schema", () => {
    const schema = parsed(readFileSync(join(ROOT, "configs/report.schema.json"), "utf8"));
    const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);

    expect([validate(parsed(text("report.json"))), validate.errors]).toEqual([true, null]);
    const { provenance } = parsed(text("report.json"));
    expect(provenance.inputs).toEqual(parsed(text("manifest.json")).inputs);
    expect(provenance.config).toMatchObject({ seed: 1, gates: { use: "honest" } });
    expect(Object.keys(provenance.config)).not.toContain("reports");
  });

  it("makes every file again in a replay", async () => {
    const { code, stdout, stderr } = await recallGuard(["replay", "out"], { cwd });

    expect([code, stderr]).toEqual([0, ""]);
    for (const name of ["report.json", "junit.xml", "step_summary.md"]) expect(stdout).toContain(name);
  });
});

const WRITER = (name: string, made: string) => `import { Effect, Stream } from "effect";
import { definePlugin, ReportError, Schema } from "recall-guard/plugin";
const full = Stream.fail(new ReportError({ message: "the disk is full" }));
export default definePlugin({
  kind: "report", name: "${name}", version: "1.0.0", options: Schema.Struct({}), make: () => (${made}),
});
`;

const WRITERS = {
  "half.ts": WRITER(
    "half",
    `{ files: () => Effect.succeed([
      { name: "first.txt", content: Stream.make("whole\\n") },
      { name: "second.txt", content: Stream.concat(Stream.make("half"), full) },
    ]) }`,
  ),
  "crash.ts": WRITER("crash", '{ files: () => { throw new Error("no luck"); } }'),
  "list.ts": WRITER("list", '{ files: () => Effect.succeed({ name: "z.txt" }) }'),
  "dim.ts": WRITER("dim", '{ screen: () => Effect.fail(new ReportError({ message: "the screen is dim" })) }'),
};

describe("a run with report writers that fail", () => {
  const cwd = smallStudy({
    models: ["plain"],
    reports: "[terminal, ./half.ts, summary, ./crash.ts, ./list.ts, ./dim.ts, records, junit]",
    files: WRITERS,
  });
  let ended: Ended;
  beforeAll(async () => {
    ended = await recallGuard(["run", "run.yaml", "--out", "out"], { cwd });
  });

  it("exits 1 and names each writer of files with its reason", () => {
    expect(ended.code).toBe(1);
    const said = lines(ended.stderr).filter((line) => line.startsWith("Report writer"));
    expect(said).toEqual([
      'Report writer "half" failed: the disk is full',
      'Report writer "crash" failed: no luck (crash.ts:5:116)',
      'Report writer "list" failed: expected a list of files, each with a name and a Stream of text as its content',
    ]);
  });

  it("keeps every other file whole, and no half of one", () => {
    const names = readdirSync(join(cwd, "out"));

    expect(names).toEqual(expect.arrayContaining(["summary.csv", "records.jsonl", "junit.xml", "first.txt"]));
    expect(names.filter((name) => name.endsWith(".partial") || name === "second.txt")).toEqual([]);
    expect(lines(readFileSync(join(cwd, "out/records.jsonl"), "utf8"))).toHaveLength(100);
    expect(readFileSync(join(cwd, "out/first.txt"), "utf8")).toBe("whole\n");
  });

  it("is not finished, and its record lists what was written", () => {
    const { written } = parsed(readFileSync(join(cwd, "out/run.json"), "utf8"));

    expect(existsSync(join(cwd, "out/manifest.json"))).toBe(false);
    expect(Object.keys(written)).toEqual([
      ...["shortlist.json", "calibrators.json", "first.txt", "summary.csv", "records.jsonl", "junit.xml"],
    ]);
    expect(ended.stderr.endsWith("\nGo on with: recall-guard run --resume out\n")).toBe(true);
  });

  it("shows what the other terminal writers drew", () => {
    expect(ended.stdout).toContain("__majority_baseline__");
    expect(ended.stderr).toContain('warning: Report writer "dim" failed: the screen is dim\n');
  });

  it("exits 0 where only a terminal writer fails, with a warning that the manifest keeps", async () => {
    const { code, stderr } = await recallGuard(
      ["run", "run.yaml", "--out", "dim", "--set", "reports=[./dim.ts, summary]"],
      { cwd },
    );
    const { warnings } = parsed(readFileSync(join(cwd, "dim/manifest.json"), "utf8"));

    expect(code).toBe(0);
    expect(stderr).toContain('warning: Report writer "dim" failed: the screen is dim\n');
    expect(warnings).toContain('Report writer "dim" failed: the screen is dim');
    expect(existsSync(join(cwd, "dim/summary.csv"))).toBe(true);
  });

  it("colours where it is told to, and the text stays the same", async () => {
    const drawn = (out: string, env: Readonly<Record<string, string>>) =>
      recallGuard(["run", "run.yaml", "--out", out, "--set", "reports=[terminal]"], { cwd, env });
    const [plain, colored, forbidden] = [
      await drawn("plain", {}),
      await drawn("colored", { FORCE_COLOR: "1" }),
      await drawn("forbidden", { FORCE_COLOR: "0" }),
    ];
    const table = ({ stdout }: Ended) => stdout.slice(0, stdout.indexOf("Artifacts:"));

    expect(table(plain)).not.toContain("\u001b");
    expect(table(colored)).toContain("\u001b[1mModel\u001b[22m");
    expect(stripVTControlCharacters(table(colored))).toBe(table(plain));
    expect(table(forbidden)).toBe(table(plain));
  });
});

describe("run --require-survivors", () => {
  it("ends with 6 where fewer models survive than are required, and writes everything", async () => {
    const cwd = smallStudy({ models: ["plain"], reports: "[terminal, top3]" });
    const run = (needed: string, out: string) =>
      recallGuard(["run", "run.yaml", "--out", out, "--require-survivors", needed], { cwd });
    const { code, stderr } = await run("2", "out");

    expect([code, stripVTControlCharacters(stderr)]).toEqual([
      6,
      expect.stringContaining(
        "no models survive the gates and --require-survivors wants 2; the reasons stand in the table and in top3.md",
      ),
    ]);
    expect(readdirSync(join(cwd, "out"))).toEqual(expect.arrayContaining(["manifest.json", "top3.md"]));
    expect((await run("none", "other")).code).toBe(2);
  });
});
