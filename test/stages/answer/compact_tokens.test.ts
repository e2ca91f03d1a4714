import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SampledAlternative } from "../../../plugins/contract/mod.ts";
import { compactTokens } from "../../../stages/answer/compact_tokens.ts";

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

function alternativesOf(token: string, logprob: number | null, top: ReadonlyArray<SampledAlternative>) {
  return [...compactTokens([{ token, logprob, top }]).alternatives];
}

function logprobOf(token: string, logprob: number | null, top: ReadonlyArray<SampledAlternative>) {
  return compactTokens([{ token, logprob, top }]).logprobs[0];
}

function textOf(token: string, bytes: ReadonlyArray<number> | null) {
  return compactTokens([{ token, logprob: -1, top: [], bytes }]).tokens[0];
}

describe("compactTokens()", () => {
  it("keeps texts, numbers and where each position's alternatives end", () => {
    const run = compactTokens([
      {
        token: "a",
        logprob: -0.5,
        top: [
          { token: "a", logprob: -0.5 },
          { token: "b", logprob: -2 },
        ],
      },
      { token: "c", logprob: -1, top: [] },
      { token: "d", logprob: -0.25, top: [{ token: "d", logprob: -0.25 }] },
    ]);
    expect(run.tokens).toEqual(["a", "c", "d"]);
    expect([...run.logprobs]).toEqual([-0.5, -1, -0.25]);
    expect([...run.alternatives]).toEqual([-0.5, -2, -0.25]);
    expect([...run.ends]).toEqual([2, 2, 3]);
  });

  it("of no tokens is an empty run", () => {
    const run = compactTokens([]);
    expect([run.tokens.length, run.logprobs.length, run.alternatives.length, run.ends.length]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it.each([null, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])(
    "keeps a sampled logprob of %s as NaN and drops such an alternative",
    (hole) => {
      expect(logprobOf("a", hole, [])).toBeNaN();
      expect(
        alternativesOf("a", -0.5, [
          { token: "a", logprob: -0.5 },
          { token: "b", logprob: hole },
        ]),
      ).toEqual([-0.5]);
    },
  );

  it.each([-9999, -1000.5, -1e30, -3.4028234663852886e38, 1, 0.01])(
    "keeps a sampled logprob of %s as reported but drops such an alternative",
    (code) => {
      expect(logprobOf("a", code, [])).toBe(code);
      expect(
        alternativesOf("a", -0.5, [
          { token: "a", logprob: -0.5 },
          { token: "b", logprob: code },
        ]),
      ).toEqual([-0.5]);
    },
  );

  it("uses an alternative that rounding lifted above 0 as 0", () => {
    expect(alternativesOf("a", 1.1920929e-7, [{ token: "a", logprob: 1.1920929e-7 }])).toEqual([0]);
  });

  it("counts the sampled token once when it is listed twice, wherever it stands", () => {
    const own = { token: "a", logprob: -0.489752 };
    const other = { token: "b", logprob: -2 };
    expect(alternativesOf("a", -0.489752, [own, own, other])).toEqual([-0.489752, -2]);
    expect(alternativesOf("a", -0.489752, [other, own, { token: "a", logprob: -0.4897521 }])).toEqual([
      -2, -0.489752,
    ]);
  });

  it("keeps other alternatives that share a text", () => {
    expect(
      alternativesOf("a", -0.5, [
        { token: "b", logprob: -2 },
        { token: "b", logprob: -2 },
      ]),
    ).toEqual([-2, -2]);
  });

  it("keeps alternatives that share the sampled token's text but not its number", () => {
    const top = [-0.116, -2.923, -3.504].map((logprob) => ({ token: "token_id:262", logprob }));
    expect(alternativesOf("token_id:262", -0.116, top)).toEqual([-0.116, -2.923, -3.504]);
  });

  it("keeps alternatives that share the sampled token's text and number but not its bytes", () => {
    const top = [[0xe2], [0xe3]].map((bytes) => ({ token: "\uFFFD", logprob: -0.5, bytes }));
    const sampled = { token: "\uFFFD", logprob: -0.5, bytes: [0xe2], top };
    expect([...compactTokens([sampled]).alternatives]).toEqual([-0.5, -0.5]);
  });

  it("has no number for a sampled token that its own alternatives contradict", () => {
    expect(
      logprobOf("a", -19.985351, [
        { token: "a", logprob: -2.278909 },
        { token: "b", logprob: -1.98 },
      ]),
    ).toBeNaN();
    expect(logprobOf("a", 0, [{ token: "a", logprob: -0.7 }])).toBeNaN();
  });

  it("takes numbers that differ by rounding for one", () => {
    expect(logprobOf("a", -2.28125, [{ token: "a", logprob: -2.278909 }])).toBe(-2.28125);
    expect(logprobOf("a", -0.005, [{ token: "a", logprob: -0.0049 }])).toBe(-0.005);
  });

  it.each(["", "\uFFFD", " \uFFFD"])(
    "takes no alternative for the sampled token by the text %j alone",
    (token) => {
      expect(logprobOf(token, -0.1, [{ token, logprob: -7 }])).toBe(-0.1);
    },
  );

  it("reads bytes where the text shows none", () => {
    expect(textOf("\uFFFD", [0xe2])).toBe("<0xE2>");
    expect(textOf(" \uFFFD", [0x20, 0xf0, 0x9f])).toBe(" <0xF0><0x9F>");
    expect(textOf("", bytesOf("↑"))).toBe("↑");
    expect(textOf("bytes:\\x86", [0x86])).toBe("<0x86>");
    expect(textOf("token_id:262", bytesOf("Direction"))).toBe("Direction");
  });

  it("keeps the text where bytes are absent, empty, its own or of a readable token", () => {
    expect(textOf("\uFFFD", null)).toBe("\uFFFD");
    expect(textOf("", [])).toBe("");
    expect(textOf("\uFFFD", bytesOf("\uFFFD"))).toBe("\uFFFD");
    expect(textOf("Ġthe", bytesOf("Ġthe"))).toBe("Ġthe");
    expect(textOf("up", [0])).toBe("up");
  });

  it("leaves only usable alternatives, in their order, whatever is reported", () => {
    const number = fc.option(fc.oneof(fc.double(), fc.double({ min: -40, max: 0, noNaN: true })));
    const entry = fc.record({ token: fc.constantFrom("a", "b", ""), logprob: number });
    const sampled = fc.record({
      token: fc.constantFrom("a", "b", ""),
      logprob: number,
      top: fc.array(entry),
    });
    fc.assert(
      fc.property(fc.array(sampled, { maxLength: 6 }), (list) => {
        const run = compactTokens(list);
        expect(run.ends.length).toBe(list.length);
        expect(run.ends.at(-1) ?? 0).toBe(run.alternatives.length);
        for (const value of run.alternatives) expect(value >= -1000 && value <= 0).toBe(true);
        for (const value of run.logprobs) expect(Math.abs(value)).not.toBe(Number.POSITIVE_INFINITY);
      }),
    );
  });
});
