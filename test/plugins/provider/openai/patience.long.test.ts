import { describe, expect, it } from "vitest";
import { ask } from "./_ask_case.ts";
import { CASES } from "./_cases.ts";

describe("openai", () => {
  it("meets C-timeouts-6: an answer whose headers take more than five minutes", async () => {
    const one = CASES.find(({ id }) => id === "C-timeouts-6");
    const { rows, arrivals } = await ask({
      rules: one?.input.server?.rules ?? [],
      questions: [{ model: "lab/mock-7b", prompt: "p" }],
      timeoutMs: 400_000,
    });
    expect([rows.map(({ failReason }) => failReason), arrivals.length]).toEqual([[null], 1]);
  }, 330_000);
});
