import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FEATURES, type Features, features, loss, minKPlusPlus } from "../../../stages/math/mod.ts";
import { golden, raises, relativeError, vector } from "./_golden.ts";
import { type Position, trace } from "./_trace.ts";

interface Input {
  readonly response: string;
  readonly logprobs: ReadonlyArray<Position>;
  readonly ref_logprobs: ReadonlyArray<Position> | null;
  readonly k: number;
}

function measured({ response, logprobs, ref_logprobs, k }: Input): Features {
  return features(response, trace(logprobs), ref_logprobs === null ? null : loss(trace(ref_logprobs)), k);
}

/** z-scores over a spread near the floor carry the rounding of the mean. */
const tolerance = (name: string) => (name.startsWith("std_") ? 1e-9 : 1e-12);

describe("features()", () => {
  const cases = golden<Input, Features | { readonly error: string }>("mia_features");

  it.each(cases.filter((c) => !raises(c.expected)))(
    "agrees with the reference on $name",
    ({ name, input, expected }) => {
      const actual = measured(input);
      for (const feature of FEATURES) {
        const [a, e] = [actual[feature], (expected as Features)[feature]];
        if (a === null || e === null) expect(a, feature).toBe(e);
        else
          expect(relativeError(a, e), `${feature}: ${a} against ${e}`).toBeLessThanOrEqual(tolerance(name));
      }
    },
  );

  it.each(cases.filter((c) => raises(c.expected)))("refuses $name", ({ input }) => {
    expect(() => measured(input)).toThrow(RangeError);
  });

  it("agrees with the method's worked answer", () => {
    const { input, expect: expected } = vector<{
      readonly input: {
        readonly text: string;
        readonly logprobs: ReadonlyArray<number>;
        readonly top: ReadonlyArray<ReadonlyArray<number>>;
        readonly ref_logprobs: ReadonlyArray<number>;
      };
      readonly expect: Features;
    }>("features");
    const answer = input.logprobs.map((logprob, i) => ({ logprob, top: input.top[i]! }));
    const reference = loss(trace(input.ref_logprobs.map((logprob) => ({ logprob, top: null }))));
    const actual = features(input.text, trace(answer), reference);
    for (const feature of FEATURES) expect(actual[feature]).toBeCloseTo(expected[feature]!, 9);
  });

  it("refuses an answer without tokens, a bad share and a bad reference loss", () => {
    const one = trace([{ logprob: -1, top: [-1, -2] }]);
    expect(() => features("a", trace([]), null)).toThrow(RangeError);
    expect(() => features("a", one, null, Number.NaN)).toThrow(RangeError);
    expect(() => features("a", one, Number.NaN)).toThrow(RangeError);
    expect(() => features("a", { ...one, ends: new Uint32Array(0) }, null)).toThrow(RangeError);
    expect(() => features("a", { ...one, ends: Uint32Array.of(3) }, null)).toThrow(RangeError);
  });

  it("does not depend on the order of the tokens", () => {
    fc.assert(
      fc.property(positions(), (answer) => {
        const forward = features("text", trace(answer), null);
        const backward = features("text", trace(answer.toReversed()), null);
        for (const name of ["loss", "min_k", "min_k_pp", "zlib_ratio"] as const) {
          expect(backward[name]).toBeCloseTo(forward[name]!, 9);
        }
      }),
    );
  });

  it("leaves its trace as it was", () => {
    const answer = trace([
      { logprob: -40, top: [-1, -2] },
      { logprob: -1, top: [-1, -2] },
    ]);
    const before = structuredClone(answer);
    features("text", answer, null);
    expect(answer).toEqual(before);
  });
});

describe("minKPlusPlus()", () => {
  it("standardises by the unweighted moments of the alternatives", () => {
    const { input, expect: expected } = vector<{
      readonly input: { readonly top4: ReadonlyArray<number> };
      readonly expect: { readonly z_token2_reference: number };
    }>("min_k_pp_moments");
    const { value } = minKPlusPlus(trace([{ logprob: input.top4[1]!, top: input.top4 }]), 0.2);
    expect(value).toBeCloseTo(expected.z_token2_reference, 9);
  });

  it("is the mean of the lowest scores that sorting finds", () => {
    fc.assert(
      fc.property(positions(), fc.double({ min: 0, max: 1, noNaN: true }), (answer, k) => {
        const scores = answer
          .map((position) => minKPlusPlus(trace([position]), 1).value)
          .sort((a, b) => a - b);
        const slice = scores.slice(0, Math.max(1, Math.trunc(answer.length * k)));
        const mean = slice.reduce((a, b) => a + b, 0) / slice.length;
        expect(relativeError(minKPlusPlus(trace(answer), k).value, mean)).toBeLessThan(1e-9);
      }),
    );
  });

  it("is degenerate only where the lowest slice reaches a position without spread", () => {
    const spread = { logprob: -3, top: [-1, -2] };
    const flat = { logprob: -1, top: [-1] };
    const answer = [spread, flat, flat, flat];
    expect(minKPlusPlus(trace(answer), 0.25)).toEqual({ value: -3, degenerate: false });
    expect(minKPlusPlus(trace(answer), 0.5)).toEqual({ value: -1.5, degenerate: true });
    expect(minKPlusPlus(trace([flat]), 0.2)).toEqual({ value: 0, degenerate: true });
  });

  it("is NaN only where the lowest slice reaches a NaN score", () => {
    const answer = trace([
      { logprob: -1, top: [-1, Number.NEGATIVE_INFINITY] },
      { logprob: -2, top: [-1, -2] },
    ]);
    expect(minKPlusPlus(answer, 0.5).value).toBe(-1);
    expect(minKPlusPlus(answer, 1).value).toBeNaN();
  });
});

describe("loss()", () => {
  it("counts NaN and anything below -30 as -30", () => {
    expect(loss(trace([-99, Number.NaN, 0].map((logprob) => ({ logprob, top: null }))))).toBe(20);
  });
});

function positions(): fc.Arbitrary<ReadonlyArray<Position>> {
  const logprob = fc.integer({ min: -3000, max: 0 }).map((n) => n / 100);
  const top = fc.uniqueArray(logprob, { minLength: 2, maxLength: 6 });
  return fc.array(fc.record({ logprob, top }), { minLength: 1, maxLength: 40 });
}
