import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EXAMPLE_SEED, exampleFiles } from "../../configs/data/example_files.ts";

interface Row {
  readonly prompt: string;
  readonly target_direction?: number;
  readonly metadata: { readonly date: string };
}

const files = exampleFiles(EXAMPLE_SEED);
const lines = (name: string) => (files[name] ?? "").trimEnd().split("\n");
const rows = (name: string): ReadonlyArray<Row> =>
  lines(name)
    .map((line) => JSON.parse(line))
    .filter((row) => "prompt" in row);

describe("exampleFiles()", () => {
  it("exampleFiles() is what the repository holds", () => {
    expect(readdirSync("configs/data/example").toSorted()).toEqual(Object.keys(files).toSorted());
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(`configs/data/example/${name}`, "utf8") === text, `${name} is current`).toBe(true);
    }
  });

  it("exampleFiles() is a function of the seed", () => {
    expect(exampleFiles(2)).toEqual(exampleFiles(2));
    expect(exampleFiles(2)).not.toEqual(files);
  });

  it("exampleFiles() gives enough rows, no question twice and no direction most of the rows", () => {
    const sizes = Object.keys(files).map((name) => [name, rows(name).length]);
    const prompts = Object.keys(files).flatMap((name) => rows(name).map(({ prompt }) => prompt));
    const targets = rows("eval.jsonl").map(({ target_direction }) => target_direction);

    expect(Object.fromEntries(sizes)).toEqual({
      "eval.jsonl": 150,
      "is_memorized.jsonl": 80,
      "oos_control.jsonl": 80,
    });
    expect(new Set(prompts).size).toBe(310);
    for (const direction of [-1, 0, 1]) {
      const share = targets.filter((target) => target === direction).length / targets.length;
      expect(share).toBeGreaterThan(0.2);
      expect(share).toBeLessThan(0.5);
    }
  });

  it("exampleFiles() keeps memorised rows before its cutoff and all others after it", () => {
    const { _cutoff_date: cutoff } = JSON.parse(lines("eval.jsonl")[0] ?? "");
    const late = [...rows("eval.jsonl"), ...rows("oos_control.jsonl")];

    expect(cutoff).toBe("2024-08-31");
    expect(late.filter(({ metadata }) => metadata.date <= cutoff)).toEqual([]);
    expect(rows("is_memorized.jsonl").filter(({ metadata }) => metadata.date > "2023-06-30")).toEqual([]);
  });
});
