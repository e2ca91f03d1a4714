import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folder, recallGuard } from "../support/cli.ts";
import { type Mock, startMock } from "../support/mock/mod.ts";
import { EVERY_WRITER, SMALL, workload } from "../support/workload.ts";

/** A finished run with failed rows, whose endpoint and original inputs are gone. */
describe("recall-guard replay", () => {
  let mock: Mock | null = null;
  let finished = "";
  const copy = () => {
    const out = join(folder(), "run");
    cpSync(finished, out, { recursive: true });
    return out;
  };
  const edit = (out: string, name: string, change: (text: string) => string) => {
    const file = join(out, name);
    writeFileSync(file, change(readFileSync(file, "latin1")), "latin1");
  };
  const replayed = async (out: string) => {
    const { code, stdout, stderr } = await recallGuard(["replay", out]);
    return { code, stdout, stderr: stderr.replaceAll(out, "RUN") };
  };
  const inputCopy = (out: string, name: string) =>
    join("inputs", readdirSync(join(out, "inputs")).find((copy) => copy.endsWith(`-${name}`)) ?? "");

  beforeAll(async () => {
    mock = await startMock({ faults: [{ every: 11, does: { status: 400, body: '{"error":"no"}' } }] });
    const base = workload(mock.url, {
      ...SMALL,
      rows: 30,
      corpus: 20,
      reports: EVERY_WRITER,
      settings: [
        "stages: [load, cutoff_guard, { use: smoke, with: { prompts: [one] } }, baseline, calibrate, evaluate, rank, report]",
      ],
    });
    finished = join(base, "out");
    const { code } = await recallGuard(["run", join(base, "run.yaml"), "--out", finished, "--set", "seed=3"]);
    expect(code).toBe(0);
    await mock.close();
    for (const name of ["run.yaml", "eval.jsonl", "is.jsonl", "oos.jsonl", "cutoffs.yaml"])
      rmSync(join(base, name));
  }, 120_000);
  afterAll(() => mock?.close());

  it("makes the same bytes again, failed rows included, with nothing to ask", async () => {
    const records = readFileSync(join(finished, "records.jsonl"), "utf8");
    expect(records).toContain('"fail_reason":"error"');
    const { code, stdout, stderr } = await replayed(copy());
    expect([code, stderr]).toEqual([0, ""]);
    for (const name of [
      "shortlist.json",
      "calibrators.json",
      "records.jsonl",
      "summary.csv",
      "top3.md",
      "report.html",
      "manifest.json",
    ]) {
      expect(stdout).toMatch(new RegExp(`${name.replace(".", "\\.")} +│ [0-9a-f]{16} │ same bytes`));
    }
    expect(stdout).toContain("Nothing was sent.");
  });

  it("names the line of the journal in which a byte was flipped", async () => {
    const out = copy();
    edit(out, "answers.jsonl", (text) => {
      const lines = text.split("\n");
      return lines.with(16, (lines[16] ?? "").replace('"text":"', '"text":"!').replace("! ", "!")).join("\n");
    });
    const { code, stderr } = await replayed(out);
    expect([code, stderr]).toEqual([
      4,
      'Cannot use "RUN/answers.jsonl" line 17: its checksum does not hold; without that line its question would be asked again\n',
    ]);
  });

  it("notices a journal that lost a line, also its last", async () => {
    const out = copy();
    edit(out, "answers.jsonl", (text) => text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1));
    const { code, stderr } = await replayed(out);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^answers\.jsonl had \d+ lines when the run ended and has \d+\n$/);
  });

  it("names an input that was edited", async () => {
    const out = copy();
    const name = inputCopy(out, "eval.jsonl");
    edit(out, name, (text) => text.replace('"target_direction":1', '"target_direction":0'));
    const { code, stderr } = await replayed(out);
    expect([code, stderr]).toEqual([
      4,
      `Input "eval.jsonl" is not what the run read: "RUN/${name}" has other bytes, or none\n`,
    ]);
  });

  it("names an option that was changed", async () => {
    const out = copy();
    edit(out, "config.yaml", (text) => text.replace("min_valid: 4", "min_valid: 5"));
    const { code, stderr } = await replayed(out);
    expect([code, stderr]).toEqual([4, "config.calibration.min_valid was 4 and is 5\n"]);
  });

  it("names a plugin of another version", async () => {
    const out = copy();
    edit(out, "manifest.json", (text) =>
      text.replace(/("name": "openai",\s+"version": )"[^"]+"/, '$1"0.9.0"'),
    );
    const { code, stderr } = await replayed(out);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^plugins\.provider\.version was "0\.9\.0" and is "[\d.]+"\n$/);
  });

  it.each(["records.jsonl", "summary.csv", "top3.md"])(
    "names %s and the line that was edited",
    async (name) => {
      const out = copy();
      edit(out, name, (text) => {
        const lines = text.split("\n");
        return lines.with(2, `${lines[2]} `).join("\n");
      });
      const { code, stderr } = await replayed(out);
      expect([code, stderr]).toEqual([4, `"RUN/${name}" line 3 is not what the run wrote\n`]);
    },
  );

  it("names a file that is gone, and a manifest that was edited", async () => {
    const gone = copy();
    rmSync(join(gone, "summary.csv"));
    expect(await replayed(gone)).toMatchObject({
      code: 4,
      stderr: '"RUN/summary.csv" line 1 is not what the run wrote\n',
    });
    const edited = copy();
    edit(edited, "manifest.json", (text) => text.replace('"answered": 1', '"answered": 2'));
    const { code, stderr } = await replayed(edited);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^"RUN\/manifest\.json" line \d+ is not what the run wrote\n$/);
  });

  it("needs a finished run", async () => {
    const out = copy();
    rmSync(join(out, "manifest.json"));
    expect(await replayed(out)).toMatchObject({
      code: 2,
      stderr: 'Cannot replay "RUN": it holds no finished run (manifest.json: there is no such file)\n',
    });
  });
});
