import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "../support/cli.ts";

interface Row {
  readonly model: string;
  readonly date: string;
  readonly parse_ok: boolean;
  readonly predicted_direction: number;
  readonly target_direction: number;
}

describe.each([["configs/sp500.yaml"], ["configs/sp500_dedated.yaml"]])("%s", (config) => {
  let rows: ReadonlyArray<Row> = [];

  beforeAll(async () => {
    execFileSync(process.execPath, [".dist/make_sp500.js"], { cwd: ROOT });
    const out = join(folder(), "out");
    const { code, stderr } = await recallGuard(["run", config, "--out", out]);
    expect([code, stderr]).toEqual([0, ""]);
    rows = readFileSync(join(out, "records.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  }, 240_000);

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
});
