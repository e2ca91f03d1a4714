import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Ended, recallGuard } from "../support/cli.ts";
import { smallStudy } from "../support/small_study.ts";

const WRITER = (files: string) => `import { Effect, Stream } from "effect";
import { definePlugin, ReportError, Schema } from "recall-guard/plugin";
const full = Stream.fail(new ReportError({ message: "the disk is full" }));
export default definePlugin({
  kind: "report", name: "desk", version: "1.0.0", options: Schema.Struct({}),
  make: () => ({ files: () => Effect.succeed([${files}]) }),
});
`;
const file = (name: string, content = `Stream.make("${name}\\n")`) =>
  `{ name: "${name}", content: ${content} }`;
const HALF = WRITER([file("desk/first.txt"), file("notes.txt"), file("second.txt", "full")].join(", "));
const WHOLE = WRITER([file("desk/first.txt"), file("notes.txt"), file("second.txt")].join(", "));
const OTHER = WRITER(file("third.txt"));

/** A run whose writer "desk" stopped at its third file. */
function broken() {
  const cwd = smallStudy({ models: ["plain"], reports: "[summary, ./desk.ts]", files: { "desk.ts": HALF } });
  return {
    cwd,
    path: (name: string) => join(cwd, "out", name),
    text: (name: string) => readFileSync(join(cwd, "out", name), "utf8"),
    call: (...args: ReadonlyArray<string>) => recallGuard(args, { cwd }),
    mend: (writer: string) => writeFileSync(join(cwd, "desk.ts"), writer),
  };
}

const artifactsOf = (manifest: string): ReadonlyArray<string> =>
  JSON.parse(manifest).artifacts.map(({ name }: { name: string }) => name);
const STAGES = ["shortlist.json", "calibrators.json"];
const AGAIN = "Go on with: recall-guard run --resume out\n";

describe("a run whose report writer failed", () => {
  const { cwd, path, text, call, mend } = broken();
  let ended: Ended;
  beforeAll(async () => {
    ended = await call("run", "run.yaml", "--out", "out");
  });

  it("is not finished, and says how to go on", async () => {
    expect(ended.code).toBe(1);
    expect(ended.stderr.endsWith(`Report writer "desk" failed: the disk is full\n${AGAIN}`)).toBe(true);
    expect(existsSync(path("manifest.json"))).toBe(false);
    expect(existsSync(path("summary.csv"))).toBe(true);
    expect((await call("compare", "out", "out")).stderr).toContain("the run in it is not finished");
  });

  it("asks nothing again once the writer is mended, and writes everything", async () => {
    const other = await call("run", "--resume", "out", "--set", "seed=7");
    expect(other.stderr.replace(/^warning: .*\n/gm, "")).toBe(
      'Cannot go on with the run in "out": seed was 1 and is 7\n',
    );
    const [journal, summary] = [text("answers.jsonl"), text("summary.csv")];
    const still = await call("run", "--resume", "out");
    mend(WHOLE);
    const { code, stderr } = await call("run", "--resume", "out");

    expect([still.code, still.stderr.endsWith(AGAIN)]).toEqual([1, true]);
    expect([code, stderr.match(/Go on|failed/)]).toEqual([0, null]);
    expect([text("answers.jsonl"), text("summary.csv")]).toEqual([journal, summary]);
    expect(artifactsOf(text("manifest.json"))).toEqual([
      ...STAGES,
      ...["summary.csv", "desk/first.txt", "notes.txt", "second.txt"],
    ]);
    expect((await call("replay", "out")).code).toBe(0);
    expect(readdirSync(cwd)).not.toContain("runs");
  });
});

describe("a run that goes on with other writers than it began with", () => {
  it("keeps no file of theirs, but every file of a user", async () => {
    const { path, text, call, mend } = broken();
    await call("run", "run.yaml", "--out", "out");
    mkdirSync(path("mine"));
    for (const name of ["mine/first.txt", "desk/mine.txt", "mine.txt"]) writeFileSync(path(name), "mine\n");
    writeFileSync(path("notes.txt"), "annotated\n");
    mend(OTHER);
    const { code, stderr } = await call("run", "--resume", "out");

    expect(code).toBe(0);
    expect(stderr).toContain(
      'warning: "notes.txt" was written before the run went on and has changed since; it is left, and is no file of the run\n',
    );
    expect(artifactsOf(text("manifest.json"))).toEqual([...STAGES, "summary.csv", "third.txt"]);
    expect(readdirSync(path("desk"))).toEqual(["mine.txt"]);
    expect(text("notes.txt")).toBe("annotated\n");
    for (const name of ["mine/first.txt", "desk/mine.txt", "mine.txt"]) expect(text(name)).toBe("mine\n");
    expect((await call("replay", "out")).code).toBe(0);
  });

  it.each([
    ["the same command", ["run.yaml", "--out", "out"]],
    ["the config and --resume", ["run.yaml", "--resume", "out"]],
  ])("goes by %s where a writer was taken out of the config", async (_, args) => {
    const { cwd, path, text, call } = broken();
    await call("run", "run.yaml", "--out", "out");
    const journal = text("answers.jsonl");
    const config = join(cwd, "run.yaml");
    writeFileSync(config, readFileSync(config, "utf8").replace("[summary, ./desk.ts]", "[records]"));
    const { code, stderr } = await call("run", ...args);

    expect([code, stderr.match(/Go on|failed|no file/)]).toEqual([0, null]);
    expect(text("answers.jsonl")).toBe(journal);
    expect(artifactsOf(text("manifest.json"))).toEqual([...STAGES, "records.jsonl"]);
    for (const name of ["summary.csv", "notes.txt", "desk"]) expect(existsSync(path(name))).toBe(false);
    expect((await call("replay", "out")).code).toBe(0);
  });

  it("follows no name out of its directory", async () => {
    const { cwd, path, text, call, mend } = broken();
    await call("run", "run.yaml", "--out", "out");
    writeFileSync(join(cwd, "outside.txt"), "notes.txt\n");
    const { written, ...record } = JSON.parse(text("run.json"));
    const named = { ...written, "../outside.txt": written["notes.txt"], "run.json": "", "answers.jsonl": "" };
    writeFileSync(path("run.json"), JSON.stringify({ ...record, written: named }));
    mend(OTHER);
    const { code, stderr } = await call("run", "--resume", "out");

    expect([code, stderr.match(/no file/)]).toEqual([0, null]);
    expect(existsSync(join(cwd, "outside.txt"))).toBe(true);
    expect([existsSync(path("notes.txt")), existsSync(path("answers.jsonl"))]).toEqual([false, true]);
  });
});

const GATES = (judged: string) => `import { definePlugin, Schema } from "recall-guard/plugin";
export default definePlugin({
  kind: "gates", name: "edge", version: "1.0.0", options: Schema.Struct({}),
  make: () => ({
    name: "edge", formula: "1", thresholds: {}, blocking: [],
    judge: ({ results }) => ${judged},
    words: { passed: "nothing is asked", besides: "", reading: "" },
  }),
});
`;
const THROWING = GATES("results[0].records.none.at(0)");
const MENDED = GATES(
  "results.map(({ model }) => ({ model, score: 1, components: {}, survives: true, warnings: [] }))",
);

describe("a run whose gate set failed", () => {
  it("goes on once it is mended, and asks nothing again", async () => {
    const cwd = smallStudy({
      models: ["plain"],
      reports: "[summary]",
      gates: "./edge.ts",
      files: { "edge.ts": THROWING },
    });
    const call = (...args: ReadonlyArray<string>) => recallGuard(args, { cwd });

    const failed = await call("run", "run.yaml", "--out", "out");
    const journal = readFileSync(join(cwd, "out/answers.jsonl"), "utf8");
    writeFileSync(join(cwd, "edge.ts"), MENDED);
    const mended = await call("run", "--resume", "out");

    expect([failed.code, failed.stderr.endsWith(AGAIN)]).toEqual([2, true]);
    expect(failed.stderr).toContain('Gate set "edge" failed: ');
    expect([mended.code, mended.stderr.match(/Cannot|failed/)]).toEqual([0, null]);
    expect(readFileSync(join(cwd, "out/answers.jsonl"), "utf8")).toBe(journal);
    expect((await call("replay", "out")).code).toBe(0);
  });
});
