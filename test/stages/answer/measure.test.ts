import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TOKENS_REALIGNED } from "../../../stages/answer/accept_tokens.ts";
import { compactTokens } from "../../../stages/answer/compact_tokens.ts";
import { measure, NO_REFERENCE } from "../../../stages/answer/measure.ts";
import { reportedAnswer, runOf } from "./_reported.ts";

interface Outcome {
  readonly outcome: "ok" | "fail";
  readonly fail_reason?: ReadonlyArray<string>;
}

interface LogprobCase {
  readonly id: string;
  readonly input: {
    readonly type: string;
    readonly response: { readonly body: string };
    readonly reference_response?: { readonly body: string };
    readonly baseline_body?: string;
  };
  readonly expected: { readonly accept: ReadonlyArray<Outcome> };
}

const cases: ReadonlyArray<LogprobCase> = readFileSync(
  new URL("../../cases/logprobs.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ input }: LogprobCase) => input.type === "chat_response" || input.type === "chat_pair");

function measured({ input }: LogprobCase) {
  const reference = input.reference_response;
  return measure(reportedAnswer(input.response.body), reference ? reportedAnswer(reference.body) : null);
}

const UNMEASURED: Readonly<Record<string, "no_logprobs" | "error">> = {
  "A-logprobs-missing-1": "no_logprobs",
  "A-logprobs-missing-2": "no_logprobs",
  "A-logprobs-empty-1": "no_logprobs",
  "A-entry-logprob-null-1": "no_logprobs",
  "A-alternatives-missing-2": "error",
  "A-single-alternative-1": "no_logprobs",
  "A-sentinel-9999-1": "no_logprobs",
  "A-sentinel-9999-3": "no_logprobs",
  "A-float-min-floor-2": "no_logprobs",
  "A-non-finite-json-4": "no_logprobs",
  "A-positive-logprob-2": "no_logprobs",
  "A-all-zero-2": "error",
  "A-all-zero-3": "no_logprobs",
  "A-legacy-shape-2": "no_logprobs",
  "A-legacy-shape-3": "no_logprobs",
  "A-token-id-text-2": "no_logprobs",
  "A-value-disagrees-with-top-1": "no_logprobs",
  "A-variance-rounds-negative-1": "error",
  "A-logprobs-in-refusal-2": "no_logprobs",
};

describe("measure() on collected replies", () => {
  it.each(cases.map((known) => [known.id, known] as const))(
    "%s has an outcome that may be accepted",
    (id, known) => {
      const measurement = measured(known);
      expect(measurement.ok ? "ok" : measurement.failReason).toBe(UNMEASURED[id] ?? "ok");
      const accepted = known.expected.accept.some(({ outcome, fail_reason = [] }) =>
        measurement.ok ? outcome === "ok" : fail_reason.includes(measurement.failReason),
      );
      expect(accepted).toBe(true);
      if (!measurement.ok) return;
      const { ref_delta, ...others } = measurement.features;
      for (const value of Object.values(others)) expect(Number.isFinite(value)).toBe(true);
      expect(ref_delta === null).toBe(known.input.reference_response === undefined);
    },
  );

  it.each(
    cases
      .filter(({ id, input }) => input.baseline_body && !UNMEASURED[id])
      .map((known) => [known.id, known] as const),
  )("%s has the features of the plain reply", (_, known) => {
    const measurement = measured(known);
    const plain = measure(reportedAnswer(known.input.baseline_body!), null);
    if (!measurement.ok || !plain.ok) throw new Error("both replies can be measured");
    expect(measurement.nTokens).toBe(plain.nTokens);
    for (const name of ["loss", "min_k", "min_k_pp", "zlib_ratio"] as const) {
      expect(measurement.features[name]).toBeCloseTo(plain.features[name]!, 12);
    }
  });

  it("takes the reference's loss over the reference's own tokens", () => {
    const deltas = cases
      .filter(({ input }) => input.reference_response)
      .map((known) => {
        const measurement = measured(known);
        return measurement.ok ? measurement.features.ref_delta : null;
      });
    expect(deltas[0]).toBeCloseTo(0.28010225, 12);
    expect(deltas[1]).toBeCloseTo(-0.017277310606, 12);
    expect(deltas.length).toBe(2);
  });
});

const ANSWER = { text: "Up 1", run: runOf(["Up", " 1"], [-0.5, -1]) };

describe("measure()", () => {
  it("computes the features of the tokens that count", () => {
    const hidden = { text: "Up 1", run: runOf(["hm", "</think>", "Up", " 1"], [-3, -3, -0.5, -1]) };
    const plain = measure(ANSWER, null);
    expect(plain).toMatchObject({
      ok: true,
      nTokens: 2,
      marks: [],
      features: { loss: 0.75, min_k: -1, ref_delta: null },
    });
    expect(measure(hidden, null)).toEqual({ ...plain, marks: [TOKENS_REALIGNED] });
  });

  it("subtracts the loss of the reference's answer", () => {
    const reference = { text: "Down", run: runOf(["Down"], [-0.25]) };
    expect(measure(ANSWER, reference)).toMatchObject({ ok: true, marks: [], features: { ref_delta: 0.5 } });
  });

  it("needs no alternatives of the reference", () => {
    const run = compactTokens([{ token: "Down", logprob: -0.25, top: [] }]);
    expect(measure(ANSWER, { text: "Down", run })).toMatchObject({
      ok: true,
      marks: [],
      features: { ref_delta: 0.5 },
    });
  });

  it.each([
    ["failed", "failed" as const],
    ["has no logprobs", { text: "Down", run: null }],
    ["has tokens of another text", { text: "Down", run: runOf(["Up"]) }],
    ["has a hole", { text: "Down", run: runOf(["Do", "wn"], [-1, null]) }],
  ])("marks a row whose reference %s", (_, reference) => {
    const measurement = measure(ANSWER, reference);
    expect(measurement).toMatchObject({
      ok: true,
      marks: [NO_REFERENCE],
      features: { loss: 0.75, ref_delta: null },
    });
  });

  it("fails with the reason for which tokens are not accepted", () => {
    const answer = { text: "Up 1", run: runOf(["Up", " 1"], [-0.5, null]) };
    const why = "token 2 of 2 has no usable logprob";
    expect(measure(answer, null)).toEqual({ ok: false, failReason: "no_logprobs", why });
  });

  it("fails where a token that counts has no alternatives", () => {
    const own = { token: "Up", logprob: -0.5 };
    const run = compactTokens([
      { ...own, top: [own, { token: "no", logprob: -2 }] },
      { token: " 1", logprob: -1, top: [{ token: "x", logprob: -9999 }] },
    ]);
    const why = "min_k_pp is undefined: token 2 of 2 has no alternatives";
    expect(measure({ text: "Up 1", run }, null)).toEqual({ ok: false, failReason: "error", why });
  });

  it("fails where alternatives among the lowest do not differ, and only there", () => {
    const flat = (logprob: number) => ({ token: "a", logprob, top: [{ token: "a", logprob }] });
    const spread = (logprob: number) => ({
      token: "b",
      logprob,
      top: [-0.1, -1, -2].map((value, i) => ({ token: `${i}`, logprob: value })),
    });
    const why = "min_k_pp is undefined: among the lowest tokens are some whose alternatives do not differ";
    const low = { text: "ab", run: compactTokens([flat(-0.5), spread(-0.1)]) };
    expect(measure(low, null)).toEqual({ ok: false, failReason: "error", why });
    const high = { text: "ab", run: compactTokens([flat(-0.5), spread(-5)]) };
    expect(measure(high, null)).toMatchObject({ ok: true, nTokens: 2 });
  });

  it("fails where the answer has no compressed length", () => {
    const measurement = measure({ text: "Up \ud83d", run: runOf(["Up", " \ud83d"]) }, null);
    expect(measurement).toMatchObject({ ok: false, failReason: "error" });
  });

  it("measures a character that two tokens share", () => {
    expect(measure({ text: "Up 😀", run: runOf(["Up ", "\ud83d", "\ude00"]) }, null)).toMatchObject({
      ok: true,
      nTokens: 3,
    });
  });
});
