import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "./support/cli.ts";

const readme = readFileSync(join(ROOT, "README.md"), "utf8");

/** What brought this test here, or would run it again; the demo and sp500 are run by their own tests. */
const RUN_ELSEWHERE = /^npm (ci|start|test|run (ok|build|bench|simulate|sp500|test:long))$/;

const said = [...readme.matchAll(/^```sh\n(.*?)^```/gms)]
  .flatMap(([, block = ""]) => block.split("\n"))
  .map((line) => line.replace(/\s+#.*$/, "").trim())
  .filter((line) => line !== "" && !line.startsWith("#") && !RUN_ELSEWHERE.test(line));
const commands = [...new Set(said)];

/** One model of the demo, as far as a comparison needs it. */
const QUICK = [
  "models.candidates=[coin]",
  "permutations=19",
  "resamples=20",
  "controls=false",
  "reports=[records]",
];

describe("README", () => {
  // Two runs to compare.
  beforeAll(async () => {
    for (const seed of ["seed=1", "seed=2"]) {
      const settings = [...QUICK, seed].flatMap((value) => ["--set", value]);
      expect(await recallGuard(["run", "configs/demo.yaml", ...settings])).toMatchObject({ code: 0 });
    }
  });

  it("has commands", () => {
    expect(commands).toContain("npm run -s recall-guard -- check configs/demo.yaml");
  });

  it.each(commands)("%s works", { timeout: 240_000 }, async (command) => {
    const { stdout } = await promisify(execFile)("bash", ["-c", command], { cwd: ROOT, maxBuffer: 1 << 24 });
    expect(stdout).not.toBe("");
    for (const [, path = ""] of stdout.matchAll(/^ {2}\S+\t(\S+)$/gm)) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    }
  });

  it("shows a config that is one", async () => {
    const [, text = ""] = /^## Write a config$.*?^```yaml\n(.*?)^```/ms.exec(readme) ?? [];
    const data = join(ROOT, "configs/data/demo");
    const base = folder({
      "run.yaml": text,
      "cutoffs.yaml": "models: { one: 2021-01-01, two: 2021-01-01 }\n",
    });
    const named = { eval: "eval", memorised: "is_memorized", control: "oos_control", library: "library" };
    for (const [name, file] of Object.entries(named)) {
      cpSync(join(data, `${file}.jsonl`), join(base, `${name}.jsonl`));
    }
    const { code, stderr } = await recallGuard(["check", join(base, "run.yaml")]);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("links to files that exist", () => {
    for (const [, path = ""] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    }
  });
});
