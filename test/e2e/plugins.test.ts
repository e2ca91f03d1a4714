import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standard } from "../../stages/mod.ts";
import { folder, ROOT, recallGuard } from "../support/cli.ts";
import { startHouse } from "../support/house_server.ts";
import { compilerOn, install, pack } from "../support/package.ts";
import { configOf, INPUTS } from "../support/plugin_study.ts";
import {
  expectRun,
  KEY,
  KINDS,
  ownTests,
  PLUGINS,
  scaffoldAll,
  scaffoldConfig,
} from "../support/scaffolds.ts";

const FIXTURES = join(ROOT, "test/fixtures/plugins");
const SOURCES = Object.fromEntries(
  readdirSync(FIXTURES).map((name) => [name, readFileSync(join(FIXTURES, name), "utf8")]),
);
const MODULES = Object.fromEntries(
  Object.entries(SOURCES).map(([name, text]) => [name.replace(/\.ts$/, ".js"), compiled(text)]),
);

function compiled(text: string): string {
  const { ES2022, ESNext } = { ES2022: ts.ScriptTarget.ES2022, ESNext: ts.ModuleKind.ESNext };
  const compilerOptions = { target: ES2022, module: ESNext, rewriteRelativeImportExtensions: true };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

function outsideConfig(use: (kind: string) => string): string {
  return configOf({
    provider: `{ use: "${use("provider")}", with: { confidence: 0.7 } }`,
    gates: use("gates"),
    reports: `[summary, { use: "${use("report")}", with: { channel: macro } }]`,
    stages: `[{ use: load, with: { blind: false } }, "${use("stage")}", cutoff_guard, smoke, baseline, calibrate, evaluate, rank, report]`,
  });
}

function readManifest(cwd: string) {
  return JSON.parse(readFileSync(join(cwd, "out/manifest.json"), "utf8"));
}

describe.each([
  [".ts", SOURCES],
  [".js", MODULES],
] as const)("plugins from %s files outside any project", (ending, files) => {
  const cwd = folder({ ...INPUTS, ...files, "run.yaml": outsideConfig((kind) => `./${kind}${ending}`) });
  let ended: Awaited<ReturnType<typeof recallGuard>>;
  beforeAll(async () => {
    ended = await recallGuard(["run", join(cwd, "run.yaml"), "--out", join(cwd, "out")]);
  });

  it("run, each in its place", () => {
    expect(ended).toMatchObject({ code: 0, stderr: "warning: headcount: 120 rows, no extra file\n" });
    expect(ended.stdout).toContain("told macro\n");
    expect(readFileSync(join(cwd, "out/desk.txt"), "utf8")).toBe('macro "one" 1\nmacro "two" 1\n');
  });

  it("are in the manifest, by name, version and hash", () => {
    const { plugins, config, warnings } = readManifest(cwd);
    const sha256 = (kind: string) =>
      createHash("sha256")
        .update(files[`${kind}${ending}`] ?? "")
        .digest("hex");

    expect(plugins).toMatchObject({
      provider: {
        name: "optimist",
        version: "0.3.0",
        use: `./provider${ending}`,
        sha256: sha256("provider"),
      },
      gates: { name: "lenient", version: "0.2.0", use: `./gates${ending}`, sha256: sha256("gates") },
    });
    expect(plugins.reports).toEqual([
      { name: "summary", version: "1.0.0", use: "summary" },
      { name: "desk", version: "0.1.0", use: `./report${ending}`, sha256: sha256("report") },
    ]);
    expect(plugins.stages[1]).toEqual({
      name: "headcount",
      use: `./stage${ending}`,
      sha256: sha256("stage"),
    });
    expect(config.stages[1]).toEqual({ use: `./stage${ending}`, with: { unit: "rows" } });
    expect(warnings).toEqual(["headcount: 120 rows, no extra file"]);
  });

  it("answer again after what they call a passing failure", () => {
    expect(readManifest(cwd).requests).toMatchObject({ answered: 480, failed: {} });
  });
});

describe("plugins from an installed package with an effect of its own", () => {
  const cwd = folder({
    ...INPUTS,
    ...SOURCES,
    "package.json": JSON.stringify({
      name: "desk",
      private: true,
      type: "module",
      dependencies: { effect: "3.22.4" },
    }),
    "run.yaml": outsideConfig((kind) => `npm:@desk/plugins/${kind}`),
    "testing.ts": `import { findings, type Finding, promises, reportChecks } from "recall-guard/plugin/testing";
import desk from "./report.ts";
const options = { channel: "macro" };
export const found: Promise<ReadonlyArray<Finding>> = promises.findings(promises.reportChecks(desk, { options }));
export const effect = findings(reportChecks(desk, { options }));
`,
    "wrong.ts":
      'import { definePlugin } from "recall-guard/plugin";\nexport default definePlugin({ kind: 1 });\n',
  });
  const bin = join(cwd, "node_modules/recall-guard/.dist/cli.js");

  beforeAll(async () => {
    const made = folder();
    await scaffoldAll(made);
    const scaffolds = KINDS.map((kind) => pack(join(made, PLUGINS[kind][0]), cwd));
    const fixture = folder({
      ...MODULES,
      "package.json": JSON.stringify({
        name: "@desk/plugins",
        version: "2.5.0",
        type: "module",
        exports: { "./*": { import: "./*.js" } },
        dependencies: { effect: "3.21.0" },
      }),
    });
    install([pack(ROOT, cwd), pack(fixture, cwd), ...scaffolds], cwd);
  }, 240_000);
  afterAll(() => rmSync(cwd, { recursive: true }));

  it("run through the installed command", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [bin, "run", "run.yaml", "--out", "out", "--json"],
      { cwd, encoding: "utf8" },
    );

    expect([status, stderr]).toEqual([0, "warning: headcount: 120 rows, no extra file\n"]);
    expect(JSON.parse(stdout)).toMatchObject({ directory: "out", failures: [] });
    expect(readFileSync(join(cwd, "out/desk.txt"), "utf8")).toBe('macro "one" 1\nmacro "two" 1\n');
    expect(readManifest(cwd).plugins.gates).toEqual({
      name: "lenient",
      version: "0.2.0",
      use: "npm:@desk/plugins/gates",
      package: "@desk/plugins@2.5.0",
    });
    expect(readManifest(cwd).requests).toMatchObject({ answered: 480, failed: {} });
    expect(existsSync(join(cwd, "node_modules/@desk/plugins/node_modules/effect/package.json"))).toBe(true);
  });

  it("that init made pass their own tests there, and run by their names", async () => {
    const server = await startHouse(KEY);
    const names = KINDS.map((kind) => `node_modules/${PLUGINS[kind][0]}/test/${PLUGINS[kind][1]}.test.js`);
    writeFileSync(
      join(cwd, "made.yaml"),
      scaffoldConfig((kind) => `npm:${PLUGINS[kind][0]}`, server.url),
    );

    const own = ownTests(cwd, ...names);
    const args = [bin, "run", "made.yaml", "--out", "made"];
    const env = { ...process.env, MY_HOUSE_KEY: KEY };
    const { stderr } = await promisify(execFile)(process.execPath, args, { cwd, env });
    server.close();

    expect([own.code, own.failed]).toEqual([0, 0]);
    expect(own.passed).toBeGreaterThanOrEqual(40);
    expect(stderr).toBe("warning: 120 rows lie after every cutoff, 500 wanted\n");
    expectRun(join(cwd, "made"), server);
  });

  it("find the types of recall-guard/plugin", () => {
    const check = (file: string) => compilerOn(file, cwd);

    expect(["provider.ts", "gates.ts", "report.ts", "stage.ts"].map(check)).toEqual(["", "", "", ""]);
    expect(check("testing.ts")).toBe("");
    expect(check("wrong.ts")).toMatch(/^wrong\.ts\(2,\d+\): error/);
  });
});

const MADE = (rest: string) =>
  `import { definePlugin, Schema } from "recall-guard/plugin";\nexport default definePlugin({ ${rest} });\n`;
const REPORT = 'kind: "report", name: "x", version: "1", make: () => ({})';

describe("a plugin that cannot be used", () => {
  const BROKEN: ReadonlyArray<readonly [use: string, text: string | null, why: string]> = [
    ["./absent.ts", null, "there is no such file"],
    ["./notes.txt", "", "a plugin's file ends in .ts, .mts, .js or .mjs"],
    ["./throws.ts", 'throw new Error("no\\nluck today");', "importing it fails: no luck today"],
    ["./throws_text.js", 'throw "no luck";', "importing it fails: no luck"],
    [
      "./syntax.ts",
      "const a: = 1;\nexport default a;",
      "importing it fails: SyntaxError: syntax.ts:1:10: Unexpected token `=`",
    ],
    [
      "./syntax.js",
      "const sound = 1;\nconst late = (1) => 2;\nexport default sound;",
      "importing it fails: SyntaxError: syntax.js:2:15: Not a pattern",
    ],
    [
      "./enum.ts",
      "enum A { X }\nexport default A;",
      "importing it fails: SyntaxError: enum.ts:1:1: TypeScript enum is not supported in strip-only mode",
    ],
    [
      "./needs.js",
      'import "not-here";\nexport default 1;',
      "importing it fails: Cannot find package 'not-here'",
    ],
    [
      "./no_default.js",
      "export const a = 1;",
      "it has no default export; expected export default definePlugin({ ... })",
    ],
    ["./text.js", 'export default "report";', "its default export is not made by definePlugin"],
    ["./function.js", "export default () => ({});", "its default export is not made by definePlugin"],
    ["./no_kind.js", "export default { name: 1 };", "its default export is not made by definePlugin"],
    ["./gates.ts", SOURCES["gates.ts"] ?? "", "it is a gate set, and a report writer is expected here"],
    ["./stage.ts", SOURCES["stage.ts"] ?? "", "it is a stage, and a report writer is expected here"],
    [
      "./no_options.js",
      MADE(REPORT),
      'its default export is not made by definePlugin: expected a schema made with the Schema of recall-guard/plugin as its "options"',
    ],
    [
      "./other_schema.js",
      `import * as Other from "effect/Schema";\n${MADE(`${REPORT}, options: Other.Struct({})`)}`,
      'its default export is not made by definePlugin: expected a schema made with the Schema of recall-guard/plugin as its "options"',
    ],
    [
      "./no_version.js",
      MADE('kind: "report", name: "x", options: Schema.Struct({}), make: () => ({})'),
      'its default export is not made by definePlugin: expected a text as its "version"',
    ],
    [
      "./no_make.js",
      MADE('kind: "report", name: "x", version: "1", options: Schema.Struct({})'),
      'its default export is not made by definePlugin: expected a function as its "make"',
    ],
    ["npm:not-installed-here", null, "it is not installed; npm install not-installed-here"],
    ["npm:has-version@1.0.0", null, "the version is the one that is installed; name the package without it"],
    ["npm:../up", null, "it is no package name; expected one such as npm:my-plugin"],
  ];
  const files = Object.fromEntries(
    BROKEN.flatMap(([use, text]) => (text === null ? [] : [[use.slice(2), text]])),
  );

  it("is named in one sentence with its place, all of them at once", async () => {
    const reports = BROKEN.map(([use]) => `\n  - use: "${use}"`).join("");
    const cwd = folder({ ...INPUTS, ...files, "run.yaml": configOf({ reports }) });

    const { code, stdout, stderr } = await recallGuard(["run", "run.yaml"], { cwd });

    const said = stderr.trimEnd().split("\n");
    expect([code, stdout]).toEqual([2, ""]);
    expect(said).toHaveLength(BROKEN.length);
    for (const [index, [use, , why]] of BROKEN.entries()) {
      const sentence = `run.yaml:${7 + index}:10: Cannot use the report writer "${use}": ${why}`;
      expect(said[index]?.slice(0, sentence.length)).toBe(sentence);
    }
  });

  it("is named where the stages stand, and the order is not judged without it", async () => {
    const stages = '[load, { use: "./report.ts" }, { use: "./absent.js" }, rank]';
    const cwd = folder({ ...INPUTS, ...SOURCES, "run.yaml": configOf({ stages }) });

    const { code, stderr } = await recallGuard(["check", "run.yaml"], { cwd });

    expect(code).toBe(2);
    expect(stderr.trimEnd().split("\n")).toEqual([
      'run.yaml:8:23: Cannot use the stage "./report.ts": it is a report writer, and a stage is expected here',
      'run.yaml:8:47: Cannot use the stage "./absent.js": there is no such file',
    ]);
  });

  it("is named by its options", async () => {
    const reports = '[{ use: "./report.ts", with: { chanel: 1 } }]';
    const cwd = folder({ ...INPUTS, ...SOURCES, "run.yaml": configOf({ reports }) });

    const { code, stderr } = await recallGuard(["check", "run.yaml"], { cwd });

    expect(code).toBe(2);
    expect(stderr).toBe('run.yaml:6:41: reports[0].with: unknown key "chanel"; did you mean "channel"?\n');
  });
});

describe("a stage of one's own", () => {
  it("falls under the order check, with its sentences", async () => {
    const stages =
      '["./stage.ts", load, cutoff_guard, smoke, baseline, calibrate, evaluate, rank, report, "./stage.ts"]';
    const cwd = folder({ ...INPUTS, ...SOURCES, "run.yaml": configOf({ stages }) });

    const { code, stderr } = await recallGuard(["check", "run.yaml"], { cwd });

    expect(code).toBe(2);
    expect(stderr.trimEnd().split("\n")).toEqual([
      'run.yaml:8:10: Stage "headcount" needs "evalSet", which no earlier stage gives; put "load" before it',
      'run.yaml:8:96: Stage "headcount" gives "headcount" a second time; remove it or the earlier one',
    ]);
  });
});

describe("a misspelt built-in", () => {
  it("is not looked for among packages or files", async () => {
    const trap =
      'import { writeFileSync } from "node:fs";\nwriteFileSync("sprung", "");\nexport default 1;\n';
    const cwd = folder({
      ...INPUTS,
      "clasic.js": trap,
      "run.yaml": configOf({ gates: "clasic", reports: "[desk.ts]" }),
    });
    mkdirSync(join(cwd, "node_modules/clasic"), { recursive: true });
    writeFileSync(join(cwd, "node_modules/clasic/package.json"), '{ "type": "module", "main": "index.js" }');
    writeFileSync(join(cwd, "node_modules/clasic/index.js"), trap);

    const { code, stderr } = await recallGuard(["check", "run.yaml"], { cwd });

    expect(code).toBe(2);
    expect(stderr.trimEnd().split("\n")).toEqual([
      'run.yaml:5:8: unknown gate set "clasic"; did you mean "classic"?',
      'run.yaml:6:11: unknown report writer "desk.ts"; did you mean the file "./desk.ts"?',
    ]);
    expect(existsSync(join(cwd, "sprung"))).toBe(false);
  });
});

describe("recall-guard plugins", () => {
  it("lists what is built in, by kind, with the options of each", async () => {
    const { code, stdout, stderr } = await recallGuard(["plugins"]);

    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout.split("\n").map((line) => line.replace(/\s*│\s*/g, "|").trim());
    expect(lines).toContain("|Kind|Name|Version|Option|Default|Description|");
    expect(lines).toContain("|gates|classic|1.0.0|parse_min|0.8|a number between 0 and 1|");
    expect(lines).toContain("|report|summary|1.0.0||||");
    expect(lines).toContain("|provider|embedded|1.0.0|models|(required)|a mapping|");
  });

  it("lists the same for machines", async () => {
    const { code, stdout } = await recallGuard(["plugins", "--json"]);
    const found: ReadonlyArray<{ kind: string; name: string }> = JSON.parse(stdout);

    expect(code).toBe(0);
    expect(found.filter(({ kind }) => kind === "stage").map(({ name }) => name)).toEqual(
      standard.stages.map(({ name }) => name),
    );
    expect(found).toContainEqual({
      kind: "gates",
      name: "classic",
      version: "1.0.0",
      options: [
        { name: "parse_min", required: false, default: 0.8, description: "a number between 0 and 1" },
        { name: "mcs_auc_min", required: false, default: 0.6, description: "a number between 0 and 1" },
      ],
    });
  });
});

describe("recall-guard schema", () => {
  it("prints the JSON schema of a config, as it is shipped", async () => {
    const { code, stdout } = await recallGuard(["schema"]);

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(readFileSync(join(ROOT, "configs/pipeline.schema.json"), "utf8")),
    );
  });
});
