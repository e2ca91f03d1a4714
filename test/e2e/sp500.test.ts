import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Ended, folder, npm, ROOT, recallGuard } from "../support/cli.ts";

interface Row {
  readonly model: string;
  readonly date: string;
  readonly parse_ok: boolean;
  readonly predicted_direction: number;
  readonly target_direction: number;
}

/** A model in `analysis.json`, as far as it is read here. */
interface Analysed {
  readonly model: string;
  readonly outcome_recall: { readonly answer: string };
  readonly verdict: { readonly verdict: string };
  readonly outcomes: {
    readonly difference: {
      readonly against: string;
      readonly difference: { readonly point: number; readonly lo: number };
    };
  };
}

/** Where a machine may stand. */
const UTC = { utc: { TZ: "UTC" } };
const BOTH = { ...UTC, auckland: { TZ: "Pacific/Auckland", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" } };

/** With dates and levels in the prompts the corpora give themselves away, with daily changes alone they hardly do. */
const DATED = {
  clues: [/dates: latest year 200\d against 201\d/, /level of the numbers quoted: largest /],
  verdicts: ["confounded", "not-identifiable"],
};
const DEDATED = {
  clues: [/level of the numbers quoted: largest /],
  verdicts: ["detected", "detected-adjusted"],
};

type Env = Readonly<Record<string, string>>;

/** As the README says. */
const runDated = (out: string, env: Env): Promise<Ended> =>
  npm(["run", "-s", "sp500", "--", "--out", out], { env });

function runDedated(out: string, env: Env): Promise<Ended> {
  execFileSync(process.execPath, [".dist/make_sp500.js"], { cwd: ROOT, env: { ...process.env, ...env } });
  return recallGuard(["run", "configs/sp500_dedated.yaml", "--out", out], { env });
}

describe.each([
  ["configs/sp500.yaml", runDated, BOTH, DATED],
  ["configs/sp500_dedated.yaml", runDedated, UTC, DEDATED],
] as const)("%s", (_config, run, places, { clues, verdicts }) => {
  const base = folder();
  const text = (run: string, name: string) => readFileSync(join(base, run, name), "utf8");
  let rows: ReadonlyArray<Row> = [];
  let told = "";

  beforeAll(async () => {
    for (const [out, env] of Object.entries(places)) {
      const { code, stderr } = await run(join(base, out), env);
      told = stderr;
      expect([code, stderr.replace(/^warning: confounded-corpus: .*\n/gm, "")]).toEqual([0, ""]);
    }
    rows = text("utc", "records.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  }, 480_000);

  it.each(["records.jsonl", "summary.csv", "top3.md", "calibrators.json", "statistics.csv", "analysis.json"])(
    "%s has the same bytes in every zone and locale",
    (name) => {
      const found = Object.keys(places).map((place) => text(place, name));
      expect(new Set(found).size).toBe(1);
    },
  );

  const accuracy = (model: string, keep: (date: string) => boolean) => {
    const own = rows.filter((row) => row.model === model && row.parse_ok && keep(row.date));
    expect(own.length).toBeGreaterThan(50);
    return own.filter((row) => row.predicted_direction === row.target_direction).length / own.length;
  };

  it.each([
    ["through_2009", "2009-12-31"],
    ["through_2015", "2015-12-31"],
  ])("%s is right before its cutoff more often than after, by more than .2", (model, cutoff) => {
    expect(
      accuracy(model, (date) => date <= cutoff) - accuracy(model, (date) => date > cutoff),
    ).toBeGreaterThan(0.2);
  });

  it("the untrained model knows no period better, to .15", () => {
    const gap =
      accuracy("untrained", (date) => date <= "2015-12-31") -
      accuracy("untrained", (date) => date > "2015-12-31");
    expect(Math.abs(gap)).toBeLessThan(0.15);
  });

  const analysed = (model: string): Analysed =>
    JSON.parse(text("utc", "analysis.json")).models.find((found: Analysed) => found.model === model);

  it.each(["through_2009", "through_2015"])(
    "%s recalls outcomes: its gap exceeds the untrained model's on the same rows by more than .2",
    (model) => {
      const { outcome_recall, outcomes } = analysed(model);
      const { against, difference } = outcomes.difference;

      expect(outcome_recall.answer).toBe("yes");
      expect(against).toBe("untrained");
      expect(difference.point).toBeGreaterThan(0.2);
      expect(difference.lo).toBeGreaterThan(0);
    },
  );

  it("the untrained model is neither said to recall nor detected", () => {
    const { outcome_recall, verdict } = analysed("untrained");

    expect(outcome_recall.answer).toBe("unknown");
    expect(verdict.verdict).not.toMatch(/^detected/);
  });

  it("the words name what gives the corpora away", () => {
    for (const clue of clues) expect(told).toMatch(clue);
  });

  it("what the log-probabilities may say depends on whether the prompts give the corpora away", () => {
    for (const model of ["through_2009", "through_2015"]) {
      expect(verdicts).toContain(analysed(model).verdict.verdict);
    }
  });
});
