import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "../support/cli.ts";
import { moduleOf, readNotebook, textOf } from "../support/notebook.ts";

const notebook = readNotebook(join(ROOT, "configs/qualification.ipynb"));
const { cells } = notebook;
const code = cells.filter(({ cell_type }) => cell_type === "code");
/** All but the first code cell, which only makes the services. */
const steps = code.slice(1);

const STEPS = ["Load", "Guard", "Smoke", "Baseline", "Calibrate", "Evaluate", "Rank", "Top 3"];
const ENTRIES = ["recall-guard", "recall-guard/plugin", "recall-guard/math", "recall-guard/figures"];
const PLATFORM = ["effect", "@effect/platform-node/NodeContext"];

/** Inside the package, so that it is found by its name, and out of version control. */
const place = (ending: string) => join(ROOT, `.dist/qualification_notebook.${ending}`);
const started = promisify(execFile);

const STRICT = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--skipLibCheck"];
const LANGUAGE = ["--target", "es2023", "--module", "nodenext", "--types", "node", "--isolatedModules"];

describe("configs/qualification.ipynb", () => {
  afterAll(() => {
    for (const ending of ["ts", "mjs"]) rmSync(place(ending), { force: true });
  });

  it("is a notebook of format 4.5 for Deno's kernel", () => {
    const { nbformat, nbformat_minor, metadata } = notebook;
    const ids = cells.map(({ id }) => id);

    expect([nbformat, nbformat_minor]).toEqual([4, 5]);
    expect(metadata.kernelspec).toMatchObject({ name: "deno", display_name: "Deno" });
    expect(metadata.language_info.name).toBe("typescript");
    expect(new Set(ids).size).toBe(cells.length);
    expect(ids.filter((id) => !/^[a-zA-Z0-9_-]{1,64}$/.test(id))).toEqual([]);
    for (const cell of cells) {
      const lines = cell.source;
      expect(lines.slice(0, -1).filter((line) => !line.endsWith("\n"))).toEqual([]);
      expect(Object.keys(cell).toSorted()).toEqual(
        cell.cell_type === "code"
          ? ["cell_type", "execution_count", "id", "metadata", "outputs", "source"]
          : ["cell_type", "id", "metadata", "source"],
      );
    }
  });

  it("stores no output", () => {
    expect(code.filter(({ execution_count }) => execution_count !== null)).toEqual([]);
    expect(code.filter(({ outputs }) => outputs?.length !== 0)).toEqual([]);
  });

  it("goes the way of a run, with a formula before each step", () => {
    const headings = cells.flatMap((cell) => [...textOf(cell).matchAll(/^## \d\. (.+)$/gm)]);
    const before = steps.map((step) => cells[cells.indexOf(step) - 1]);

    expect(headings.map(([, name]) => name)).toEqual(STEPS);
    for (const [i, cell] of before.entries()) {
      const formulas = cell === undefined ? [] : textOf(cell).split("$$");
      expect([steps[i]?.id, cell?.cell_type, formulas.length % 2]).toEqual([steps[i]?.id, "markdown", 1]);
      expect(formulas.length).toBeGreaterThan(1);
    }
  });

  it("imports what is public, each from where it is exported", () => {
    const { imports } = notebookImports();

    expect(imports.filter((name) => !ENTRIES.includes(name) && !PLATFORM.includes(name))).toEqual([]);
    expect(ENTRIES.filter((name) => !imports.includes(name))).toEqual([]);
  });

  describe("run in order", () => {
    let shown: ReadonlyArray<readonly [string, string | null]> = [];
    let said = { stdout: "", stderr: "" };
    let ofRun = "";

    beforeAll(async () => {
      const module = moduleOf(notebook);
      const { outputText } = ts.transpileModule(module, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      });
      const kept = join(folder(), "shown.json");
      writeFileSync(place("mjs"), outputText);
      said = await started(process.execPath, [place("mjs"), kept], { cwd: join(ROOT, "configs") });
      shown = JSON.parse(readFileSync(kept, "utf8"));
      ofRun = await top3OfRun();
    });

    it("runs every cell, and warns of nothing", () => {
      expect(shown.map(([id]) => id)).toEqual(code.map(({ id }) => id));
      expect(said.stderr).toBe("");
    });

    it("shows a figure after each step, of every model", () => {
      for (const [id, figure] of shown.slice(1)) {
        expect([id, figure]).toEqual([id, expect.stringMatching(/^<svg [\s\S]*<\/svg>\s*$/)]);
        for (const model of ["parrot", "student", "coin"])
          expect([id, figure]).toEqual([id, expect.stringContaining(model)]);
      }
    });

    it("finds the parrot's memory and none of the others'", () => {
      expect(said.stdout).toMatch(/^parrot: detected\. /m);
      expect(said.stdout).not.toMatch(/^(student|coin): detected/m);
      expect(said.stdout).toMatch(/^parrot: AUC 1\.0000 by the formula$/m);
    });

    it("leaves the parrot no confidence before its cutoff", () => {
      const figure = new Map(shown).get("evaluate");

      expect(figure).toMatch(/>parrot, before<[^\n]*?>0 % left, 100 % of 150 calls right</);
      expect(figure).toMatch(/>parrot, after<[^\n]*?>(9\d|100) % left, /);
    });

    it("picks the student and not the parrot, in the words of a run's top3.md", () => {
      expect(ofRun).toMatch(/^1\. \*\*student\*\*/m);
      expect(ofRun).toContain("- **parrot** failed: not-better-than-baseline");
      expect(said.stdout.endsWith(`${ofRun}\n`)).toBe(true);
    });
  });

  it("compiles as strictly as the product", async () => {
    writeFileSync(place("ts"), moduleOf(notebook));
    const compiler = join(ROOT, "node_modules/typescript7/bin/tsc");
    const args = [compiler, "--ignoreConfig", "--noEmit", ...STRICT, ...LANGUAGE, place("ts")];
    const { stdout } = await started(process.execPath, args, { cwd: ROOT }).catch((error) => error);

    expect(stdout).toBe("");
  });
});

function notebookImports() {
  const { importedFiles } = ts.preProcessFile(code.map(textOf).join("\n"));
  return { imports: [...new Set(importedFiles.map(({ fileName }) => fileName))] };
}

/** Of the same study on the command line, but for the permutations, of which `top3.md` says nothing. */
async function top3OfRun(): Promise<string> {
  const out = join(folder(), "out");
  const settings = [
    "models.candidates=[parrot, student, coin]",
    "controls=false",
    "permutations=19",
    "reports=[top3]",
  ];
  const args = settings.flatMap((setting) => ["--set", setting]);
  const { code: exit, stderr } = await recallGuard(["run", "configs/demo.yaml", "--out", out, ...args]);
  expect([exit, stderr]).toEqual([0, ""]);
  return readFileSync(join(out, "top3.md"), "utf8");
}
