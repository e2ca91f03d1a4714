import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "../support/cli.ts";
import { configOf, INPUTS, type Uses } from "../support/plugin_study.ts";

const fixture = (name: string) => readFileSync(join(ROOT, "test/fixtures/plugins", name), "utf8");
const GOOD = { "_certain.ts": fixture("_certain.ts"), "provider.ts": fixture("provider.ts") };
const USED = '{ use: "./provider.ts", with: { confidence: 0.7 } }';

const IMPORTS = `import { Effect, Stream } from "effect";
import { artifact, definePlugin, defineStage, EvalSet, Ranking, Schema } from "recall-guard/plugin";
`;
const plugin = (kind: string, make: string, options = "Schema.Struct({})") =>
  `${IMPORTS}export default definePlugin({ kind: "${kind}", name: "broken", version: "1.0.0", options: ${options}, make: ${make} });\n`;
const stage = (rest: string) =>
  `${IMPORTS}const Size = artifact()("size");
export default defineStage({ name: "broken", gives: [Size], options: Schema.Struct({}), ${rest} });\n`;

const AFTER_LOAD = "cutoff_guard, smoke, baseline, calibrate, evaluate, rank, report";
const LOAD = "{ use: load, with: { blind: false } }";
const QUICK = "controls: false\npermutations: 19\nresamples: 20\n";

/** Calls a command on a study with broken plugins among good ones. */
async function called(command: "run" | "plan", files: Readonly<Record<string, string>>, uses: Uses) {
  const config = configOf({ provider: USED, stages: `[${LOAD}, ${AFTER_LOAD}]`, ...uses });
  const cwd = folder({ ...INPUTS, ...GOOD, ...files, "run.yaml": config + QUICK });
  const out = command === "run" ? ["--out", "out"] : [];
  const ended = await recallGuard([command, "run.yaml", ...out], { cwd });
  const written = readdirSync(cwd).includes("out") ? readdirSync(join(cwd, "out")) : [];
  return { ...ended, said: ended.stderr.trimEnd().split("\n"), cwd, written };
}

describe("a broken provider", () => {
  it("is named before anything is written where it cannot be made", async () => {
    const text = plugin("provider", '() => Effect.die("no luck")');
    const { code, said, written } = await called("run", { "broken.ts": text }, { provider: "./broken.ts" });

    expect([code, said, written]).toEqual([2, ['Cannot make the provider "broken": no luck'], []]);
  });

  it("is named in the rows that it crashes on", async () => {
    const complete = '() => Effect.succeed({ text: "Direction: 1" })';
    const text = plugin(
      "provider",
      `() => Effect.succeed({ identity: "x", deterministic: true, concurrency: 2, known: {}, complete: ${complete} })`,
    );
    const { code, stderr } = await called("run", { "broken.ts": text }, { provider: "./broken.ts" });

    expect(code).toBe(2);
    expect(stderr).toContain(
      'the provider "broken" gave what is no answer: expected a text or null as its "finishReason"',
    );
    expect(stderr).not.toContain("fault of recall-guard");
  });
});

describe("a broken gate set", () => {
  it("is named, and the answers are kept", async () => {
    const words = 'words: { passed: "", besides: "", reading: "" }';
    const text = plugin(
      "gates",
      `() => ({ name: "broken", formula: "", thresholds: {}, blocking: [], ${words}, judge: () => { throw new Error("no luck"); } })`,
    );
    const { code, said, written } = await called("run", { "broken.ts": text }, { gates: "./broken.ts" });

    expect([code, said[0]]).toEqual([2, 'Gate set "broken" failed: no luck (broken.ts:3:252)']);
    expect(written).toEqual(expect.arrayContaining(["answers.jsonl", "run.json"]));
    expect(written).not.toContain("manifest.json");
  });
});

describe("broken report writers", () => {
  const BROKEN: Readonly<Record<string, readonly [files: string, why: string]>> = {
    throws: ['() => { throw new Error("no luck"); }', "no luck (throws.ts:3:145)"],
    fails: ['() => Effect.fail("no luck")', "no luck"],
    stops: [
      '() => Effect.succeed([{ name: "half.txt", content: Stream.concat(Stream.make("a"), Stream.die("no luck")) }])',
      "no luck",
    ],
    leaves: [
      '() => Effect.succeed([{ name: "../half.txt", content: Stream.make("a") }])',
      'Cannot write "../half.txt": expected a file name, in one folder at most',
    ],
  };
  const files = Object.entries(BROKEN).map(([name, [files]]) => [
    `${name}.ts`,
    plugin("report", `() => ({ files: ${files} })`).replace('"broken"', `"${name}"`),
  ]);

  it("are named, and the other files are whole", async () => {
    const reports = `[summary, ${Object.keys(BROKEN).map((name) => `"./${name}.ts"`)}, records]`;
    const { code, said, cwd, written } = await called("run", Object.fromEntries(files), { reports });

    const sentences = Object.entries(BROKEN).map(
      ([name, [, why]]) => `Report writer "${name}" failed: ${why}`,
    );
    expect([code, said]).toEqual([1, [...sentences, "Go on with: recall-guard run --resume out"]]);
    expect(written).toEqual(expect.arrayContaining(["summary.csv", "records.jsonl"]));
    expect(written).not.toContain("manifest.json");
    expect([...written, ...readdirSync(cwd)].filter((name) => /half|partial/.test(name))).toEqual([]);
    expect(readFileSync(join(cwd, "out/summary.csv"), "utf8")).toMatch(/\n__majority_baseline__,.*\n$/);
    expect(readFileSync(join(cwd, "out/records.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(240);
  });
});

describe("a broken stage", () => {
  it("is named before anything is written where it stands in front", async () => {
    const text = stage('needs: [EvalSet], dry: true, run: () => Effect.fail("no luck")');
    const stages = `[${LOAD}, "./broken.ts", ${AFTER_LOAD}]`;
    const { code, said, written } = await called("run", { "broken.ts": text }, { stages });

    expect([code, said, written]).toEqual([2, ['Stage "broken" failed: no luck'], []]);
  });

  it("is named behind the writers, whose files are whole", async () => {
    const text = stage("needs: [Ranking], run: () => Effect.succeed({})");
    const stages = `[${LOAD}, ${AFTER_LOAD}, "./broken.ts"]`;
    const { code, said, written } = await called("run", { "broken.ts": text }, { stages });

    expect([code, said[0]]).toEqual([
      2,
      'Stage "broken" failed: it declares that it gives "size" and gave none',
    ]);
    expect(written).toEqual(expect.arrayContaining(["summary.csv", "shortlist.json"]));
  });

  it("is named where it cannot foresee what it asks", async () => {
    const asks = '() => { throw new Error("no luck"); }';
    const text = stage(`needs: [EvalSet], asks: ${asks}, run: () => Effect.succeed({ size: 1 })`);
    const stages = `[${LOAD}, "./broken.ts", ${AFTER_LOAD}]`;
    const { code, stderr } = await called("plan", { "broken.ts": text }, { stages });

    expect([code, stderr]).toEqual([2, 'Stage "broken" failed to foresee: no luck (broken.ts:4:127)\n']);
  });
});

describe("options that a plugin's own schema crashes on", () => {
  it("name the plugin and its place", async () => {
    const options = 'Schema.Struct({}).pipe(Schema.filter(() => { throw new Error("no luck"); }))';
    const text = plugin("report", "() => ({})", options);
    const reports = '[summary, "./broken.ts"]';
    const { code, said } = await called("run", { "broken.ts": text }, { reports });

    expect([code, said]).toEqual([
      2,
      [
        'run.yaml:6:20: Cannot use the report writer "./broken.ts": its options cannot be decoded: no luck (broken.ts:3:141)',
      ],
    ]);
  });
});

const FAULTY = (kind: string, rest: string) => `import { Effect, Stream } from "effect";
import { definePlugin, defineStage, EvalSet, ReportError, Schema } from "recall-guard/plugin";
import { absent } from "./lib/parts.js";

${kind === "stage" ? "export default defineStage({" : `export default definePlugin({ kind: "${kind}", version: "1.0.0",`}
  name: "broken", options: Schema.Struct({}),
${rest}
});
`;
const PARTS = "export const absent = () => {\n  return JSON.parse('{');\n};\n";
const TYPED =
  "\n  // a type that is lost\n" + "  const rows = undefined as unknown as ReadonlyArray<string>;\n";
const JUDGE = `  make: () => ({ name: "broken", formula: "", thresholds: {}, blocking: [],
    words: { passed: "", besides: "", reading: "" },
    judge: ({ results }) => results.map(() => absent()) }),`;

describe("a plugin that throws", () => {
  const UNDEFINED = "Cannot read properties of undefined (reading 'map')";
  const THROWS: ReadonlyArray<readonly [string, Uses, string, string]> = [
    [
      "plugins/desk.ts",
      { reports: "[summary, ./plugins/desk.ts]" },
      FAULTY("report", `  make: () => ({ files: () => {${TYPED}    return rows.map((row) => row); } }),`),
      `Report writer "broken" failed: ${UNDEFINED} (plugins/desk.ts:10:17)`,
    ],
    [
      "plugins/stream.js",
      { reports: "[./plugins/stream.js]" },
      FAULTY(
        "report",
        `  make: () => ({ files: () => Effect.succeed([{ name: "a.txt",
    content: Stream.map(Stream.make(1), (one) => one.missing.map(String)) }]) }),`,
      ),
      `Report writer "broken" failed: ${UNDEFINED} (plugins/stream.js:8:62)`,
    ],
    [
      "plugins/said.ts",
      { reports: "[./plugins/said.ts]" },
      FAULTY(
        "report",
        '  make: () => ({ files: () => new ReportError({ message: "the desk is closed" }) }),',
      ),
      'Report writer "broken" failed: the desk is closed',
    ],
    [
      "plugins/gates.ts",
      { gates: "./plugins/gates.ts" },
      FAULTY("gates", JUDGE),
      'Gate set "broken" failed: SYNTAX (plugins/lib/parts.js:2:15)',
    ],
    [
      "plugins/made.js",
      { gates: "./plugins/made.js" },
      FAULTY("gates", '  make: () => { throw new RangeError("no luck"); },'),
      'Cannot make the gate set "broken": RangeError: no luck (plugins/made.js:7:23)',
    ],
    [
      "plugins/stage.ts",
      { stages: `[${LOAD}, ./plugins/stage.ts, ${AFTER_LOAD}]` },
      FAULTY(
        "stage",
        "  needs: [EvalSet], gives: [], dry: true, run: ({ evalSet }: { readonly evalSet: unknown }) =>\n    Effect.sync(() => evalSet.absent.map(1)),",
      ),
      `Stage "broken" failed: TypeError: ${UNDEFINED} (plugins/stage.ts:8:38)`,
    ],
    [
      "plugins/provider.ts",
      { provider: "./plugins/provider.ts" },
      FAULTY("provider", '  make: () => Effect.sync(() => {\n    throw new Error("no luck");\n  }),'),
      'Cannot make the provider "broken": no luck (plugins/provider.ts:8:11)',
    ],
    [
      "plugins/load.ts",
      { gates: "./plugins/load.ts" },
      `type A = string;\nconst a: A = "";\n  throw new Error(a + "no luck");`,
      'run.yaml:5:8: Cannot use the gate set "./plugins/load.ts": importing it fails: no luck (plugins/load.ts:3:9)',
    ],
  ];

  it.each(THROWS)("is named with its place: %s", async (file, uses, text, sentence) => {
    const config = configOf({ provider: USED, stages: `[${LOAD}, ${AFTER_LOAD}]`, ...uses });
    const cwd = folder({ ...INPUTS, ...GOOD, "run.yaml": config + QUICK });
    mkdirSync(join(cwd, "plugins/lib"), { recursive: true });
    writeFileSync(join(cwd, "plugins/lib/parts.js"), PARTS);
    writeFileSync(join(cwd, file), text);
    const { stderr } = await recallGuard(["run", "run.yaml", "--out", "out"], { cwd });

    const [says = ""] = stderr.split("\n");
    expect(says.replace(/failed: Expected property name.*(?= \()/, "failed: SYNTAX")).toBe(sentence);
  });

  it("is named without its place in what a run keeps", async () => {
    const text = FAULTY("report", "  make: () => ({ screen: () => absent() }),");
    const config = configOf({ provider: USED, reports: "[summary, ./plugins/desk.ts]" });
    const cwd = folder({ ...INPUTS, ...GOOD, "run.yaml": config + QUICK });
    mkdirSync(join(cwd, "plugins/lib"), { recursive: true });
    writeFileSync(join(cwd, "plugins/lib/parts.js"), PARTS);
    writeFileSync(join(cwd, "plugins/desk.ts"), text);
    const { code, stderr } = await recallGuard(["run", "run.yaml", "--out", "out"], { cwd });
    const { warnings } = JSON.parse(readFileSync(join(cwd, "out/manifest.json"), "utf8"));

    expect([code, stderr.includes(" (plugins/lib/parts.js:2:15)\n")]).toEqual([0, true]);
    const kept = warnings.filter((text: string) => text.startsWith('Report writer "broken" failed: '));
    expect(kept).toHaveLength(1);
    for (const name of readdirSync(join(cwd, "out")).filter((name) => !/^(?:inputs|\.)/.test(name)))
      expect(readFileSync(join(cwd, "out", name), "utf8")).not.toContain("parts.js");
  });
});
