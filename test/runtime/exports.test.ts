import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Option } from "effect";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { catalogue } from "../../plugins/mod.ts";
import { program } from "../../runtime/cli/program.ts";
import { Config, keysAt } from "../../runtime/config/schema.ts";
import { ROOT } from "../support/cli.ts";

const [, section = ""] = readFileSync(join(ROOT, "README.md"), "utf8").split(
  "\n## Coming from the Python package\n",
);
const [names = [], flags = []] = section
  .split(/\n(?=\| `?(?:recall_guard|flag))/)
  .slice(1)
  .map(rowsOf);

/** What the Python package exports from `recall_guard.harness`. */
const HARNESS = [
  "CIBound",
  "COMPOSITE_FORMULA",
  "CompositeScore",
  "GATES",
  "ModelEvalResult",
  "Record",
  "Shortlist",
  "SmokeOutcome",
  "build_parser",
  "composite_score",
  "compute_majority_baseline",
  "configure_paper_style",
  "evaluate_model",
  "plot_accuracy_with_ci",
  "plot_composite_ranking",
  "plot_mcs_auc_with_ci",
  "plot_mcs_calibration",
  "plot_mia_feature_distributions",
  "print_artifact_paths",
  "render_terminal",
  "run",
  "smoke_test",
  "write_records",
  "write_summary_csv",
  "write_top3",
];

const FLAGS = [
  "--bootstrap-n",
  "--candidates",
  "--cutoffs",
  "--eval-set",
  "--is-memorized",
  "--max-workers",
  "--min-call-interval",
  "--no-reference",
  "--oos-control",
  "--out-dir",
  "--reference-model",
  "--seed",
  "--shortlist",
];

/** The cells of a table's body, without their code marks. */
function rowsOf(text: string): ReadonlyArray<ReadonlyArray<string>> {
  const lines = text.split("\n\n")[0]?.trimEnd().split("\n").slice(2) ?? [];
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
  );
}

const isFigure = ([, , note = ""]: ReadonlyArray<string>) => note.startsWith("in `recall-guard/figures`");
const isType = ([, , note = ""]: ReadonlyArray<string>) => /^a type\b/.test(note);

describe("the table of names", () => {
  it("has every name of the Python package's harness, and none twice", () => {
    const theirs = names.map(([name = ""]) => name);

    expect(theirs.filter((name) => name.startsWith("harness.")).toSorted()).toEqual(
      HARNESS.map((name) => `harness.${name}`),
    );
    expect(new Set(theirs).size).toBe(theirs.length);
  });

  it("gives values that the built package exports from its root", async () => {
    const root = await import(join(ROOT, ".dist/mod.js"));
    const values = names.filter((row) => !isType(row) && !isFigure(row)).map(([, ours = ""]) => ours);

    expect(values.length).toBeGreaterThan(20);
    expect(values.filter((name) => root[name] === undefined)).toEqual([]);
  });

  it("gives plots that the built package exports from its figures, and none of them from its root", async () => {
    const root = await import(join(ROOT, ".dist/mod.js"));
    const figures = await import(join(ROOT, ".dist/figures.js"));
    const plots = names.filter(isFigure).map(([, ours = ""]) => ours);

    expect(plots).toHaveLength(6);
    expect([...plots, "plotScoreAgainstEffectiveN"].filter((name) => figures[name] === undefined)).toEqual(
      [],
    );
    expect(plots.filter((name) => root[name] !== undefined)).toEqual([]);
  });

  it("gives types that are checked to be exported from the root", () => {
    const checked = readFileSync(join(ROOT, "test/runtime/exports.types.ts"), "utf8");
    const types = names.filter(isType).map(([, ours = ""]) => ours);
    const listed = [...checked.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name);

    expect(types.toSorted()).toEqual(listed);
  });

  it("names in its notes only what the root exports, too", async () => {
    const root = await import(join(ROOT, ".dist/mod.js"));
    const named = [
      "artifactPaths",
      "measure",
      "controlBaseline",
      "fitCalibrator",
      "bootstrapMean",
      "bootstrapAuc",
    ];

    for (const name of named) expect(section).toContain(`\`${name}\``);
    expect([...named, "servicesOf"].filter((name) => root[name] === undefined)).toEqual([]);
  });
});

describe("the table of flags", () => {
  it("has every flag of the Python package", () => {
    expect(flags.map(([flag]) => flag).toSorted()).toEqual(FLAGS);
  });

  it("gives paths that a config takes", async () => {
    const provider = (await catalogue.provider["openai"]?.())?.default.options.ast;
    const keys = (path: ReadonlyArray<string>) =>
      path.join(".") === "provider.with"
        ? keysAt(Option.getOrThrow(Option.fromNullable(provider)), [])
        : keysAt(Config.ast, path);
    const unknown = flags.filter(([, path = ""]) => {
      const steps = path.split(".");
      return !keys(steps.slice(0, -1)).includes(steps.at(-1) ?? "");
    });

    expect(unknown).toEqual([]);
  });

  it("names a flag of ours that run takes", () => {
    const run = program().commands.find((command) => command.name() === "run");
    const ours = [...section.matchAll(/`(--(?:out|set))\b/g)].map(([, flag]) => flag);

    expect(new Set(ours)).toEqual(new Set(["--out", "--set"]));
    for (const flag of ours) expect(run?.options.map(({ long }) => long)).toContain(flag);
  });

  it("is what configs/classic.yaml writes, but for what excludes another or has no place in it", () => {
    const classic = parse(readFileSync(join(ROOT, "configs/classic.yaml"), "utf8"));
    const at = (path: string) =>
      path.split(".").reduce((value: unknown, key) => Object(value)[key] as unknown, classic);
    const unwritten = flags.map(([, path = ""]) => path).filter((path) => at(path) === undefined);

    expect(unwritten.toSorted()).toEqual(["models.shortlist", "out", "provider.with.min_call_interval_s"]);
  });
});

describe("the package's root", () => {
  const chunks = join(ROOT, ".dist/chunks");
  const holdsSdk = (path: string) => /node_modules\/(openai|undici)\//.test(readFileSync(path, "utf8"));
  const holdsCharts = (path: string) =>
    /node_modules\/(@observablehq\/plot|linkedom)\//.test(readFileSync(path, "utf8"));

  /** The files that importing an entry of the package loads. */
  async function loadedBy(entry: string): Promise<ReadonlyArray<string>> {
    const hook =
      "export async function load(url, context, next) { process._rawDebug(url); return next(url, context); }";
    const script = `
      import { register } from "node:module";
      register("data:text/javascript,${encodeURIComponent(hook)}");
      await import("./.dist/${entry}");
    `;
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", script],
      { cwd: ROOT },
    );
    return stderr
      .split("\n")
      .filter((url) => url.startsWith("file:"))
      .map((url) => fileURLToPath(url));
  }

  it("loads neither the SDK nor its transport, nor the chart library", async () => {
    const loaded = await loadedBy("mod.js");

    expect(loaded).toContain(join(ROOT, ".dist/mod.js"));
    expect(loaded.filter(holdsSdk)).toEqual([]);
    expect(loaded.filter(holdsCharts)).toEqual([]);
    expect(readdirSync(chunks).some((name) => holdsSdk(join(chunks, name)))).toBe(true);
    expect(readdirSync(chunks).some((name) => holdsCharts(join(chunks, name)))).toBe(true);
  });

  it("loads no conformance suite with what a plugin imports", async () => {
    const isSuite = (path: string) =>
      readFileSync(path, "utf8").includes("recall-guard/there-is-no-such-model");

    expect((await loadedBy("plugin.js")).filter(isSuite)).toEqual([]);
    expect((await loadedBy("plugin_testing.js")).some(isSuite)).toBe(true);
  });
});
