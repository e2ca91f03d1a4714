import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { integer, type Random, random, shuffle } from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";

describe("random()", () => {
  it("returns the same numbers for the same seed and label, on any machine", () => {
    const next = random(0, "bootstrap/raw/meta/llama-3.1-8b-instruct");
    expect([next(), next(), next()].map((u) => u * 2 ** 32)).toEqual([570790307, 430056303, 3989786716]);
  });

  it("returns other numbers for another seed or label", () => {
    const first = (seed: number, label: string) => random(seed, label)();
    expect(new Set([first(0, "a"), first(1, "a"), first(0, "b"), first(-1, "a"), first(11, "")]).size).toBe(
      5,
    );
  });

  it("is uniform on [0, 1) and not correlated with its own past", () => {
    const next = random(7, "uniform");
    const n = 20_000;
    const draws = Array.from({ length: n }, next);
    const mean = draws.reduce((a, b) => a + b, 0) / n;
    const lagged = draws.slice(1).reduce((sum, u, i) => sum + (u - 0.5) * (draws[i]! - 0.5), 0) / n;
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...draws)).toBeLessThan(1);
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
    expect(Math.abs(lagged)).toBeLessThan(0.003);
  });

  it("refuses a seed that is no safe integer", () => {
    for (const seed of [0.5, Number.NaN, 2 ** 53]) expect(() => random(seed, "a")).toThrow(RangeError);
  });
});

describe("integer()", () => {
  it("covers 0 to n - 1 evenly", () => {
    const next = random(0, "integer");
    const counts = new Array<number>(5).fill(0);
    for (let i = 0; i < 10_000; i++) counts[integer(next, 5)]!++;
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });
});

describe("shuffle()", () => {
  it("agrees with the method's shuffle for the method's generator", () => {
    const { first5, shuffle_0_9_seed7 } = vector<Readonly<Record<string, ReadonlyArray<number>>>>("_prng");
    expect(Array.from({ length: 5 }, mulberry32(1))).toEqual(first5);
    expect(shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], mulberry32(7))).toEqual(shuffle_0_9_seed7);
  });

  it("keeps the items, in arrays and typed arrays alike", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 99 })), fc.nat(), (items, seed) => {
        const plain = shuffle([...items], random(seed, "s"));
        expect([...shuffle(Uint32Array.from(items), random(seed, "s"))]).toEqual(plain);
        expect(plain.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
      }),
    );
  });
});

/** The generator of the method's vectors, whose seed is a 32-bit integer. */
function mulberry32(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
