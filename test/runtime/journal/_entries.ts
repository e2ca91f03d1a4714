import fc from "fast-check";
import type { FailReason, Outcome, TokenRun } from "../../../plugins/contract/mod.ts";
import type { Entry } from "../../../runtime/journal/mod.ts";

export const keyOf = (n: number) => n.toString(16).padStart(8, "0").repeat(8);

/** An answer of few tokens with numbers of seven decimals. */
export function answerEntry(n: number, overrides: Partial<Entry> = {}): Entry {
  return {
    key: keyOf(n),
    model: "lab/one",
    draw: 0,
    sampling: { temperature: 0, maxTokens: 512, topLogprobs: 2 },
    attempt: 1,
    ms: 12,
    charged: { input: 10, output: 2 },
    outcome: {
      _tag: "Answered",
      answer: {
        text: "Direction: 1",
        finishReason: "stop",
        run: {
          tokens: ["Direction", ": 1"],
          logprobs: Float64Array.of(-0.1234567, -1.5),
          alternatives: Float64Array.of(-0.1234567, -2.25, -1.5, -3),
          ends: Uint32Array.of(2, 4),
        },
        usage: { promptTokens: 10, completionTokens: 2 },
        reported: { model: "lab/one", temperature: null, fingerprint: "fp" },
      },
    },
    ...overrides,
  };
}

export function failureEntry(n: number, detail = "HTTP 500", attempt = 1): Entry {
  return answerEntry(n, {
    attempt,
    charged: { input: 0, output: 0 },
    outcome: { _tag: "Failed", reason: "error", detail },
  });
}

const text = fc.string({ unit: "binary", maxLength: 40 });
const maybeText = fc.option(text, { nil: null });
const count = fc.nat(100_000);
const logprob = fc.oneof(
  fc.double(),
  fc.integer({ min: -300_000_000, max: 0 }).map((n) => n / 1e7),
  fc.constantFrom(-0, 0, Number.NaN, -9999, Math.fround(-1.1)),
);

const run = fc
  .array(fc.tuple(text, logprob, fc.array(logprob, { maxLength: 5 })), { maxLength: 12 })
  .map((positions): TokenRun => {
    let end = 0;
    return {
      tokens: positions.map(([token]) => token),
      logprobs: Float64Array.from(positions, ([, logprob]) => logprob),
      alternatives: Float64Array.from(positions.flatMap(([, , top]) => top)),
      ends: Uint32Array.from(positions, ([, , top]) => {
        end += top.length;
        return end;
      }),
    };
  });

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({
    _tag: fc.constant("Failed" as const),
    reason: fc.constantFrom<FailReason>("timeout", "no_logprobs", "parse_failure", "error"),
    detail: text,
  }),
  fc.record({
    _tag: fc.constant("Answered" as const),
    answer: fc.record({
      text,
      finishReason: maybeText,
      run: fc.option(run, { nil: null }),
      usage: fc.option(fc.record({ promptTokens: count, completionTokens: count }), { nil: null }),
      reported: fc.record({
        model: maybeText,
        temperature: fc.option(
          fc.integer({ min: 0, max: 20 }).map((n) => n / 10),
          { nil: null },
        ),
        fingerprint: maybeText,
      }),
    }),
  }),
);

/** Entries of all sorts. */
export const anyEntry: fc.Arbitrary<Entry> = fc.record({
  key: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
  model: text,
  draw: count,
  sampling: fc.record({
    temperature: fc.integer({ min: 0, max: 20 }).map((n) => n / 10),
    maxTokens: count,
    topLogprobs: count,
  }),
  attempt: count,
  ms: count,
  charged: fc.record({ input: count, output: count }),
  outcome,
});
