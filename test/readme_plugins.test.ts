import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "./support/cli.ts";

const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const sources = [...readme.matchAll(/^```ts\n\/\/ (\w+\.ts)\n(.*?)^```/gms)];

it("the plugins in the README run together, outside any project", { timeout: 240_000 }, async () => {
  const cwd = folder();
  cpSync(join(ROOT, "configs/data/example"), join(cwd, "data"), { recursive: true });
  for (const [, name = "", text = ""] of sources) writeFileSync(join(cwd, name), text);
  writeFileSync(join(cwd, "cutoffs.yaml"), "models: { coin: 2020-01-01 }\n");
  writeFileSync(
    join(cwd, "run.yaml"),
    `version: 1
inputs: { eval_set: data/eval.jsonl, is_memorized: data/is_memorized.jsonl, oos_control: data/oos_control.jsonl, cutoffs: cutoffs.yaml }
models: { candidates: [coin] }
provider: { use: ./coin.ts }
gates: { use: ./readable.ts, with: { floor: 0.5 } }
reports: [terminal, { use: ./desk.ts, with: { channel: desk } }]
controls: false
`,
  );

  const { code, stdout, stderr } = await recallGuard(["run", "run.yaml", "--out", "out"], { cwd });

  expect(sources.map(([, name]) => name)).toEqual(["desk.ts", "readable.ts", "coin.ts"]);
  expect(stderr).not.toMatch(/Cannot|fault/);
  expect(code).toBe(0);
  expect(stdout).toContain("the length of the question decides");
  expect(readFileSync(join(cwd, "out/desk.txt"), "utf8")).toBe("desk coin trade\n");
});
