import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DEMO_SEED, demoFiles } from "../../../../configs/data/demo_files.ts";
import { readCloses, sp500Files } from "../../../../configs/data/sp500_files.ts";
import { world } from "../../../../plugins/provider/embedded/world.ts";

const SIZES = { evaluation: 300, corpus: 200, library: 40, news: 30 };
const lines = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("world()", () => {
  test("world() is a function of the seed", () => {
    expect(world(5, SIZES)).toEqual(world(5, SIZES));
    expect(world(5, SIZES).corpus).not.toEqual(world(6, SIZES).corpus);
  });

  test("world() lets 80 % of the evaluation agree with the rules, and gives no cue twice", () => {
    const { evaluation, corpus, decoys, library, rules } = world(5, SIZES);
    const cue = (prompt: string) => /Setup: [^.]+\./.exec(prompt)![0];
    const points = new Map(rules.map(({ prompt, outcome }) => [cue(prompt), outcome]));
    const asked = [...evaluation.members, ...evaluation.others];
    const agree = asked.filter(({ prompt, outcome }) => points.get(cue(prompt)) === outcome);
    const all = [...asked, ...corpus.members, ...corpus.others, ...decoys, ...library];
    expect(agree).toHaveLength(240);
    expect(new Set(all.map(({ prompt }) => cue(prompt))).size).toBe(all.length);
    expect(decoys).toHaveLength(evaluation.members.length + corpus.members.length);
  });
});

describe("demoFiles()", () => {
  test("demoFiles() is what the repository holds", () => {
    for (const [name, text] of Object.entries(demoFiles(DEMO_SEED))) {
      expect(readFileSync(`configs/data/demo/${name}`, "utf8") === text, `${name} is current`).toBe(true);
    }
  });

  test("demoFiles() lets no question of the control corpus or after the cutoff be read", () => {
    const files = demoFiles(2);
    const read = ["library", "exam", "decoys", "rules"].map((name) => files[`${name}.jsonl`]).join("");
    const after = lines(files["eval.jsonl"]!).filter(({ metadata }) => metadata.date > "2023-06-30");
    const before = lines(files["eval.jsonl"]!).filter(({ metadata }) => metadata.date <= "2023-06-30");
    const unread = [...after, ...lines(files["oos_control.jsonl"]!)];
    expect([before.length, after.length]).toEqual([150, 150]);
    expect(unread.filter(({ prompt }) => read.includes(JSON.stringify(prompt)))).toEqual([]);
    const members = [...before, ...lines(files["is_memorized.jsonl"]!)].map(({ prompt }) => prompt);
    expect(new Set(lines(files["exam.jsonl"]!).map(({ prompt }) => prompt))).toEqual(new Set(members));
  });

  test("demoFiles() writes no date into a prompt", () => {
    const prompts = lines(demoFiles(2)["eval.jsonl"]!).map(({ prompt }) => prompt);
    expect(prompts.filter((prompt) => /\d{4}-\d\d|20\d\d/.test(prompt))).toEqual([]);
  });
});

describe("sp500Files()", () => {
  const closes = readCloses(readFileSync("node_modules/vega-datasets/data/sp500-2000.csv", "utf8"));
  const files = sp500Files(closes, 1);

  test.each(["dated", "dedated"])("sp500Files() asks no day twice in the %s version", (version) => {
    const [evaluation, is, oos] = ["eval", "is_memorized", "oos_control"].map((name) =>
      lines(files[`${version}_${name}.jsonl`]!),
    );
    const all = [...evaluation!, ...is!, ...oos!];
    expect([evaluation!.length, is!.length, oos!.length]).toEqual([450, 300, 300]);
    expect(new Set(all.map(({ prompt }) => prompt)).size).toBe(1050);
    expect(new Set(all.map(({ metadata }) => metadata.date)).size).toBe(1050);
    expect(is!.every(({ metadata }) => metadata.date <= "2009-12-31")).toBe(true);
    expect(oos!.every(({ metadata }) => metadata.date > "2015-12-31")).toBe(true);
  });

  test("sp500Files() asks for the close of the row's own day, from the closes before it", () => {
    const row = lines(files["dated_history.jsonl"]!)[0];
    expect(closes.slice(5, 7).map(({ date, level }) => [date, level])).toEqual([
      ["2000-01-10", 1457.599976],
      ["2000-01-11", 1438.560059],
    ]);
    expect(row.prompt).toContain("1441.47, 1457.60.\n");
    expect(row.target_direction).toBe(-1);
    expect(row.metadata).toEqual({
      date: "2000-01-11",
      answer: "Direction: -1\nConfidence: 0.68\nMove: -131 bp",
    });
  });

  test("sp500Files() calls a day flat only where both closes are equal", () => {
    const flat = sp500Files(
      closes.map((close, at) => (at === 9 ? { ...close, level: closes[8]!.level } : close)),
      1,
    );
    expect(lines(flat["dated_history.jsonl"]!)[3].target_direction).toBe(0);
  });

  test("sp500Files() names neither date nor level in the dedated version", () => {
    const prompts = lines(files["dedated_history.jsonl"]!).map(({ prompt }) => prompt);
    expect(prompts.filter((prompt) => /\d{3,}/.test(prompt))).toEqual([]);
  });
});
