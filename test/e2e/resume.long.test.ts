import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { random } from "../../stages/math/mod.ts";
import { recallGuard, startRecallGuard } from "../support/cli.ts";
import { startMock } from "../support/mock/mod.ts";
import { distinctRequests, EVERY_WRITER, WHOLE, workload } from "../support/workload.ts";

const ARTIFACTS = ["calibrators.json", "records.jsonl", "shortlist.json", "summary.csv", "top3.md"];
const KILLS = 20;
const CONCURRENCY = 8;

const artifacts = (out: string) => ARTIFACTS.map((name) => readFileSync(join(out, name), "utf8"));

const LOAD = { ...WHOLE, reports: EVERY_WRITER };

describe("a run that is killed 20 times", () => {
  it("ends with the files of one that was left alone, and asks only what was in flight again", async () => {
    const mock = await startMock({ latencyMs: 20 });
    const total = distinctRequests(LOAD);
    const whole = join(workload(mock.url, LOAD), "run.yaml");
    const wholeOut = join(whole, "../out");
    expect((await recallGuard(["run", whole, "--out", wholeOut])).code).toBe(0);
    const from = mock.arrivals.length;
    expect(from).toBe(total);

    const config = join(workload(mock.url, LOAD), "run.yaml");
    const out = join(config, "../out");
    const draw = random(20, "kills");
    const moments = Array.from({ length: KILLS }, () => Math.floor(draw() * total)).toSorted((a, b) => a - b);
    for (const moment of moments) {
      const run = startRecallGuard(["run", config, "--out", out]);
      while (mock.arrivals.length - from <= moment) await new Promise((resolve) => setTimeout(resolve, 1));
      run.signal("SIGKILL");
      expect((await run.ended).code).toBeNull();
      expect(existsSync(join(out, "manifest.json"))).toBe(false);
    }
    expect((await recallGuard(["run", config, "--out", out])).code).toBe(0);
    expect(artifacts(out)).toEqual(artifacts(wholeOut));
    expect(mock.arrivals.length - from).toBeLessThanOrEqual(total + KILLS * CONCURRENCY);
    expect((await recallGuard(["replay", out])).code).toBe(0);
    await mock.close();
  });
});
