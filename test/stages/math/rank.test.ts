import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockBootstrap, random, rankProbability, tiers } from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";
import { mulberry32 } from "./_mulberry32.ts";

const { input, expect: expected } = vector<{
  readonly input: {
    readonly correct: ReadonlyArray<ReadonlyArray<number>>;
    readonly date: ReadonlyArray<number>;
    readonly k: number;
    readonly B: number;
    readonly seed: number;
  };
  readonly expect: Readonly<Record<"p_top3" | "p_best" | "acc", ReadonlyArray<number>>>;
}>("rank_probability");

describe("rankProbability()", () => {
  const options = () => ({ top: input.k, resamples: input.B, random: mulberry32(input.seed) });

  it("agrees with the method's vector draw by draw", () => {
    const found = rankProbability(input.correct, input.date, options());
    found.top!.forEach((p, i) => {
      expect(p).toBeCloseTo(expected.p_top3[i]!, 9);
    });
    found.best!.forEach((p, i) => {
      expect(p).toBeCloseTo(expected.p_best[i]!, 9);
    });
    found.accuracy.forEach((accuracy, i) => {
      expect(accuracy).toBeCloseTo(expected.acc[i]!, 12);
    });
    expect(found.dropped).toBe(0);
  });

  it("shares the places out completely, and equally among equals", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 6, maxLength: 6 }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.integer({ min: 1, max: 6 }),
        (correct, top) => {
          const dates = [0, 0, 1, 1, 2, 2];
          const found = rankProbability([...correct, correct[0]!], dates, {
            top,
            resamples: 20,
            random: mulberry32(1),
          });
          const total = (of: ReadonlyArray<number>) => of.reduce((a, b) => a + b, 0);
          expect(total(found.best!)).toBeCloseTo(1, 12);
          expect(total(found.top!)).toBeCloseTo(Math.min(top, correct.length + 1), 12);
          expect(found.best!.at(-1)).toBe(found.best![0]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("counts only judged rows, drops resamples without one, and has no number without any", () => {
    const none = Number.NaN;
    const found = rankProbability(
      [
        [1, 0, none, none],
        [1, 1, 1, 0],
      ],
      ["a", "b", "c", "d"],
      {
        resamples: 200,
        random: random(0, "rank"),
      },
    );
    expect(found.accuracy).toEqual([0.5, 0.75]);
    expect(found.dropped).toBeGreaterThan(0);
    const unjudged = rankProbability([[none], [1]], ["a"], { resamples: 5, random: random(0, "rank") });
    expect(unjudged).toEqual({ accuracy: [null, 1], top: null, best: null, dropped: 5 });
  });

  it("refuses rows without a date, answers that are none and counts that are none", () => {
    const options = { random: random(0, "rank") };
    expect(() => rankProbability([[1, 0]], ["a"], options)).toThrow(RangeError);
    expect(() => rankProbability([[0.5]], ["a"], options)).toThrow(RangeError);
    expect(() => rankProbability([[1]], ["a"], { ...options, top: 0 })).toThrow(RangeError);
    expect(() => rankProbability([[1]], ["a"], { ...options, resamples: 0.5 })).toThrow(RangeError);
  });
});

describe("tiers()", () => {
  const days = Array.from({ length: 60 }, (_, day) => day);
  const wrongOn = (remainder: number, of: number) => days.map((day) => (day % of === remainder ? 0 : 1));

  it("keeps together what the rows cannot tell apart and parts what they can", () => {
    const found = tiers([wrongOn(0, 2), wrongOn(0, 10), wrongOn(3, 10), days.map(() => 0)], days);
    expect(found).toEqual([2, 1, 1, 3]);
  });

  it("compares two models on the rows of both and leaves out one without rows", () => {
    const late = wrongOn(1, 10).map((hit, day) => (day < 30 ? Number.NaN : hit));
    expect(tiers([wrongOn(0, 10), late, days.map(() => Number.NaN)], days)).toEqual([1, 1, null]);
    expect(() => tiers([days.map(() => 0), [0]], days)).toThrow(RangeError);
    expect(tiers([], [])).toEqual([]);
  });

  it("parts a model that is better on every day, though nothing varies", () => {
    expect(tiers([days.map(() => 1), days.map(() => 0)], days)).toEqual([1, 2]);
  });
});

describe("blockBootstrap()", () => {
  const { input, expect: ends } = vector<{
    readonly input: {
      readonly x: ReadonlyArray<number>;
      readonly L: number;
      readonly B: number;
      readonly seed: number;
    };
    readonly expect: readonly [number, number];
  }>("block_bootstrap");
  const mean = (rows: Uint32Array) => rows.reduce((sum, row) => sum + input.x[row]!, 0) / rows.length;

  it("agrees with the method's vector draw by draw", () => {
    const options = { length: input.L, resamples: input.B, random: mulberry32(input.seed) };
    const { bound } = blockBootstrap(input.x.length, mean, options);
    expect(bound!.lo).toBeCloseTo(ends[0], 12);
    expect(bound!.hi).toBeCloseTo(ends[1], 12);
  });

  it("takes blocks of the cube root of n, rounded up, unless told", () => {
    const draw = (length?: number) =>
      blockBootstrap(12, mean, {
        ...(length === undefined ? {} : { length }),
        resamples: 40,
        random: mulberry32(4),
      });
    expect(draw()).toEqual(draw(3));
    expect(draw()).not.toEqual(draw(4));
  });

  it("draws neighbours, the last row beside the first", () => {
    const seen: Array<number> = [];
    const step = (rows: Uint32Array) => {
      seen.push((rows[1]! - rows[0]! + 5) % 5);
      return 0;
    };
    blockBootstrap(5, step, { length: 5, resamples: 50, random: random(0, "blocks") });
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  it("is null for no rows and refuses blocks that are none", () => {
    expect(blockBootstrap(0, mean, { random: random(0, "a") }).bound).toBeNull();
    expect(() => blockBootstrap(5, mean, { length: 0, random: random(0, "a") })).toThrow(RangeError);
    expect(() => blockBootstrap(-1, mean, { random: random(0, "a") })).toThrow(RangeError);
  });
});
