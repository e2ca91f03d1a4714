import { afterEach, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../../../support/mock/mod.ts";
import { ask } from "./_ask_case.ts";

const open: Array<Mock> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((mock) => mock.close()));
});

describe("openai against a server that puts off every third request for a second", () => {
  it("gets 64 rows answered, asks none before its time, and moves its limit down and up again", async () => {
    const does = { status: 429, headers: { "retry-after": "1" }, body: "{}" };
    const mock = await startMock({ latencyMs: 20, faults: [{ every: 3, does }] });
    open.push(mock);
    const questions = Array.from({ length: 64 }, (_, i) => ({ model: "lab/a", prompt: `[oos] ${i}` }));
    const { rows, limits } = await ask({
      rules: [],
      questions,
      url: mock.url,
      concurrency: 16,
      now: Date.now(),
    });
    expect(rows.map(({ failReason }) => failReason)).toEqual(Array(64).fill(null));
    for (const { prompt, at, fault } of mock.arrivals) {
      const next = mock.arrivals.find((later) => later.prompt === prompt && later.at > at);
      if (fault !== null) expect((next?.at ?? 0) - at).toBeGreaterThanOrEqual(1000);
    }
    expect(mock.most.inFlight).toBeLessThanOrEqual(16);
    const steps = limits.map(({ from, to }) => to - from);
    expect([steps.some((step) => step < 0), steps.some((step) => step > 0)]).toEqual([true, true]);
  });
});
