import { execFile } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { folder, ROOT } from "./support/cli.ts";

const readme = readFileSync(join(ROOT, "README.md"), "utf8");
/** Programs; a block that begins with a file's name is that file. */
const examples = [...readme.matchAll(/^```js\n(?!\/\/ )(.*?)^```/gms)].map(([, code = ""]) => code);

/** Inside the package, so that it is found by its name, and out of version control. */
const place = (index: number) => join(ROOT, `.dist/readme_example_${index}.mjs`);

describe("the programs in the README", () => {
  const cwd = folder();
  symlinkSync(join(ROOT, "configs"), join(cwd, "configs"));
  const run = async (index: number) => {
    writeFileSync(place(index), examples[index] ?? "");
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [place(index)], { cwd });
    return { lines: stdout.trimEnd().split("\n"), stderr };
  };
  afterAll(() => {
    for (const index of examples.keys()) rmSync(place(index), { force: true });
  });

  it("calibrates, scores and discounts by promises, then loads and scores with Effect", async () => {
    const promised = await run(0);
    const effectful = await run(1);

    expect(examples).toHaveLength(2);
    expect([promised.stderr, effectful.stderr]).toEqual(["", ""]);
    const [signal, confidence, p, discounted] = (promised.lines[1] ?? "").split(" ").map(Number);
    expect(promised.lines[0]).toMatch(/^1 false The answers tell the corpora apart/);
    expect([-1, 0, 1]).toContain(signal);
    expect(p).toBeGreaterThan(0.9);
    expect(discounted).toBe((confidence ?? Number.NaN) * (1 - (p ?? Number.NaN)));
    expect(promised.lines.slice(2).join(" ")).toMatch(/^0\.\d+ \{ lo: .* hi: .* \} [\d.]+ [\d.]+$/);
    expect(effectful.lines.join(" ")).toMatch(/pMemorized: [\d.e-]+, beforeCutoff: false/);
  });
});
